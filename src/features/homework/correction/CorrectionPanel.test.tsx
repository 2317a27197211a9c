import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const homeworkId = 1
/** Pupil IDs. Mika and Aiko handed in, Leon's work is corrected by Jana Albrecht. */
const pupils = { mika: 13, aiko: 14, leon: 18 }

/** Opens the desk at one pupil of "Fractions p. 42". */
async function desk(pupil: keyof typeof pupils, options: RenderOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: `/classes/1/homework/${homeworkId}/submissions/${pupils[pupil]}`,
    ...options,
    instead: request => {
      const path = new URL(request.url).pathname
      // All screens poll the chats.
      if (path.startsWith('/api/') && !path.endsWith('/chats'))
        requests.push(`${request.method} ${path.replace('/api/v2', '')}`)
      if (path.includes('/documents/')) return new Response(null, { status: 404 })
      return options.instead?.(request)
    },
  })
  const panel = within(await screen.findByRole('complementary', { name: /^(Feedback|Korrektur)$/ }))
  const text = () => panel.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Feedback|Korrektur)/ })
  const points = () => panel.getByRole<HTMLInputElement>('textbox', { name: /^(Points|Punkte)/ })
  return { app, user: userEvent.setup(), panel, text, points, requests }
}

/** Returns the correction that the service has for a pupil. */
const held = ({ service }: Rendered, userId: number) =>
  service.db
    .selectFrom('submissions')
    .select(['teacher_correction', 'points', 'corrected_by_user_id'])
    .where('todo_id', '=', homeworkId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

describe('writing and returning', () => {
  it('mentions a new version only if the pupil has handed in', async () => {
    const { app } = await desk('mika')
    const { user_id } = await app.service.db
      .selectFrom('submissions')
      .select('user_id')
      .where('todo_id', '=', homeworkId)
      .where('submitted_at', 'is', null)
      .where('corrected_at', 'is', null)
      .executeTakeFirstOrThrow()
    await act(() => app.router.navigate(paths.desk(1, homeworkId, user_id)))
    await screen.findByText(/can still hand in until you return this\.$/)
    expect(screen.queryByText(/new version/)).toBeNull()
  })

  it('saves a draft, sends it once with points from a decimal comma, and opens the next pupil', async () => {
    const { app, user, panel, text, points, requests } = await desk('mika')
    await user.type(await text(), 'Neat work.')
    await user.type(points(), '12,5')
    expect(await panel.findByText(/^Draft saved \d\d:\d\d$/)).toBeTruthy()
    expect(panel.getByText(/^Mika can still hand in a new version/)).toBeTruthy()
    // The requests of the number to mark do not count.
    await screen.findAllByRole('link', { name: /to mark$/ })
    requests.length = 0
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await screen.findByRole('button', { name: /^Undo/ })
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await held(app, pupils.mika)).toEqual({
        teacher_correction: 'Neat work.',
        points: 12.5,
        corrected_by_user_id: 1,
      }),
    )
    // The service stores the correction before the page has the response.
    await waitFor(() =>
      expect(app.router.state.location.pathname).not.toMatch(new RegExp(`/${pupils.mika}$`)),
    )
    expect((await text()).value).toBe('')
    expect(requests.filter(one => !one.includes('/documents/'))).toEqual([
      `GET /todos/1/submissions/${pupils.mika}`,
      `POST /todos/1/submissions/${pupils.mika}`,
    ])
  })

  it('restores the typed text after a reload, for this pupil only', async () => {
    const indexedDB = new IDBFactory()
    const before = await desk('mika', { indexedDB })
    await before.user.type(await before.text(), 'Half a sen')
    await before.user.type(before.points(), '7.')
    await before.panel.findByText(/^Draft saved/)
    cleanup()

    const after = await desk('mika', { indexedDB })
    expect((await after.text()).value).toBe('Half a sen')
    expect(after.points().value).toBe('7.')
    await after.user.click(screen.getByRole('button', { name: 'Previous pupil' }))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Mika Sommer' })).toBeNull())
    expect((await after.text()).value).toBe('')
    await after.user.click(screen.getByRole('button', { name: 'Next pupil' }))
    await screen.findByRole('heading', { level: 2, name: 'Mika Sommer' })
    expect((await after.text()).value).toBe('Half a sen')
  })

  it('refuses invalid points and an empty correction, with a message at the field', async () => {
    const { app, user, panel, text, points, requests } = await desk('mika')
    await text()
    await user.click(panel.getByRole('button', { name: /^Return and next/ }))
    expect((await panel.findByRole('alert')).textContent).toBe('Write feedback or give points.')
    await user.type(points(), 'twelve')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(points().getAttribute('aria-invalid')).toBe('true'))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Points must be a number/)
    await user.clear(points())
    await user.type(points(), '16')
    expect(panel.queryByRole('alert')).toBeNull()
    expect(panel.getByText('That is more than the maximum of 15.')).toBeTruthy()
    expect(requests.filter(one => one.startsWith('POST'))).toEqual([])
    expect(await held(app, pupils.mika)).toMatchObject({ teacher_correction: null, points: null })
  })

  it('has keys for its fields, stays at the pupil on request, and shows the returned correction', async () => {
    const { app, user, panel, text, points } = await desk('aiko')
    await text()
    await user.keyboard('c')
    expect(document.activeElement).toBe(await text())
    await user.keyboard('Clear.{Escape}p')
    expect(document.activeElement).toBe(points())
    await user.keyboard('9{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(await panel.findByText(/^Returned by you, Wed 10:20$/)).toBeTruthy()
    expect(app.router.state.location.pathname).toMatch(/14$/)
    expect(panel.getByText('9 points')).toBeTruthy()

    await user.click(panel.getByRole('button', { name: 'Mark again' }))
    expect((await text()).value).toBe('Clear.')
    await user.type(await text(), ' And neat.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await held(app, pupils.aiko)).toMatchObject({
        teacher_correction: 'Clear. And neat.',
        points: 9,
      }),
    )
  })

  it('is translated to German', async () => {
    const { app, user, panel, text, points } = await desk('mika', { language: 'de' })
    await user.type(await text(), 'Saubere Arbeit.')
    await user.type(points(), '12,5')
    expect(await panel.findByText(/^Entwurf gespeichert/)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Zurückgeben und hier bleiben' }))
    expect(await panel.findByText(/^Von mir zurückgegeben, Mi/)).toBeTruthy()
    expect(panel.getByText('12,5 Punkte')).toBeTruthy()
    expect(await held(app, pupils.mika)).toMatchObject({ points: 12.5 })
  })
})

