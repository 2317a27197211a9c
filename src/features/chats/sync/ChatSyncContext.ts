import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { Locks, TabChannel } from '../../../session/tabs.ts'
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

/** Keeps one person's chats up to date while somebody looks. */
export type ChatSync = {
  start(): void
  stop(): void
  /** A chat is on the screen: its messages are read again when they changed, until the answer is called. */
  watch(chatId: number): () => void
  reads: ReadReceipts
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
  page: SyncPage
}

export type SyncPage = {
  visible(): boolean
  focused(): boolean
  /** Called when the tab was shown or hidden, got or lost the focus, and with `online` when the network came back. */
  subscribe(listener: (online: boolean) => void): () => void
}
