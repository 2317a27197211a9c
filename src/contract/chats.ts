import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, DateTime, Id, Name } from './wire.ts'

/** Contains no poll or reactions, so that they don't make the chat list stale. */
export const LastMessage = z.looseObject({
  id: Id,
  user: assumed(z.looseObject({ id: Id, name: z.string() })),
  text: z.string(),
  sent_at: assumed(DateTime),
  has_files: assumed(z.boolean()),
  has_poll: assumed(z.boolean()),
  /** Text of the option of a poll with names that has only this one, otherwise null. Extension. */
  single_option: assumed(z.nullable(z.string())),
})
export type LastMessage = z.output<typeof LastMessage>

/** api.md § Chat. Creating a chat responds with `file_allowed` instead. */
export const Chat = z.pipe(
  z.looseObject({
    id: Id,
    name: z.string(),
    created_at: DateTime,
    last_message_at: z.nullable(DateTime),
    broadcast_only: z.boolean(),
    files_allowed: z.optional(z.boolean()),
    file_allowed: z.optional(z.boolean()),
    url: z.string(),
    is_admin: z.boolean(),
    can_write: z.boolean(),
    unread_messages: z.int().check(z.nonnegative()),
    is_direct: assumed(z.boolean()),
    /** Names are not unique. */
    direct_user_id: assumed(Id),
    is_muted: assumed(z.boolean()),
    is_pinned: assumed(z.boolean()),
    last_message: assumed(z.nullable(LastMessage)),
    /** Incremented with every change of a message, vote or reaction. */
    version: assumed(z.int()),
    /** Whether the service sends messages at a given time (scheduledMessages.ts). */
    can_send_later: assumed(z.boolean()),
    member_count: assumed(z.int()),
    last_read_message_id: assumed(z.nullable(Id)),
  }),
  z.transform(({ file_allowed, files_allowed, ...chat }) => ({
    ...chat,
    files_allowed: files_allowed ?? file_allowed ?? false,
  })),
)
export type Chat = z.output<typeof Chat>

/** Maximum length of the text of a last message, in characters. Long enough for a quote and the start of the answer. */
export const maxPreviewLength = 700

/** In characters. */
export const maxChatNameLength = 200

export const NewChat = z.object({
  name: Name(maxChatNameLength),
  broadcast_only: z._default(z.boolean(), false),
  files_allowed: z._default(z.boolean(), true),
  /**
   * Extension: creates the direct chat with this user, or returns the existing one. A service without it ignores the
   * field, and its response has no `direct_user_id`.
   */
  direct_user_id: z.optional(Id),
})

const list = endpoint('GET /chats', 'The chats the caller is a member of', {
  resource: 'chat',
  scope: 'chats',
  hasETag: true,
  response: rows(Chat),
})

const get = endpoint('GET /chats/:chat_id', 'One chat', {
  resource: 'chat',
  scope: 'chats',
  hasETag: true,
  response: one(Chat),
})

export const chats = {
  /** api.md § Chats. Sorted by creation. */
  list,
  get,
  create: endpoint('POST /chats', 'Opens a chat; the caller becomes its admin', {
    resource: 'chat',
    scope: 'chats',
    body: NewChat,
    response: one(Chat),
    invalidates: ['chat', 'permission'],
    patches: [{ target: list, addsRow: true }],
  }),
  markRead: endpoint('POST /chats/:chat_id/read', 'Marks a chat as read up to a message', {
    resource: 'chat',
    scope: 'chats',
    /** Includes earlier messages. */
    body: z.object({ message_id: Id }),
    response: one(Chat),
    invalidates: ['chat'],
    patches: [{ target: list }, { target: get }],
    assumed: 'api.md counts unread messages without saying what makes one read',
  }),
}

/** Undefined if the caller can post. */
export function whyReadOnly(
  chat: Pick<Chat, 'can_write' | 'broadcast_only' | 'is_admin'>,
): 'broadcast' | 'noWriteAccess' | undefined {
  if (chat.can_write) return undefined
  return chat.broadcast_only && !chat.is_admin ? 'broadcast' : 'noWriteAccess'
}
