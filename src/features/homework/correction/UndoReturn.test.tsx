import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const homeworkId = 1
const mika = 13

/** Opens the desk of "Fractions p. 42" at Mika Sommer. `writes` are the requests other than GET. */
async function desk(options: RenderOptions = {}) {
  const writes: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: paths.desk(1, homeworkId, mika),
    ...options,
    instead: request => {
      const path = new URL(request.url).pathname
      if (path.includes('/documents/')) return new Response(null, { status: 404 })
      if (request.method !== 'GET' && path.startsWith('/api/'))
        writes.push(`${request.method} ${path.replace('/api/v2', '')}`)
      return options.instead?.(request)
    },
  })
  const user = userEvent.setup()
  const panel = () => screen.findByRole('complementary', { name: 'Feedback' })
  const text = async () =>
    within(await panel()).findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })
  const points = async () =>
    within(await panel()).findByRole<HTMLInputElement>('textbox', { name: /^Points/ })
  const returnNext = async (feedback: string) => {
    const before = heading()
    await user.type(await text(), feedback)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(heading()).not.toBe(before))
  }
  const corrections = async () =>
    (
      await app.service.db
        .selectFrom('submissions')
        .select('teacher_correction')
        .where('todo_id', '=', homeworkId)
        .where('corrected_at', '>=', '2026-11-18')
        .execute()
    ).map(({ teacher_correction }) => teacher_correction)
  await text()
  return { app, user, writes, text, points, returnNext, corrections }
}

const heading = () =>
  screen.getByRole('main').querySelector('h2[tabindex="-1"], [role="status"] h2')?.textContent
const undo = (name: string) => screen.findByRole('button', { name: `Undo: returned to ${name}` })
const marked = () => within(screen.getByRole('complementary', { name: 'Pupils' }))

it('sends a correction ten seconds after "Return and next", and counts it as marked at once', async () => {
  const { app, user, writes, points, returnNext, corrections } = await desk()
  await user.type(await points(), '12,5')
  await returnNext('Neat work.')
  await undo('Mika')
  expect(screen.getByText('10 s')).toBeTruthy()
  const row = await marked().findByRole('link', { name: 'Mika Sommer, marked, 12.5 points' })
  expect(writes).toEqual([])
  // It waits for the undo time, not for the network.
  expect(screen.queryByText(/waiting to send/)).toBeNull()
  app.sleep(9_000)
  await screen.findByText('1 s')
  expect(writes).toEqual([])
  app.sleep(1_000)
  await waitFor(async () => expect(await corrections()).toEqual(['Neat work.']))
  expect(writes).toEqual([`POST /todos/${homeworkId}/submissions/${mika}`])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  expect(row.isConnected).toBe(true)
})

it('restores text, points, files and pupil, and sends no request', async () => {
  const { app, user, writes, text, points, returnNext, corrections } = await desk()
  await user.type(await points(), '12,5')
  await user.upload(
    screen.getByLabelText('Files to return', { selector: 'input' }),
    new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
  )
  await screen.findByRole('button', { name: 'Remove solution.txt' })
  await returnNext('Neat work.')
  await user.click(await undo('Mika'))
  await waitFor(() => expect(heading()).toBe('Mika Sommer'))
  expect((await text()).value).toBe('Neat work.')
  expect((await points()).value).toBe('12.5')
  expect(await screen.findByRole('button', { name: 'Remove solution.txt' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  app.sleep(60_000)
  expect(await corrections()).toEqual([])
  expect(writes).toEqual([])
})

it('offers the newest return first, then the previous one; a double click undoes only the first', async () => {
  const { app, user, text, returnNext, corrections } = await desk()
  await returnNext('First.')
  const second = heading()?.split(' ')[0] ?? ''
  app.sleep(3_000)
  await returnNext('Second.')
  await user.dblClick(await undo(second))
  await waitFor(async () => expect((await text()).value).toBe('Second.'))
  await undo('Mika')
  // Leave the field, so that single-key shortcuts work.
  await user.keyboard('{Escape}')
  await user.keyboard('u')
  await waitFor(async () => expect((await text()).value).toBe('First.'))
  app.sleep(60_000)
  expect(await corrections()).toEqual([])
})

it('can be undone after a reload, and is sent from every screen', async () => {
  const indexedDB = new IDBFactory()
  const before = await desk({ indexedDB })
  await before.returnNext('Neat work.')
  await undo('Mika')
  cleanup()

  const { app, text, returnNext, corrections } = await desk({ indexedDB, at: paths.desk(1, homeworkId, 14) })
  await userEvent.click(await undo('Mika'))
  await waitFor(async () => expect((await text()).value).toBe('Neat work.'))
  await returnNext(' Well done.')
  await undo('Mika')
  await act(() => app.router.navigate(paths.timetable(1)))
  await screen.findByRole('heading', { level: 1, name: /Timetable|November/ })
  app.sleep(10_000)
  await waitFor(async () => expect(await corrections()).toEqual(['Neat work. Well done.']))
})

it('can be undone after the last pupil, and in the overview', async () => {
  const { app, user, text, returnNext } = await desk()
  await app.service.db
    .deleteFrom('submissions')
    .where('todo_id', '=', homeworkId)
    .where('user_id', '!=', mika)
    .execute()
  await app.api.queryClient.invalidateQueries()
  await returnNext('Neat work.')
  await screen.findByRole('heading', { level: 2, name: 'All marked' })
  await undo('Mika')
  await act(() => app.router.navigate(paths.overview(1, homeworkId)))
  await screen.findByRole('region', { name: 'In numbers' })
  await user.click(await undo('Mika'))
  await waitFor(async () => expect((await text()).value).toBe('Neat work.'))
})

it.each(['Undo', 'Take back'])('warns about a submission that was changed before "%s"', async how => {
  const { app, user, returnNext } = await desk()
  const takeBack = async () => {
    await user.click(await marked().findByRole('link', { name: /^Mika Sommer/ }))
    return screen.findByRole('button', { name: 'Take back' })
  }
  await returnNext('Neat work.')
  await app.service.db
    .updateTable('submissions')
    .set({ comment: 'Now with no. 5.', submitted_at: '2026-11-18T09:21:00.000Z' })
    .where('todo_id', '=', homeworkId)
    .where('user_id', '=', mika)
    .execute()
  await app.api.queryClient.invalidateQueries()
  await user.click(how === 'Undo' ? await undo('Mika') : await takeBack())
  expect(await screen.findByText(/^Mika changed the submission after you started\./)).toBeTruthy()
})
