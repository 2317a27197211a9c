import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, DateTime, Id } from './wire.ts'

/**
 * The last message of a chat, for the list of chats. Without poll and reactions, so that neither makes the list stale.
 * Assumed.
 */
export const LastMessage = z.looseObject({
  id: Id,
  user: assumed(z.looseObject({ id: Id, name: z.string() })),
  text: z.string(),
  sent_at: assumed(DateTime),
  has_files: assumed(z.boolean()),
  has_poll: assumed(z.boolean()),
})
export type LastMessage = z.output<typeof LastMessage>

/**
 * api.md § Chat. The response that creates a chat spells `files_allowed` as `file_allowed`. If both are missing, it is
 * false.
 */
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
    /** The other user of a direct chat. Names are not unique. */
    direct_user_id: assumed(Id),
    is_muted: assumed(z.boolean()),
    is_pinned: assumed(z.boolean()),
    last_message: assumed(z.nullable(LastMessage)),
    /** Incremented with every change of the chat's messages, votes and reactions. */
    version: assumed(z.int()),
    member_count: assumed(z.int()),
    /** ID of the last message that the caller has read. `unread_messages` counts later messages of other users. */
    last_read_message_id: assumed(z.nullable(Id)),
  }),
  z.transform(({ file_allowed, files_allowed, ...chat }) => ({
    ...chat,
    files_allowed: files_allowed ?? file_allowed ?? false,
  })),
)
export type Chat = z.output<typeof Chat>

export const NewChat = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  broadcast_only: z._default(z.boolean(), false),
  files_allowed: z._default(z.boolean(), true),
})

const list = endpoint('GET /chats', 'The chats the caller is a member of', {
  resource: 'chat',
  scope: 'chats',
  tagged: true,
  answer: rows(Chat),
})

const get = endpoint('GET /chats/:chat_id', 'One chat', {
  resource: 'chat',
  scope: 'chats',
  tagged: true,
  answer: one(Chat),
})

/** `list` and `get` send an `ETag`, and answer 304 to the same value in `If-None-Match` (assumed). */
export const chats = {
  /** Source of `list`, `get` and `create`: api.md § Chats. The list is in the order of creation. */
  list,
  get,
  create: endpoint('POST /chats', 'Opens a chat; the caller becomes its admin', {
    resource: 'chat',
    scope: 'chats',
    body: NewChat,
    answer: one(Chat),
    invalidates: ['chat', 'permission'],
    patches: [{ target: list, adds: true }],
  }),
  markRead: endpoint('POST /chats/:chat_id/read', 'Says up to which message the caller has read', {
    resource: 'chat',
    scope: 'chats',
    /** The last message that was read, with all earlier ones. A lower ID changes nothing. */
    body: z.object({ message_id: Id }),
    answer: one(Chat),
    invalidates: ['chat'],
    patches: [{ target: list }, { target: get }],
    assumed: 'api.md counts unread messages without saying what makes one read',
  }),
}

/** Returns why the caller can't post in a chat, or undefined if they can. */
export function whyReadOnly(
  chat: Pick<Chat, 'can_write' | 'broadcast_only' | 'is_admin'>,
): 'broadcast' | 'noWriteAccess' | undefined {
  if (chat.can_write) return undefined
  return chat.broadcast_only && !chat.is_admin ? 'broadcast' : 'noWriteAccess'
}
