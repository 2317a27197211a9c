import type { Locks, TabChannel } from '../../../session/tabs.ts'
import type { ReadMarks } from './ReadMarks.ts'

/** Keeps one person's chats up to date while somebody looks. */
export type ChatNews = {
  /** Begins to ask. */
  start(): void
  /** Asks no more, until it is started again. */
  stop(): void
  /** A chat is on the screen: its messages are read again when they changed, until the answer is called. */
  watch(chatId: number): () => void
  reads: ReadMarks
  /** Lets go of everything, for good. */
  close(): void
}

/** The news of the signed-in person; its code comes when it is first asked for. The same promise every time. */
export type OpenChatNews = {
  (): Promise<ChatNews>
  /** The news if it was opened; asks for nothing. */
  opened(): ChatNews | undefined
  /** Called when it was opened. */
  subscribe(listener: () => void): () => void
}

/** What of the browser it needs. */
export type NewsPlatform = {
  /** Without it every visible tab asks, unless it has heard from another. */
  locks: Locks | undefined
  openChannel(name: string): TabChannel | undefined
  /** Where reads are kept for a service that doesn't; in this page only without it. */
  storage: Storage | undefined
  page: NewsPage
}

export type NewsPage = {
  visible(): boolean
  focused(): boolean
  /** Called when the tab was shown or hidden, got or lost the focus, and with `online` when the network came back. */
  subscribe(listener: (online: boolean) => void): () => void
}
