import { useState, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useChatSync, useOpenChatSync } from './ChatSyncContext.ts'
import type { ReadReceipts } from './readReceipts.ts'

export type ReadState = {
  /**
   * Id of the last message that was read when the chat was opened in this tab: what follows it is new, and stays so
   * while the chat is open. 0 when nothing was read yet, `undefined` where nobody knows.
   */
  lastReadId: number | undefined
  /** The message and all before it are in front of a reader. */
  markSeen(messageId: number): void
}

const never = () => () => undefined

export function useReadState(chat: Chat): ReadState {
  const open = useOpenChatSync()
  const reads = useChatSync()?.reads
  const [atOpening, setAtOpening] = useState(() => howFar(chat, reads))
  // Another chat in the same place, or the device's own knowledge came after the chat was drawn.
  const isOpen = atOpening.chatId === chat.id && (atOpening.known || !reads)
  const { lastReadId } = isOpen ? atOpening : howFar(chat, reads)
  if (!isOpen) setAtOpening(howFar(chat, reads))
  return {
    lastReadId,
    markSeen(messageId) {
      open().then(
        sync => sync.reads.markSeen(chat, messageId),
        () => undefined,
      )
    },
  }
}

export function useUnread(chat: Chat): number {
  const reads = useChatSync()?.reads
  return useSyncExternalStore(reads?.subscribe ?? never, () => reads?.unread(chat) ?? chat.unread_messages)
}

export function useUnreadSum(chats: readonly Chat[]): number {
  const reads = useChatSync()?.reads
  return useSyncExternalStore(reads?.subscribe ?? never, () => {
    let sum = 0
    for (const chat of chats) if (!chat.is_muted) sum += reads?.unread(chat) ?? chat.unread_messages
    return sum
  })
}

function howFar(chat: Chat, reads: ReadReceipts | undefined) {
  const told = chat.last_read_message_id === null ? 0 : chat.last_read_message_id
  const lastReadId = reads ? reads.lastRead(chat) : told
  return { chatId: chat.id, lastReadId, known: reads !== undefined || lastReadId !== undefined }
}
