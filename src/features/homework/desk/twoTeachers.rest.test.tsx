import { act, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import type { Rendered, RenderOptions } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { getCorrection, openDesk, pupilIds } from '../../../testing/testDesk.tsx'

stubElementSizes()

const { mika, aiko } = pupilIds

/** Opens the desk of one of two teachers in the same document. */
async function openFor(as: 'albrecht' | 'ruiz', pupilId: number, options: RenderOptions = {}) {
  const app = await openDesk({ as, to: paths.desk(1, 1, pupilId), live: true, ...options })
  const desk = within(app.container)
  const findText = () => desk.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })
  await findText()
  return { ...app, desk, findText }
}

const getMarkingCalls = (calls: readonly string[]) => calls.filter(call => call.endsWith('/marking'))
const setsMarking = ({ calls }: { calls: readonly string[] }) => calls.includes('PUT /todos/1/marking')

/** Advances the clocks. The focus event makes the page send its due requests. */
const pass = async ({ service }: Pick<Rendered, 'service'>, ms: number) => {
  service.advance(ms)
  await act(async () => window.dispatchEvent(new Event('focus')))
}

/** Waits until the requests that follow the opening of a page are over. */
async function waitForEvents(app: Pick<Rendered, 'api' | 'service'>): Promise<void> {
  await expect.poll(() => app.api.live.isUp()).toBe(true)
  await pass(app, 30_000)
  await expect.poll(() => app.api.queryClient.isFetching()).toBe(0)
}

it('each teacher sees which pupil the other has open, and both may write', async () => {
  const albrecht = await openFor('albrecht', mika)
  await expect.poll(() => setsMarking(albrecht)).toBe(true)
  const ruiz = await openFor('ruiz', mika, { service: albrecht.service })
  expect(await ruiz.desk.findByTitle('Jana Albrecht has this pupil open')).toBeTruthy()
  expect(ruiz.desk.getByText('Jana Albrecht', { selector: '[role=status] bdi' })).toBeTruthy()
  await waitForEvents(albrecht)
  /** Returns the rows with the other teacher in the list of pupils. */
  const getRows = () =>
    albrecht.desk
      .queryAllByTitle('Omar Ruiz has this pupil open')
      .map(mark => mark.parentElement?.textContent?.replace(/,.*/, ''))
  const expectRows = (...names: string[]) =>
    expect
      .poll(
        async () => {
          await pass(albrecht, 500)
          return getRows()
        },
        { interval: 200 },
      )
      .toEqual(names)
  await expectRows('Mika Sommer')
  expect(albrecht.desk.getByText('Omar Ruiz', { selector: '[role=status] bdi' })).toBeTruthy()
  for (const { findText } of [albrecht, ruiz]) expect((await findText()).readOnly).toBe(false)

  await act(() => ruiz.router.navigate(paths.desk(1, 1, aiko)))
  await expectRows('Aiko Tanaka')
  expect(albrecht.desk.queryByText('Omar Ruiz', { selector: '[role=status] bdi' })).toBeNull()
  await act(() => ruiz.router.navigate(paths.homework(1)))
  await expectRows()
})

it('the correction of the other teacher is not overwritten', async () => {
  const albrecht = await openFor('albrecht', mika)
  const ruiz = await openFor('ruiz', mika, { service: albrecht.service })
  const type = async ({ findText }: typeof ruiz, text: string) => userEvent.type(await findText(), text)
  const returnCorrection = async ({ desk }: typeof ruiz) =>
    userEvent.click(desk.getByRole('button', { name: 'Return and stay here' }))
  await type(albrecht, 'Jana: right.')
  await type(ruiz, 'Omar: mind the signs.')
  await returnCorrection(ruiz)
  await waitFor(async () =>
    expect((await getCorrection(albrecht, mika))?.teacher_correction).toBe('Omar: mind the signs.'),
  )
  await returnCorrection(albrecht)
  const panel = within(await albrecht.desk.findByRole('complementary', { name: 'Feedback' }))
  await panel.findByRole('button', { name: /^Replace it with mine/ })
  expect(panel.getAllByText('Jana: right.').length).toBeGreaterThan(0)
  expect(panel.getAllByText('Omar: mind the signs.').length).toBeGreaterThan(0)
  expect((await getCorrection(albrecht, mika))?.teacher_correction).toBe('Omar: mind the signs.')
})

it('announces a pupil only after another user may correct', async () => {
  const app = await openDesk({ to: paths.homework(1), live: true })
  const { service, calls, router } = app
  const getUserId = async (login: string) => {
    const users = service.db.selectFrom('users').select('id').where('login', '=', login)
    return (await users.executeTakeFirstOrThrow()).id
  }
  await service.db
    .deleteFrom('permissions')
    .where('resource_field', '=', 'todo_id')
    .where('resource_id', '=', 1)
    .where('user_id', '!=', await getUserId('albrecht'))
    .execute()
  await act(() => router.navigate(paths.desk(1, 1, mika)))
  await expect.poll(() => getMarkingCalls(calls)).toEqual(['GET /todos/1/marking'])
  await waitForEvents(app)
  expect(setsMarking(app)).toBe(false)
  await service.send('POST', '/api/v2/permissions', {
    token: await service.signIn('albrecht'),
    body: {
      resource_ids: { todo_id: 1 },
      target_ids: { user_id: await getUserId('ruiz') },
      is_write: true,
    },
  })
  await expect
    .poll(async () => {
      await pass(app, 500)
      return setsMarking(app)
    })
    .toBe(true)
})

it('announces only the pupil at whom the teacher stops', async () => {
  const { service, calls, user } = await openFor('albrecht', mika)
  await user.keyboard('kkkk')
  await expect.poll(() => setsMarking({ calls })).toBe(true)
  expect(getMarkingCalls(calls).length).toBeLessThan(4)
  await waitFor(async () => {
    const rows = await service.db.selectFrom('open_submissions').select('pupil_id').execute()
    expect(rows).toHaveLength(1)
    expect(rows.map(({ pupil_id }) => pupil_id)).not.toEqual([mika])
  })
})
