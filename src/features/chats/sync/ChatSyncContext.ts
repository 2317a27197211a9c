import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { TabChannel } from '../../../lib/openChannel.ts'
import type { Locks, TabPage } from '../../../lib/tabLeader.ts'
import type { ReadReceipts } from './readReceipts.ts'

const ChatSyncContext = createContext<OpenChatSync | undefined>(undefined)
export const ChatSyncProvider = ChatSyncContext

/** Returns the function that opens the chat sync, without suspending. */
export function useOpenChatSync(): OpenChatSync {
  const open = use(ChatSyncContext)
  if (!open) throw new Error('useOpenChatSync outside a ChatSyncProvider')
  return open
}

/** Returns undefined until the chat sync is open. Does not open it. */
export function useChatSync(): ChatSync | undefined {
  const { subscribe, opened } = useOpenChatSync()
  return useSyncExternalStore(subscribe, opened)
}

/** Refetches the messages of this chat when they change, while the component is mounted. */
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
  // Another chat, or the stored read state arrived after the first render.
  const isCurrent = initialState.chatId === chat.id && (initialState.isKnown || !reads)
  const { lastReadId } = isCurrent ? initialState : getReadState(chat, reads)
  if (!isCurrent) setInitialState(getReadState(chat, reads))
  return {
    /**
     * ID of the last read message when the chat was opened in this tab, so that later messages stay new while
     * it is open. 0 if none was read, undefined if unknown.
     */
    lastReadId,
    /** Marks a message and all before it as read. */
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

/** Keeps the user's chats up to date while the page is visible. */
export type ChatSync = {
  start(): void
  stop(): void
  /** Refetches the messages of a chat when they change, until the returned function is called. */
  watch(chatId: number): () => void
  readReceipts: ReadReceipts
  /** All changes until this time (Unix ms) were received as events. 0 while polling. */
  getReceivedUntil(): number
  /** Releases everything. It can't be started again. */
  close(): void
}

/** Opens the chat sync of the user. The first call loads the code; later calls return the same promise. */
export type OpenChatSync = {
  (): Promise<ChatSync>
  opened(): ChatSync | undefined
  /** Calls the listener once it is open. */
  subscribe(listener: () => void): () => void
}

export type SyncPlatform = {
  /** Without locks, every visible tab polls unless it receives the list from another tab. */
  locks: Locks | undefined
  openChannel(name: string): TabChannel | undefined
  /** For the read state if the service does not store it. Undefined: memory only. */
  storage: Storage | undefined
  page: TabPage
}
