import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { TabChannel } from '../../../lib/openChannel.ts'
import type { Locks, TabPage } from '../../../lib/tabLeader.ts'
import type { ReadReceipts } from './readReceipts.ts'

const ChatSyncContext = createContext<OpenChatSync | undefined>(undefined)
export const ChatSyncProvider = ChatSyncContext

export function useOpenChatSync(): OpenChatSync {
  const open = use(ChatSyncContext)
  if (!open) throw new Error('useOpenChatSync outside a ChatSyncProvider')
  return open
}

/** Returns undefined until it is open. Does not open it. */
export function useChatSync(): ChatSync | undefined {
  const { subscribe, current } = useOpenChatSync()
  return useSyncExternalStore(subscribe, current)
}

/** Refetches the messages of this chat when they change. */
export function useWatchedChat(chatId: number): void {
  const open = useOpenChatSync()
  useEffect(() => {
    let isUnmounted = false
    let unwatch: (() => void) | undefined
    open().then(
      sync => {
        if (!isUnmounted) unwatch = sync.watch(chatId)
      },
      // The code could not be loaded, e.g. offline. The screen works without the sync.
      () => undefined,
    )
    return () => {
      isUnmounted = true
      unwatch?.()
    }
  }, [open, chatId])
}

const subscribeToNothing = () => () => undefined

export function useReadState(chat: Chat) {
  const open = useOpenChatSync()
  const reads = useChatSync()?.readReceipts
  const [initialState, setInitialState] = useState(() => getReadState(chat, reads))
  const [isUnavailable, setIsUnavailable] = useState(false)
  const isCurrent = initialState.chatId === chat.id && (initialState.isKnown || !reads)
  const { lastReadId, isKnown } = isCurrent ? initialState : getReadState(chat, reads)
  if (!isCurrent) setInitialState(getReadState(chat, reads))
  useEffect(() => {
    open().catch(() => setIsUnavailable(true))
  }, [open])
  return {
    /** Whether `lastReadId` is final: it may be stored on this device, and the code to read it loads late. */
    isSettled: isKnown || isUnavailable,
    /**
     * Last read message when the chat was opened, so that later messages stay new meanwhile. 0 if the user has read
     * no message, undefined if unknown.
     */
    lastReadId,
    markSeen(messageId: number) {
      open().then(
        sync => sync.readReceipts.markSeen(chat, messageId),
        () => undefined,
      )
    },
  }
}

export function useUnreadCount(chat: Chat): number {
  const reads = useChatSync()?.readReceipts
  return useSyncExternalStore(
    reads?.subscribe ?? subscribeToNothing,
    () => reads?.getUnreadCount(chat) ?? chat.unread_messages,
  )
}

/** Returns the chats with unread messages, without muted ones, and the number in each. */
export function useUnreadChats(chats: readonly Chat[]): readonly { chat: Chat; count: number }[] {
  const reads = useChatSync()?.readReceipts
  const getCount = (chat: Chat) => (chat.is_muted ? 0 : (reads?.getUnreadCount(chat) ?? chat.unread_messages))
  // As text, because a new list would count as a change.
  const counts = useSyncExternalStore(reads?.subscribe ?? subscribeToNothing, () =>
    chats.map(getCount).join(),
  ).split(',')
  return chats.map((chat, index) => ({ chat, count: Number(counts[index]) })).filter(({ count }) => count > 0)
}

export function useTotalUnread(chats: readonly Chat[]): number {
  const reads = useChatSync()?.readReceipts
  return useSyncExternalStore(reads?.subscribe ?? subscribeToNothing, () => {
    let sum = 0
    for (const chat of chats) if (!chat.is_muted) sum += reads?.getUnreadCount(chat) ?? chat.unread_messages
    return sum
  })
}

function getReadState(chat: Chat, reads: ReadReceipts | undefined) {
  const serviceLastRead = chat.last_read_message_id === null ? 0 : chat.last_read_message_id
  const lastReadId = reads ? reads.getLastReadId(chat) : serviceLastRead
  return { chatId: chat.id, lastReadId, isKnown: reads !== undefined || lastReadId !== undefined }
}

export type ChatSync = {
  start(): void
  stop(): void
  /** Refetches the messages of a chat when they change, until the returned function is called. */
  watch(chatId: number): () => void
  readReceipts: ReadReceipts
  /** All changes until then (Unix ms) were received as events. 0 while polling. */
  getReceivedUntil(): number
  /** Releases everything. It can't be started again. */
  close(): void
}

/** The first call loads the code; later calls return the same promise. */
export type OpenChatSync = {
  (): Promise<ChatSync>
  current(): ChatSync | undefined
  subscribe(listener: () => void): () => void
}

export type SyncPlatform = {
  /** Without locks, every visible tab polls unless it receives the list from another tab. */
  locks: Locks | undefined
  openChannel(name: string): TabChannel | undefined
  /** For the read state if the service does not store it. */
  storage: Storage | undefined
  page: TabPage
}
