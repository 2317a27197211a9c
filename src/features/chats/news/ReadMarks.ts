import type { Chat } from '../../../contract/chats.ts'

/** What of a chat says how far it was read. */
export type ReadChat = Pick<Chat, 'id' | 'unread_messages' | 'last_read_message_id' | 'last_message'>

/** How far a person has read, told to the service, or kept on this device where the service does not keep it. */
export type ReadMarks = {
  /** Id of the last message that was read, 0 before the first; `undefined` where nobody knows. */
  lastRead(chat: ReadChat): number | undefined
  /** How many messages of others are unread, what was just seen not among them. */
  unread(chat: ReadChat): number
  /** The message and all before it were seen. Told to the service after a while, and never backwards. */
  markSeen(chat: ReadChat, messageId: number): void
  /** Tells the service now what it is still to be told: the chat was left. */
  flush(): void
  subscribe(listener: () => void): () => void
}
