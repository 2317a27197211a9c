import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import {
  getCorrection,
  openCorrection,
  pupilIds,
  withoutBackgroundCalls,
} from '../../../testing/testDesk.tsx'

describe('the correction form', () => {
  it('announces the first submission', async () => {
    const { app } = await openCorrection('mika')
    const { user_id } = await app.service.db
      .selectFrom('submissions')
      .select('user_id')
      .where('todo_id', '=', 1)
      .where('submitted_at', 'is', null)
      .where('corrected_at', 'is', null)
      .executeTakeFirstOrThrow()
    await act(() => app.router.navigate(paths.desk(1, 1, user_id)))
    await screen.findByText(/can still hand in until you return this\.$/)
    expect(screen.queryByText(/new version/)).toBeNull()
  })

  it('sends a draft once, and opens the next pupil', async () => {
    const { app, user, panel, findText, findPoints, calls } = await openCorrection('mika')
    await user.type(await findText(), 'Neat work.')
    await user.type(await findPoints(), '12,5')
    expect(await panel.findByText(/^Draft saved \d\d:\d\d$/)).toBeTruthy()
    expect(panel.getByText(/^Mika can still hand in a new version/)).toBeTruthy()
    // Let the requests of the number to mark finish.
    await screen.findAllByRole('link', { name: /to mark in 8b$/ })
    calls.length = 0
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await screen.findByRole('button', { name: /^Undo: returned/ })
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toEqual({
        teacher_correction: 'Neat work.',
        points: 12.5,
        corrected_by_user_id: 1,
      }),
    )
    await waitFor(() =>
      expect(app.router.state.location.pathname).not.toMatch(new RegExp(`/${pupilIds.mika}$`)),
    )
    expect((await findText()).value).toBe('')
    expect(withoutBackgroundCalls(calls)).toEqual([
      `GET /todos/1/submissions/${pupilIds.mika}`,
      `POST /todos/1/submissions/${pupilIds.mika}`,
      // Its counts have changed.
      'GET /courses/1/homeworks',
    ])
  })

  it('restores the text per pupil after a reload', async () => {
    const indexedDB = new IDBFactory()
    const before = await openCorrection('mika', { indexedDB })
    await before.user.type(await before.findText(), 'Half a sen')
    await before.user.type(await before.findPoints(), '7.')
    await before.panel.findByText(/^Draft saved/)
    cleanup()

    const after = await openCorrection('mika', { indexedDB })
    expect((await after.findText()).value).toBe('Half a sen')
    expect((await after.findPoints()).value).toBe('7.')
    await after.user.click(screen.getByRole('button', { name: 'Previous pupil' }))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Mika Sommer' })).toBeNull())
    expect((await after.findText()).value).toBe('')
    await after.user.click(screen.getByRole('button', { name: 'Next pupil' }))
    await screen.findByRole('heading', { level: 2, name: 'Mika Sommer' })
    expect((await after.findText()).value).toBe('Half a sen')
  })

  it('refuses invalid points and an empty correction', async () => {
    const { app, user, panel, findPoints, calls } = await openCorrection('mika')
    await user.click(panel.getByRole('button', { name: /^Return and next/ }))
    expect((await panel.findByRole('alert')).textContent).toBe('Write feedback, give points or add a file.')
    await user.type(await findPoints(), 'twelve')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => expect((await findPoints()).getAttribute('aria-invalid')).toBe('true'))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Points must be a number/)
    await user.clear(await findPoints())
    await user.type(await findPoints(), '16')
    expect(panel.queryByRole('alert')).toBeNull()
    expect(panel.getByText('That is more than the maximum of 15.')).toBeTruthy()
    expect(calls.filter(call => call.startsWith('POST'))).toEqual([])
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null, points: null })
  })

  it('supports shortcuts, and can stay at the pupil', async () => {
    const { app, user, panel, findText, findPoints } = await openCorrection('aiko')
    await user.keyboard('c')
    expect(document.activeElement).toBe(await findText())
    await user.keyboard('Clear.{Escape}p')
    expect(document.activeElement).toBe(await findPoints())
    await user.keyboard('9{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(await panel.findByText(/^Returned by you, Wed 10:20$/)).toBeTruthy()
    expect(app.router.state.location.pathname).toMatch(/14$/)
    expect(panel.getByText('9 points')).toBeTruthy()

    await user.click(panel.getByRole('button', { name: 'Mark again' }))
    expect((await findText()).value).toBe('Clear.')
    await user.type(await findText(), ' And neat.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.aiko)).toMatchObject({
        teacher_correction: 'Clear. And neat.',
        points: 9,
      }),
    )
  })

  it('is translated to German', async () => {
    const { app, user, panel, findText, findPoints } = await openCorrection('mika', { language: 'de' })
    await user.type(await findText(), 'Saubere Arbeit.')
    await user.type(await findPoints(), '12,5')
    expect(await panel.findByText(/^Entwurf gespeichert/)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Zurückgeben und hier bleiben' }))
    expect(await panel.findByText(/^Von mir zurückgegeben, Mi/)).toBeTruthy()
    expect(panel.getByText('12,5 Punkte')).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ points: 12.5 })
  })
})

describe('phrases', () => {
  it('come from own corrections, and are inserted at the cursor', async () => {
    const { user, panel, findText } = await openCorrection('mika')
    await user.type(await findText(), 'Hello.')
    await user.click(panel.getByRole('button', { name: 'Phrases' }))
    expect(await screen.findByRole('dialog', { name: 'Phrases' })).toBeDefined()
    await user.type(await screen.findByRole('combobox', { name: 'Find a phrase' }), 'signs 3b')
    const list = within(await screen.findByRole('listbox', { name: 'Your sentences' }))
    expect(list.getAllByRole('option').map(option => option.firstChild?.textContent)).toEqual([
      'Mind the signs in 3b.',
    ])
    await user.keyboard('{Enter}')
    await waitFor(async () => expect((await findText()).value).toBe('Hello. Mind the signs in 3b.'))
    expect(screen.queryByRole('combobox', { name: 'Find a phrase' })).toBeNull()
    expect(document.activeElement).toBe(await findText())
  })

  it('count sentences just returned', async () => {
    const { user, panel, findText } = await openCorrection('mika')
    await user.type(await findText(), 'Colour both axes. Neat!')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Mika Sommer' })).toBeNull())
    await findText()
    await user.click(panel.getByRole('button', { name: 'Phrases' }))
    await user.type(await screen.findByRole('combobox', { name: 'Find a phrase' }), 'axes')
    const list = within(await screen.findByRole('listbox', { name: 'Your sentences' }))
    expect(list.getByRole('option').textContent).toMatch(/^Colour both axes\.1×/)
  })
})
