import type { Chat } from '../../../contract/chats.ts'
import { hasEveryChange, type Message } from '../../../contract/messages.ts'

/** What of a chat tells that its messages changed. */
export type ChatMark = Pick<Chat, 'version' | 'last_message_at' | 'last_message' | 'unread_messages'>

/**
 * Whether the messages held of a chat lack something. `then` is the chat as it was known when they were asked for, `now`
 * as it is. Without a `version` only a new message tells.
 */
export function isBehind(
  rows: readonly Pick<Message, 'id' | 'version'>[],
  then: ChatMark,
  now: ChatMark,
): boolean {
  if (then.version !== undefined && now.version !== undefined) {
    // A count that went down is of another school: the demo was reset.
    return now.version < then.version || !hasEveryChange(rows, then.version, now.version)
  }
  const isNew = now.last_message_at !== then.last_message_at || now.last_message?.id !== then.last_message?.id
  if (now.unread_messages > then.unread_messages) return true
  // One's own message may have entered with the answer to its sending.
  return isNew && (now.last_message == null || now.last_message.id !== rows.at(-1)?.id)
}
