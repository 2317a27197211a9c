import type { Chat } from '../../../contract/chats.ts'
import { instantOf } from '../../../lib/schoolTime.ts'

/** When something last happened in a chat, Unix ms: its last message, else when it was made. */
export const lastMoment = (chat: Chat, timeZone: string): number =>
  instantOf(chat.last_message_at ?? chat.created_at, timeZone) ?? 0

/** Pinned chats first, then whoever spoke last. */
export const inOrder = (chats: readonly Chat[], timeZone: string): Chat[] =>
  chats
    .map(chat => ({ chat, pinned: chat.is_pinned ? 1 : 0, at: lastMoment(chat, timeZone) }))
    .sort((a, b) => b.pinned - a.pinned || b.at - a.at || b.chat.id - a.chat.id)
    .map(({ chat }) => chat)
