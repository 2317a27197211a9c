import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

/** Opens the desk of "Fractions p. 42" at Mika Sommer. `requests` has no requests for documents or chats. */
async function desk(options: RenderOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/classes/1/homework/1/submissions/13',
    ...options,
    instead: request => {
      const path = new URL(request.url).pathname.replace('/api/v2', '')
      if (path.includes('/documents/')) return new Response(null, { status: 404 })
      // All screens poll the chats.
      if (request.url.includes('/api/') && !path.endsWith('/chats'))
        requests.push(`${request.method} ${path}`)
      return options.instead?.(request)
    },
  })
  const panel = () => screen.findByRole('complementary', { name: 'Feedback' })
  const points = async () =>
    within(await panel()).findByRole<HTMLInputElement>('textbox', { name: /^Points/ })
  const corrected = () =>
    app.service.db
      .selectFrom('submissions')
      .select('user_id')
      .where('todo_id', '=', 1)
      .where('points', '=', 9)
      .execute()
  await points()
  return { app, user: userEvent.setup(), points, requests, corrected }
}

const heading = () => screen.getByRole('region', { name: /^What .+ handed in$/ }).getAttribute('aria-label')
const status = () => screen.findAllByRole('status')

describe('correcting one after another', () => {
  it('sends one verifying read and one write per pupil, and no other request', async () => {
    const { app, user, points, requests, corrected } = await desk()
    // The requests of the first screen and of the number to mark do not count.
    await screen.findAllByRole('link', { name: /to mark$/ })
    await waitFor(() => expect(app.api.queryClient.isFetching()).toBe(0))
    requests.length = 0
    // Few enough to finish before the list is polled again after one minute.
    const count = 4
    for (let done = 0; done < count; done += 1) {
      const before = heading()
      await points()
      await user.keyboard('p9{Control>}{Enter}{/Control}')
      await waitFor(() => expect(heading()).not.toBe(before))
    }
    expect(requests).toEqual([])
    app.sleep(10_000)
    await waitFor(async () => expect(await corrected()).toHaveLength(count))
    await waitFor(() => expect(requests.filter(one => one.startsWith('POST'))).toHaveLength(count))
    const reads = requests.filter(one => /^GET \/todos\/1\/submissions\/\d+$/.test(one))
    expect(new Set(reads).size).toBe(count)
    expect(requests).toHaveLength(2 * count)
  })
})

describe('returning all drafts', () => {
  const all = () => screen.findByRole('button', { name: /^Return all drafts ?\(2\)$/ })
  const oneDraft = (options: RenderOptions = {}) => withDrafts(['9'], options)
  /** Creates two drafts that can be returned, and one with invalid points. */
  const twoDrafts = (options: RenderOptions = {}) => withDrafts(['9', '9', 'nine'], options)
  const withDrafts = async (points: readonly string[], options: RenderOptions) => {
    const there = await desk(options)
    for (const typed of points) {
      await there.points()
      const before = heading()
      await there.user.keyboard(`p${typed}{Escape}k`)
      await waitFor(() => expect(heading()).not.toBe(before))
    }
    return there
  }

  it('can be cancelled for 10 seconds, also with a double click', async () => {
    const { user, corrected } = await twoDrafts()
    const marked = () => screen.getByRole('complementary', { name: 'Pupils' }).querySelector('p')?.textContent
    const before = marked()
    expect(before).toMatch(/marked/)
    await user.click(await all())
    expect(await screen.findByText(/^Returning 2 drafts in 10 s/)).toBeTruthy()
    // While the return can be cancelled, it does not count as marked.
    expect(marked()).toBe(before)
    expect(screen.getByText('1 draft was left out:')).toBeTruthy()
    const said: string[] = []
    const observer = new MutationObserver(() => said.push(document.body.textContent))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.dblClick(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Nothing was returned. Everything is a draft again.')).toBeTruthy()
    expect(await corrected()).toEqual([])
    // Another return begins only after the second click has had its effect, if it had one.
    await user.click(await all())
    expect(await screen.findByText(/^Returning 2 drafts in/)).toBeTruthy()
    observer.disconnect()
    expect(said.filter(text => text.includes('Not every draft could be'))).toEqual([])
  })

  it('sends each draft once, and shows the result', async () => {
    const { app, user, requests, corrected } = await twoDrafts()
    requests.length = 0
    await user.click(await all())
    await screen.findByText(/^Returning 2 drafts in/)
    app.sleep(10_000)
    expect(await screen.findByText(/^All 2 drafts were returned\./)).toBeTruthy()
    await waitFor(async () => expect(await corrected()).toHaveLength(2))
    expect(requests.filter(one => one.startsWith('POST'))).toHaveLength(2)
    expect((await status()).length).toBeGreaterThan(0)
  })

  it('lists the omitted drafts until the notice is closed, also after a reload', async () => {
    const indexedDB = new IDBFactory()
    const { app, user, points } = await twoDrafts({ indexedDB })
    const leftOut = () => screen.queryByText('1 draft was left out:')
    const reason = () => screen.queryByText(/: points must be a number$/)
    await user.click(await all())
    await screen.findByText(/^Returning 2 drafts in/)
    // The notice shows the result at the time of the return, not the draft as it is now.
    await user.clear(await points())
    await user.type(await points(), '9')
    app.sleep(10_000)
    await screen.findByText(/^All 2 drafts were returned\./)
    await act(async () => app.sleep(60_000))
    expect(leftOut() && reason()).toBeTruthy()
    const storage = { ...localStorage }
    cleanup()

    await desk({ indexedDB, storage })
    expect(leftOut() && reason()).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(leftOut()).toBeNull())
  })

  it('shows for 10 seconds that it has finished', async () => {
    const { app, user } = await oneDraft()
    await user.click(await screen.findByRole('button', { name: /^Return all drafts ?\(1\)$/ }))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await screen.findByText(/^1 draft was returned\./)
    app.sleep(9_000)
    expect(screen.queryByText(/^1 draft was returned\./)).toBeTruthy()
    app.sleep(1_000)
    await waitFor(() => expect(screen.queryByText(/^1 draft was returned\./)).toBeNull())
  })
})
