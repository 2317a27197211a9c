import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Chat } from '../../../contract/chats.ts'
import { CurrentUserProvider } from '../../../session/currentUser.ts'
import { ExtensionsProvider } from '../../../session/extensions.ts'
import { useReadState, useUnreadCount } from './readState.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chat = { id: 1, unread_messages: 2, last_read_message_id: 7, last_message: { id: 9 } } as Chat

/** Opens a chat with two unread messages. */
function openChat({ hasExtensions = true } = {}) {
  const reported: unknown[] = []
  const mutationFn = async (input: unknown) => reported.push(input)
  const client = new QueryClient({ defaultOptions: { mutations: { mutationFn } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <CurrentUserProvider value={{ id: 1 }}>
        <ExtensionsProvider value={hasExtensions}>{children}</ExtensionsProvider>
      </CurrentUserProvider>
    </QueryClientProvider>
  )
  const page = renderHook((shown: Chat) => ({ ...useReadState(shown), unread: useUnreadCount(shown) }), {
    wrapper,
    initialProps: chat,
  })
  return { ...page, reported }
}

const readUpTo = (message_id: number) => ({ chat_id: 1, body: { message_id } })

it('counts no read messages, and reports the last one after a pause', async () => {
  const { result, rerender, reported } = openChat()
  expect(result.current).toMatchObject({ lastReadId: 7, unread: 2 })
  act(() => result.current.markSeen(8))
  act(() => result.current.markSeen(9))
  act(() => result.current.markSeen(8))
  expect(result.current).toMatchObject({ lastReadId: 7, unread: 0 })
  expect(reported).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(reported).toEqual([readUpTo(9)])
  rerender({
    ...chat,
    unread_messages: 3,
    last_message: { ...chat.last_message, id: 10 } as Chat['last_message'],
  })
  expect(result.current.unread).toBe(3)
})

it('reports at once when the chat is closed', async () => {
  const { result, unmount, reported } = openChat()
  act(() => result.current.markSeen(9))
  unmount()
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual([readUpTo(9)])
})

it('counts and reports nothing before a service that does not store what was read', async () => {
  const { result, unmount, reported } = openChat({ hasExtensions: false })
  act(() => result.current.markSeen(9))
  unmount()
  await vi.advanceTimersByTimeAsync(0)
  expect(result.current).toMatchObject({ lastReadId: undefined, unread: 0 })
  expect(reported).toEqual([])
})
