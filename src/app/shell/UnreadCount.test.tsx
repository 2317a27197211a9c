import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keyOf } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { renderApp } from '../../testing/renderApp.tsx'

it('counts unread messages', async () => {
  const { service } = await renderApp({ at: '/settings/tokens', as: 'albrecht' })
  const token = await service.signIn('albrecht')
  const rows: { unread_messages: number; is_muted?: boolean; id: number }[] = await (
    await service.send('GET', '/api/v2/chats', { token })
  ).json()
  const unread = rows.reduce((sum, chat) => sum + (chat.is_muted ? 0 : chat.unread_messages), 0)
  expect(unread).toBeGreaterThan(0)
  const link = await screen.findByRole('link', { name: `Chats ${unread} unread` })
  expect(link.getAttribute('href')).toBe('/chats')
})

/** Number on the app's icon. jsdom has no badges. */
let badge: number | undefined
beforeEach(() => {
  badge = undefined
  Object.assign(navigator, {
    setAppBadge: async (count: number) => {
      badge = count
    },
    clearAppBadge: async () => {
      badge = 0
    },
  })
})

it('shows unread messages in the title and on the badge until they are read', async () => {
  const { api, session } = await renderApp({ at: '/settings/tokens', as: 'albrecht' })
  await screen.findByRole('link', { name: /^Chats \d+ unread$/ })
  const list = api.queryClient.getQueryData(keyOf(chats.list, {}))?.rows ?? []
  const unread = list.reduce((sum, chat) => sum + (chat.is_muted ? 0 : chat.unread_messages), 0)
  /** Beginning of the title of the tab, and the badge. */
  const getShown = () => [/^(?:\(\d+\+?\) )?\p{L}+/u.exec(document.title)?.[0], badge]
  await waitFor(() => expect(getShown()).toEqual([`(${unread}) Personal`, unread]))

  const setUnread = (counts: readonly number[]) =>
    api.queryClient.setQueryData(keyOf(chats.list, {}), {
      rows: list.map((chat, index) => ({ ...chat, unread_messages: counts[index] ?? 0, is_muted: false })),
      unreadable: 0,
    })
  setUnread([60, 40])
  await waitFor(() => expect(getShown()).toEqual(['(99+) Personal', 100]))
  setUnread([])
  await waitFor(() => expect(getShown()).toEqual(['Personal', 0]))
  setUnread([3])
  await waitFor(() => expect(getShown()).toEqual(['(3) Personal', 3]))
  await session.signOut()
  await waitFor(() => expect(getShown()).toEqual(['Sign', 0]))
})
