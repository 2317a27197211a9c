import { useDebouncedCallback, useDocumentVisibility } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { write } from '../../../api/cache/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { createUserHook } from '../chatQueries.ts'

/** Newest message that the user has read on this page, by chat ID. */
type ReadIds = ReadonlyMap<number, number>

const useReadIds = createUserHook(() => createStore<ReadIds>(() => new Map()))

/** In ms. Combines the messages that the user reads one after the other. */
const reportDelay = 5_000

/** Read state of the open chat. The service stores it. */
export function useReadState(chat: Chat) {
  const hasExtensions = useHasExtensions()
  const readIds = useReadIds()
  // Messages that arrive later stay new while the chat is open.
  const [lastReadId] = useState(() => getLastReadId(chat, readIds.getState()))
  const { mutate } = useMutation(write(chats.markRead, { priority: 'background' }))
  const report = useDebouncedCallback(
    (message_id: number) => mutate({ chat_id: chat.id, body: { message_id } }),
    { delay: reportDelay, flushOnUnmount: true },
  )
  const isHidden = useDocumentVisibility() === 'hidden'
  useEffect(() => {
    if (isHidden) report.flush()
  }, [isHidden, report])
  return {
    /** Last read message when the chat was opened. 0 if the user has read none. Undefined if the service stores none. */
    lastReadId: hasExtensions ? lastReadId : undefined,
    markSeen(messageId: number) {
      if (!hasExtensions || messageId <= getLastReadId(chat, readIds.getState())) return
      readIds.setState(new Map(readIds.getState()).set(chat.id, messageId), true)
      report(messageId)
    },
  }
}

/** Returns a function for the number of unread messages in a chat. It is 0 if the service does not store what was read. */
export function useUnreadCounts(): (chat: Chat) => number {
  const hasExtensions = useHasExtensions()
  const readIds = useStore(useReadIds())
  return chat => (hasExtensions ? countUnread(chat, readIds) : 0)
}

export const useUnreadCount = (chat: Chat): number => useUnreadCounts()(chat)

/** Returns the chats with unread messages, without muted ones, and the number in each. */
export function useUnreadChats(chatList: readonly Chat[]): readonly { chat: Chat; count: number }[] {
  const countOf = useUnreadCounts()
  return chatList
    .map(chat => ({ chat, count: chat.is_muted ? 0 : countOf(chat) }))
    .filter(({ count }) => count > 0)
}

const getLastReadId = ({ id, last_read_message_id }: Chat, readIds: ReadIds): number =>
  Math.max(last_read_message_id ?? 0, readIds.get(id) ?? 0)

/** Messages that were read here and not yet reported do not count if no newer one has arrived. */
function countUnread(
  { id, unread_messages, last_message, last_read_message_id }: Chat,
  readIds: ReadIds,
): number {
  const readId = readIds.get(id) ?? 0
  const isReported = (last_read_message_id ?? 0) >= readId
  return isReported || (last_message?.id ?? 0) > readId ? unread_messages : 0
}
