import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'

it('sends files before the hand-in, and asks before the page closes meanwhile', async () => {
  const user = userEvent.setup()
  const upload = Promise.withResolvers<void>()
  const posts: string[] = []
  await renderApp({
    as: 'tanaka',
    at: '/classes/1/homework/7',
    async respond({ method, url }) {
      const { pathname } = new URL(url)
      if (method !== 'POST' || !/documents$|submissions$/.test(pathname)) return undefined
      posts.push(pathname)
      if (pathname.endsWith('/documents')) await upload.promise
      return undefined
    },
  })
  const isClosingRefused = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.upload(await screen.findByLabelText('Choose files'), new File(['3/4'], 'notes.txt'))
  await screen.findByRole('button', { name: 'Remove notes.txt' })
  expect(isClosingRefused()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(posts).toEqual(['/api/v2/documents']))
  expect(isClosingRefused()).toBe(true)
  expect(screen.queryByText(/^Handed in/)).toBeNull()
  upload.resolve()
  expect(await screen.findByText(/^Handed in Wed 10:20/)).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Your files' })).getByText('notes.txt')).toBeTruthy()
  expect(posts).toEqual(['/api/v2/documents', '/api/v2/todos/7/submissions'])
  await waitFor(() => expect(isClosingRefused()).toBe(false))
})

it('shows the sent work until the submission is read', async () => {
  const user = userEvent.setup()
  const release = Promise.withResolvers<void>()
  let service: Rendered['service'] | undefined
  let isLost = false
  let lateReads = 0
  const app = await renderApp({
    as: 'tanaka',
    at: '/classes/1/homework/7',
    withoutKeys: true,
    async respond(request) {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && pathname.endsWith('/todos/7/submissions')) {
        const token = await service?.signIn('tanaka')
        const body = { comment: 'Did it arrive?' }
        await service?.send('POST', '/api/v2/todos/7/submissions', { token: token ?? '', body })
        isLost = true
        return new Response(null, { status: 502 })
      }
      // The first read finds the hand-in for the outbox. The next one, for the screen, is slow.
      const isRead = request.method === 'GET' && /\/submissions\/\d+$/.test(pathname)
      if (isRead && isLost && ++lateReads > 1) await release.promise
      return undefined
    },
  })
  service = app.service
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Did it arrive?')
  await user.click(screen.getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(lateReads).toBeGreaterThan(1))
  expect(screen.getByRole('region', { name: 'On its way' }).textContent).toContain('Did it arrive?')
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull()
  release.resolve()
  expect(await screen.findByText(/^Handed in Wed 10:20/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'On its way' })).toBeNull()
})
