import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

const class8b = 1
const messagesPath = `/api/v2/chats/${class8b}/messages`

stubElementSizes()

/** Opens a chat whose messages load once `load` is called. */
async function openUnloadedChat(options: RenderOptions = {}) {
  let isDown = true
  const app = await renderApp({
    as: 'albrecht',
    at: paths.chat(class8b),
    ...options,
    respond(request) {
      const { pathname } = new URL(request.url)
      if (pathname === messagesPath && request.method === 'GET' && isDown) {
        return new Response('', { status: 502 })
      }
      return options.respond?.(request)
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  return {
    app,
    field,
    load() {
      isDown = false
    },
  }
}

describe('a chat whose messages are not loaded', () => {
  it('shows a waiting message once, before and after loading', async () => {
    const { field, load } = await openUnloadedChat({
      respond: ({ method, url }) =>
        method === 'POST' && url.endsWith(messagesPath) ? new Response('', { status: 502 }) : undefined,
    })
    await userEvent.type(field, 'Bring your compasses{Enter}')
    await waitFor(() => expect(field.value).toBe(''))
    const row = () => document.querySelectorAll('[data-own] [data-state]')
    await waitFor(() => expect(row()).toHaveLength(1))
    expect(row()[0]?.textContent).toContain('Bring your compasses')
    const again = await screen.findByRole('button', { name: 'Try again' })
    load()
    await userEvent.click(again)
    await screen.findByRole('log')
    await waitFor(() => expect(row()).toHaveLength(1))
  })

  it('still shows a sent message', async () => {
    const { app, field, load } = await openUnloadedChat()
    await userEvent.type(field, 'Bring your rulers{Enter}')
    await screen.findByText('Bring your rulers', { selector: '[data-own] [data-state] *' })
    load()
    const stored = () =>
      app.service.db.selectFrom('messages').select('id').where('text', '=', 'Bring your rulers').execute()
    await waitFor(async () => {
      // The sender may have read before `load`. It tries again when this clock advances.
      app.service.advance(1000)
      expect(await stored()).toHaveLength(1)
    })
    expect(screen.getAllByText('Bring your rulers', { selector: '[data-own] p' })).toHaveLength(1)
  })
})
