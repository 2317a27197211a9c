import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'

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