describe('phrases', () => {
  it('come from the user’s own corrections, can be searched, and are inserted at the cursor', async () => {
    const { user, panel, text } = await desk('mika')
    await user.type(await text(), 'Hello.')
    await user.click(panel.getByRole('button', { name: 'Phrases' }))
    expect(await screen.findByRole('dialog', { name: 'Phrases' })).toBeDefined()
    await user.type(await screen.findByRole('combobox', { name: 'Find a phrase' }), 'signs 3b')
    const list = within(await screen.findByRole('listbox', { name: 'Your sentences' }))
    expect(list.getAllByRole('option').map(one => one.firstChild?.textContent)).toEqual([
      'Mind the signs in 3b.',
    ])
    await user.keyboard('{Enter}')
    await waitFor(async () => expect((await text()).value).toBe('Hello. Mind the signs in 3b.'))
    expect(screen.queryByRole('combobox', { name: 'Find a phrase' })).toBeNull()
    expect(document.activeElement).toBe(await text())
  })

  it('include sentences that were just returned, with their count', async () => {
    const { user, panel, text } = await desk('mika')
    await user.type(await text(), 'Colour both axes. Neat!')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Mika Sommer' })).toBeNull())
    await text()
    await user.click(panel.getByRole('button', { name: 'Phrases' }))
    await user.type(await screen.findByRole('combobox', { name: 'Find a phrase' }), 'axes')
    const list = within(await screen.findByRole('listbox', { name: 'Your sentences' }))
    expect(list.getByRole('option').textContent).toMatch(/^Colour both axes\.1×/)
  })
})
