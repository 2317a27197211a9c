import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import type { RenderOptions } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { openCorrection, pupilIds, withoutBackgroundCalls } from '../../../testing/testDesk.tsx'

stubElementSizes()

const homeworkId = 1

/** Opens the desk at Mika Sommer. */
async function openDesk(options: RenderOptions = {}, pupil: keyof typeof pupilIds = 'mika') {
  const opened = await openCorrection(pupil, options)
  const { app, user, calls, findText } = opened
  const returnAndOpenNext = async (feedback: string) => {
    const pupilName = getHeading()
    await user.type(await findText(), feedback)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(getHeading()).not.toBe(pupilName))
  }
  const getWrites = () => withoutBackgroundCalls(calls).filter(call => !call.startsWith('GET'))
  const getNewCorrections = async () =>
    (
      await app.service.db
        .selectFrom('submissions')
        .select('teacher_correction')
        .where('todo_id', '=', homeworkId)
        .where('corrected_at', '>=', '2026-11-18')
        .execute()
    ).map(({ teacher_correction }) => teacher_correction)
  return { ...opened, getWrites, returnAndOpenNext, getNewCorrections }
}

const getHeading = () =>
  screen.getByRole('main').querySelector('h2[tabindex="-1"], [role="status"] h2')?.textContent
const findUndo = (name: string) => screen.findByRole('button', { name: `Undo: returned to ${name}` })
const getPupilList = () => within(screen.getByRole('complementary', { name: 'Pupils' }))

it('sends after ten seconds, and counts at once', async () => {
  const { app, user, getWrites, findPoints, returnAndOpenNext, getNewCorrections } = await openDesk()
  await user.type(await findPoints(), '12,5')
  await returnAndOpenNext('Neat work.')
  await findUndo('Mika')
  expect(screen.getByText('10 s')).toBeTruthy()
  const row = await getPupilList().findByRole('link', { name: 'Mika Sommer, marked' })
  expect(getWrites()).toEqual([])
  expect(screen.queryByText(/waiting to send/)).toBeNull()
  app.sleep(9_000)
  await screen.findByText('1 s')
  expect(getWrites()).toEqual([])
  app.sleep(1_000)
  await waitFor(async () => expect(await getNewCorrections()).toEqual(['Neat work.']))
  expect(getWrites()).toEqual([`POST /todos/${homeworkId}/submissions/${pupilIds.mika}`])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo: returned/ })).toBeNull())
  expect(row.isConnected).toBe(true)
})

it('restores text, points, files and pupil, unsent', async () => {
  const { app, user, getWrites, findText, findPoints, returnAndOpenNext, getNewCorrections } =
    await openDesk()
  await user.type(await findPoints(), '12,5')
  await user.upload(
    screen.getByLabelText('Files to return', { selector: 'input' }),
    new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
  )
  await screen.findByRole('button', { name: 'Remove solution.txt' })
  await returnAndOpenNext('Neat work.')
  await user.click(await findUndo('Mika'))
  await waitFor(() => expect(getHeading()).toBe('Mika Sommer'))
  await waitFor(async () => expect((await findText()).value).toBe('Neat work.'))
  expect((await findPoints()).value).toBe('12,5')
  expect(await screen.findByRole('button', { name: 'Remove solution.txt' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Undo: returned/ })).toBeNull()
  app.sleep(60_000)
  expect(await getNewCorrections()).toEqual([])
  expect(getWrites()).toEqual([])
})

it('undoes the newest return first, one per double click', async () => {
  const { app, user, findText, returnAndOpenNext, getNewCorrections } = await openDesk()
  await returnAndOpenNext('First.')
  const second = getHeading()?.split(' ')[0] ?? ''
  app.sleep(3_000)
  await returnAndOpenNext('Second.')
  await user.dblClick(await findUndo(second))
  await waitFor(async () => expect((await findText()).value).toBe('Second.'))
  await findUndo('Mika')
  // Leave the field for single-key shortcuts.
  await user.keyboard('{Escape}')
  await user.keyboard('u')
  await waitFor(async () => expect((await findText()).value).toBe('First.'))
  app.sleep(60_000)
  expect(await getNewCorrections()).toEqual([])
})

it('works after a reload and on every screen', async () => {
  const indexedDB = new IDBFactory()
  const before = await openDesk({ indexedDB })
  await before.returnAndOpenNext('Neat work.')
  await findUndo('Mika')
  cleanup()

  const { app, findText, returnAndOpenNext, getNewCorrections } = await openDesk({ indexedDB }, 'aiko')
  await userEvent.click(await findUndo('Mika'))
  await waitFor(async () => expect((await findText()).value).toBe('Neat work.'))
  await returnAndOpenNext(' Well done.')
  await findUndo('Mika')
  await act(() => app.router.navigate(paths.timetable(1)))
  await screen.findByRole('heading', { level: 1, name: /Timetable|November/ })
  app.sleep(10_000)
  await waitFor(async () => expect(await getNewCorrections()).toEqual(['Neat work. Well done.']))
})

it('works after the last pupil, and in the overview', async () => {
  const { app, user, findText, returnAndOpenNext } = await openDesk()
  await app.service.db
    .deleteFrom('submissions')
    .where('todo_id', '=', homeworkId)
    .where('user_id', '!=', pupilIds.mika)
    .execute()
  await app.api.queryClient.invalidateQueries()
  await returnAndOpenNext('Neat work.')
  await screen.findByRole('heading', { level: 2, name: 'All marked' })
  await findUndo('Mika')
  await act(() => app.router.navigate(paths.overview(1, homeworkId)))
  await screen.findByRole('region', { name: 'In numbers' })
  await user.click(await findUndo('Mika'))
  await waitFor(async () => expect((await findText()).value).toBe('Neat work.'))
})

it('can be taken back at its pupil', async () => {
  const { app, user, findText, returnAndOpenNext, getNewCorrections } = await openDesk()
  await returnAndOpenNext('First.')
  await returnAndOpenNext('Second.')
  await user.click(await getPupilList().findByRole('link', { name: /^Mika Sommer/ }))
  await user.click(await screen.findByRole('button', { name: 'Take back: Feedback for Mika Sommer' }))
  await waitFor(async () => expect((await findText()).value).toBe('First.'))
  app.sleep(60_000)
  await waitFor(async () => expect(await getNewCorrections()).toEqual(['Second.']))
})

it('warns about a submission that was changed before Undo', async () => {
  const { app, user, returnAndOpenNext } = await openDesk()
  await returnAndOpenNext('Neat work.')
  await app.service.db
    .updateTable('submissions')
    .set({ comment: 'Now with no. 5.', submitted_at: '2026-11-18T09:21:00.000Z' })
    .where('todo_id', '=', homeworkId)
    .where('user_id', '=', pupilIds.mika)
    .execute()
  await app.api.queryClient.invalidateQueries()
  await user.click(await findUndo('Mika'))
  expect(await screen.findByText(/^Mika changed the submission after you started\./)).toBeTruthy()
})
