import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Chat } from '../../../contract/chats.ts'
import { useMarkSeen } from '../messages/arrivals.ts'
import { createMessageScroll } from '../messages/messageScroll.ts'
import { type ChatSync, ChatSyncProvider, type OpenChatSync, useReadState } from './ChatSyncContext.ts'

beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(true))

/** Opens a chat with message 9 in view, on a service that does not store the read state. */
function openChat() {
  const listeners = new Set<() => void>()
  const marked: number[] = []
  let current: ChatSync | undefined
  const { promise, resolve, reject } = Promise.withResolvers<ChatSync>()
  const open: OpenChatSync = Object.assign(() => promise, {
    current: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const readReceipts = {
    getLastReadId: () => marked.at(-1) ?? 7,
    markSeen: (_: Chat, messageId: number) => marked.push(messageId),
  }
  const scroll = createMessageScroll()
  vi.spyOn(scroll, 'getState').mockReturnValue({ ...scroll.getState(), lastSeenId: 9 })
  const { result } = renderHook(
    () => {
      const readState = useReadState({ id: 1, unread_messages: 2 } as Chat)
      useMarkSeen(scroll, readState)
      return readState
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <ChatSyncProvider value={open}>{children}</ChatSyncProvider>
      ),
    },
  )
  return {
    result,
    marked,
    reject,
    load() {
      // Contains the parts that the hooks use.
      current = { readReceipts } as unknown as ChatSync
      resolve(current)
      for (const listener of listeners) listener()
    },
  }
}

it('is not settled and marks no chat as read before the state on this device is loaded', async () => {
  const { result, marked, load } = openChat()
  expect(result.current).toMatchObject({ isSettled: false, lastReadId: undefined })
  await act(async () => load())
  expect(result.current).toMatchObject({ isSettled: true, lastReadId: 7 })
  expect(marked).toEqual([9])
})

it('is settled without a state if its code cannot be loaded', async () => {
  const { result, reject } = openChat()
  await act(async () => reject(new Error('offline')))
  expect(result.current).toMatchObject({ isSettled: true, lastReadId: undefined })
})
