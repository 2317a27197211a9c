import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const lenaWeber = 6
const messagesPath = `/api/v2/chats/${lenaWeber}/messages`

/** The service stores the message and responds with broken JSON, also to the next `reads` reads. */
async function sendUnreadably(reads: number) {
  const app = await renderApp({ as: 'albrecht', at: paths.chat(lenaWeber) })
  const field = await screen.findByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0))
  const real = app.service.service.fetch.bind(app.service.service)
  let remainingReads = reads
  let isSent = false
  const spy = vi.spyOn(app.service.service, 'fetch').mockImplementation(async (request, from) => {
    const { pathname } = new URL(request.url)
    const response = await real(request, from)
    if (pathname !== messagesPath) return response
    if (request.method === 'POST') isSent = true
    else if (!isSent || remainingReads === 0) return response
    else remainingReads -= 1
    return new Response('{"id": 12, "text": "Hal', { headers: { 'Content-Type': 'application/json' } })
  })
  onTestFinished(() => spy.mockRestore())
  await userEvent.type(field, 'Hall A{Enter}')
  const stored = () =>
    app.service.db.selectFrom('messages').select('id').where('text', '=', 'Hall A').execute()
  return { app, stored, log: within(screen.getByRole('log')) }
}

describe('a message that was stored although the response is unreadable', () => {
  it('is found among the messages', async () => {
    const { log, stored } = await sendUnreadably(0)
    await log.findByRole('article', { name: /Hall A$/ })
    await waitFor(() => expect(log.getAllByText('Hall A')).toHaveLength(1))
    expect(log.queryByRole('button', { name: /^Send again/ })).toBeNull()
    expect(await stored()).toHaveLength(1)
  })

  it('can’t be sent again once the chat shows it', async () => {
    const { app, log, stored } = await sendUnreadably(1)
    await log.findByRole('button', { name: /^Send again/ })
    await app.api.queryClient.invalidateQueries()
    await log.findByRole('article', { name: /Hall A$/ })
    await waitFor(() => expect(log.getAllByText('Hall A')).toHaveLength(1))
    expect(log.queryByRole('button', { name: /^Send again/ })).toBeNull()
    expect(await stored()).toHaveLength(1)
  })
})
