import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

it('counts unread messages, again when back online', async () => {
  const { service } = await renderApp({ at: '/settings/tokens', as: 'albrecht' })
  const token = await service.signIn('albrecht')
  const rows: { unread_messages: number; is_muted?: boolean; id: number }[] = await (
    await service.send('GET', '/api/v2/chats', { token })
  ).json()
  const unread = rows.reduce((sum, chat) => sum + (chat.is_muted ? 0 : chat.unread_messages), 0)
  expect(unread).toBeGreaterThan(0)
  const [link] = await screen.findAllByRole('link', { name: `Chats ${unread} unread` })
  expect(link?.getAttribute('href')).toBe('/chats')

  const ruiz = await service.signIn('ruiz')
  const sent = await service.send('POST', '/api/v2/chats/1/messages', { token: ruiz, body: { text: 'New' } })
  expect(sent.status).toBe(200)
  service.advance(60_000)
  window.dispatchEvent(new Event('online'))
  await waitFor(() =>
    expect(screen.getAllByRole('link', { name: `Chats ${unread + 1} unread` })).toHaveLength(2),
  )
})
