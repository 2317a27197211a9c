import type { Message } from '../../../src/contract/messages.ts'

/** What each candidate offers the bench. Showing may be asynchronous; `bench.ts` tells when it stands. */
export type Candidate = {
  /** Starts an app in which no chat is open yet: React runs, the list does not. */
  start(root: HTMLElement): Promise<void> | void
  /** Opens the chat with these messages, oldest first, which are all here. */
  show(messages: readonly Message[]): void
  /** The messages of the open chat are these now. */
  change(messages: readonly Message[], where: 'above' | 'below'): void
  /** Opens the chat, or reads it again: its messages have just arrived as the JSON of `GET /chats/:id/messages`. */
  receive(answer: Response): void
}
