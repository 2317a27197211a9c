import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { TabChannel } from '../../../lib/openChannel.ts'
import type { Locks, TabPage } from '../../../lib/tabTurn.ts'
import type { ReadReceipts } from './readReceipts.ts'

const ChatSyncContext = createContext<OpenChatSync | undefined>(undefined)
export const ChatSyncProvider = ChatSyncContext

/** For what must not wait for it. */
export function useOpenChatSync(): OpenChatSync {
  const open = use(ChatSyncContext)
  if (!open) throw new Error('useOpenChatSync outside a ChatSyncProvider')
  return open
}

/** The person's chat sync once it is open; asks for nothing. */
export function useChatSync(): ChatSync | undefined {
  const { subscribe, opened } = useOpenChatSync()
  return useSyncExternalStore(subscribe, opened)
}

/** The messages of this chat are on the screen: they are read again when they changed. */
export function useWatchedChat(chatId: number): void {
  const open = useOpenChatSync()
  useEffect(() => {
    let gone = false
    let unwatch: (() => void) | undefined
    open().then(
      sync => {
        if (!gone) unwatch = sync.watch(chatId)
      },
      // Offline before the code was here: the screen reads as it would without.
      () => undefined,
    )
    return () => {
      gone = true
      unwatch?.()
    }
  }, [open, chatId])
}

const never = () => () => undefined

export function useReadState(chat: Chat) {
  const open = useOpenChatSync()
  const reads = useChatSync()?.reads
  const [atOpening, setAtOpening] = useState(() => howFar(chat, reads))
  // Another chat in the same place, or the device's own knowledge came after the chat was drawn.
  const isOpen = atOpening.chatId === chat.id && (atOpening.known || !reads)
  const { lastReadId } = isOpen ? atOpening : howFar(chat, reads)
  if (!isOpen) setAtOpening(howFar(chat, reads))
  return {
    /**
     * Id of the last message that was read when the chat was opened in this tab: what follows it is new, and stays so
     * while the chat is open. 0 when nothing was read yet, `undefined` where nobody knows.
     */
    lastReadId,
    /** The message and all before it are in front of a reader. */
    markSeen(messageId: number) {
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

/** Keeps one person's chats up to date while somebody looks. */
export type ChatSync = {
  start(): void
  stop(): void
  /** A chat is on the screen: its messages are read again when they changed, until the answer is called. */
  watch(chatId: number): () => void
  reads: ReadReceipts
  /** Up to when whatever changed was told, Unix ms; 0 where it is asked for. */
  heardAt(): number
  /** Lets go of everything, for good. */
  close(): void
}

/** The chat sync of the signed-in person; its code comes when it is first asked for. The same promise every time. */
export type OpenChatSync = {
  (): Promise<ChatSync>
  opened(): ChatSync | undefined
  /** Called when it was opened. */
  subscribe(listener: () => void): () => void
}

export type SyncPlatform = {
  /** Without it every visible tab asks, unless it has heard from another. */
  locks: Locks | undefined
  openChannel(name: string): TabChannel | undefined
  /** Where reads are kept for a service that doesn't; in this page only without it. */
  storage: Storage | undefined
  page: TabPage
}
