import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

/** The desk of "Fractions p. 42" at Mika Sommer, with every request that is not for a document. */
async function desk(options: RenderOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/classes/1/homework/1/submissions/13',
    ...options,
    instead: request => {
      const path = new URL(request.url).pathname.replace('/api/v2', '')
      if (path.includes('/documents/')) return new Response(null, { status: 404 })
      // The poll of the chats is every screen's.
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
  it('takes one comparing read and one write for each pupil, and nothing else', async () => {
    const { app, user, points, requests, corrected } = await desk()
    // What the first screen asks for is none of theirs.
    await waitFor(() => expect(app.api.queryClient.isFetching()).toBe(0))
    requests.length = 0
    const count = 12
    for (let done = 0; done < count; done += 1) {
      const before = heading()
      await points()
      await user.keyboard('p9{Control>}{Enter}{/Control}')
      await waitFor(() => expect(heading()).not.toBe(before))
    }
    await waitFor(async () => expect(await corrected()).toHaveLength(count))
    await waitFor(() => expect(requests.filter(one => one.startsWith('POST'))).toHaveLength(count))
    const reads = requests.filter(one => /^GET \/todos\/1\/submissions\/\d+$/.test(one))
    expect(new Set(reads).size).toBe(count)
    expect(requests).toHaveLength(2 * count)
  })
})

describe('returning all drafts', () => {
  const all = () => screen.findByRole('button', { name: /^Return all drafts ?\(2\)$/ })
  const twoDrafts = async (options: RenderOptions = {}) => {
    const there = await desk(options)
    for (const typed of ['9', '9', 'nine']) {
      await there.points()
      const before = heading()
      await there.user.keyboard(`p${typed}{Escape}k`)
      await waitFor(() => expect(heading()).not.toBe(before))
    }
    return there
  }

  it('can be taken back for ten seconds', async () => {
    const { user, corrected } = await twoDrafts()
    const marked = () => screen.getByRole('complementary', { name: 'Pupils' }).querySelector('p')?.textContent
    const before = marked()
    expect(before).toMatch(/marked/)
    await user.click(await all())
    expect(await screen.findByText(/^Returning 2 drafts in 10 s/)).toBeTruthy()
    // As long as it can be cancelled, it does not count as marked.
    expect(marked()).toBe(before)
    expect(screen.getByText('1 draft was left out:')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Nothing was returned. Everything is a draft again.')).toBeTruthy()
    expect(await all()).toBeTruthy()
    expect(await corrected()).toEqual([])
  })

  it('returns each once, and says how it went', async () => {
    const { app, user, points, requests, corrected } = await twoDrafts()
    requests.length = 0
    await user.click(await all())
    await screen.findByText(/^Returning 2 drafts in/)
    app.service.advance(10_000)
    // The outbox looks again when something is added to it.
    await points()
    await user.keyboard('p9{Control>}{Enter}{/Control}')
    expect(await screen.findByText(/^All 2 drafts were returned\./)).toBeTruthy()
    await waitFor(async () => expect(await corrected()).toHaveLength(3))
    expect(requests.filter(one => one.startsWith('POST'))).toHaveLength(3)
    expect((await status()).length).toBeGreaterThan(0)
  })

  it('shows that it is finished for ten seconds', async () => {
    const { app, user, points } = await twoDrafts()
    await user.click(await all())
    await screen.findByText(/^Returning 2 drafts in/)
    app.service.advance(10_000)
    await points()
    await user.keyboard('p9{Control>}{Enter}{/Control}')
    await screen.findByText(/^All 2 drafts were returned\./)
    await waitFor(() => expect(screen.queryByText(/^All 2 drafts were returned\./)).toBeNull())
  })
})
