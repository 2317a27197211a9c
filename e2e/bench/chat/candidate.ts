import type { Message } from '../../../src/contract/messages.ts'

/** Interface of each candidate. Rendering may be asynchronous, because `bench.ts` waits for the result. */
export type Candidate = {
  /** Starts an app without an open chat: React runs, and the list is not rendered. */
  start(root: HTMLElement): Promise<void> | void
  /** Opens the chat with all its messages, oldest first. */
  show(messages: readonly Message[]): void
  /** Replaces the messages of the open chat. `side` is where messages were added. */
  change(messages: readonly Message[], side: 'above' | 'below'): void
  /** Opens the chat. The response has the JSON of `GET /chats/:id/messages`. */
  receive(response: Response): void
}
