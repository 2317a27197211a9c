import { z } from 'zod/mini'
import { Document, MessageKey } from './documents.ts'
import { endpoint, nothing, one, rows } from './endpoint.ts'
import { assumed, Badges, byId, DateTime, Id, inOrder, ordered, UnknownList } from './wire.ts'

export const Sender = z.looseObject({
  id: Id,
  name: z.string(),
  badges: assumed(Badges),
  profile_token: assumed(z.string()),
  avatar_url: assumed(z.nullable(z.string())),
})

const Voter = z.looseObject({ id: Id, name: z.string(), badges: assumed(Badges) })

export const PollOption = z.looseObject({
  id: Id,
  text: z.string(),
  votes: assumed(z.int().check(z.nonnegative())),
  is_voted: assumed(z.boolean()),
  users_voted: assumed(ordered(Voter, byId)),
})

/** The poll of a message. `users_voted` is empty or absent if the poll is anonymous. Assumed. */
export const Poll = z.looseObject({
  id: Id,
  is_anonymous: z.boolean(),
  is_multiple_choice: z.boolean(),
  closes_at: assumed(z.nullable(DateTime)),
  options: ordered(PollOption, byId),
  /** Number of people who voted. With several choices, the sum of the options' votes can be higher. */
  total_votes: assumed(z.int().check(z.nonnegative())),
  users_voted: assumed(ordered(Voter, byId)),
})
export type Poll = z.output<typeof Poll>

/**
 * An emoji under a message, and the number of users who chose it. Assumed: api.md does not show the items of
 * `reactions`.
 */
export const Reaction = z.looseObject({
  emoji: z.string().check(z.minLength(1)),
  count: z.int().check(z.positive()),
  is_own: assumed(z.boolean()),
})
export type Reaction = z.output<typeof Reaction>

/**
 * api.md § Chat message. `is_hidden` and `has_poll` are only guaranteed in the response to a new message. Read
 * `reactions` with `reactionsOf`.
 */
export const Message = z.looseObject({
  id: Id,
  chat_id: Id,
  user: Sender,
  text: z.string(),
  is_hidden: assumed(z.boolean()),
  has_files: z.boolean(),
  has_poll: assumed(z.boolean()),
  meta_type: z.nullable(z.string()),
  sent_at: DateTime,
  is_own: z.boolean(),
  reactions: UnknownList,
  files: assumed(ordered(Document, byId)),
  poll: assumed(z.nullable(Poll)),
  can_delete: assumed(z.boolean()),
  text_formatted: assumed(z.nullable(z.string())),
  text_basic: assumed(z.nullable(z.string())),
  alphanumeric_id: assumed(z.string()),
  /** `version` of the chat after the last change of this message. See `hasEveryChange`. */
  version: assumed(z.int()),
})
export type Message = z.output<typeof Message>

const text = z.string().check(z.maxLength(20_000))
const someText = text.check(z.regex(/\S/, 'must not be empty'))

export const TextMessage = z.object({
  text: someText,
  with_files: z.optional(z.literal(false)),
  poll: z.optional(z.never()),
})

/**
 * A message with files that were uploaded before. It takes the caller's files with the same `message_key` (assumed), or
 * all files without a key.
 */
export const FilesMessage = z.object({
  text,
  with_files: z.literal(true),
  message_key: z.optional(MessageKey),
  poll: z.optional(z.never()),
})

/**
 * Whether the service supports `message_key`. No response shows this. A service that sends `version` is our own or
 * similar.
 */
export const takesMessageKey = (chat: { version?: number | undefined }): boolean => chat.version !== undefined

export const PollMessage = z.object({
  text: someText,
  with_files: z.optional(z.literal(false)),
  poll: z.object({
    is_anonymous: z._default(z.boolean(), false),
    is_multiple_choice: z._default(z.boolean(), false),
    options: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))).check(
      z.minLength(2),
      z.maxLength(20),
      z.refine(options => new Set(options).size === options.length, 'the same option twice'),
    ),
  }),
})

/** The three variants of api.md § Chat messages. An invalid poll is refused, not sent as plain text. */
export const NewMessage = z.union([PollMessage, FilesMessage, TextMessage], {
  error: 'must be a text, a text with files, or a question with 2 to 20 different options',
})

export const Vote = z.object({
  option_ids: z.array(Id).check(
    z.maxLength(20),
    z.refine(ids => new Set(ids).size === ids.length, 'the same option twice'),
  ),
})

const characters = new Intl.Segmenter()

/** Exactly one emoji. A family of four counts as one, two thumbs do not. */
export const NewReaction = z.object({
  emoji: z.emoji().check(
    z.maxLength(32),
    z.refine(text => [...characters.segment(text)].length === 1, 'must be one emoji'),
  ),
})

const partOfMessage = 'api.md shows it as a part of messages, not how it gets there'

const list = endpoint('GET /chats/:chat_id/messages', 'The messages of a chat', {
  resource: 'message',
  scope: 'chats.messages',
  tagged: true,
  answer: rows(Message),
})

export const messages = {
  /** Source: api.md § Chat messages. Returns the whole chat, oldest first. `ETag` and 304 are assumed. */
  list,
  /** Source: api.md § Chat messages. */
  send: endpoint('POST /chats/:chat_id/messages', 'Sends text, files or a poll', {
    resource: 'message',
    scope: 'chats.messages',
    body: NewMessage,
    answer: one(Message),
    invalidates: ['message', 'chat'],
    // A chat can have 50,000 messages, so its list is not fetched again after each new one.
    patches: [{ target: list, adds: true }],
  }),
  /** Source: api.md § Chat messages. */
  remove: endpoint('DELETE /chats/:chat_id/messages/:message_id', 'Removes a message from its chat', {
    resource: 'message',
    scope: 'chats.messages',
    answer: nothing,
    invalidates: ['message', 'chat'],
  }),
  vote: endpoint('POST /chats/:chat_id/messages/:message_id/poll/votes', 'Votes, replacing an earlier vote', {
    resource: 'message',
    scope: 'chats.messages',
    body: Vote,
    answer: one(Message),
    invalidates: ['message', 'chat'],
    patches: [{ target: list }],
    assumed: partOfMessage,
  }),
  react: endpoint('POST /chats/:chat_id/messages/:message_id/reactions', 'Adds a reaction or takes it back', {
    resource: 'message',
    scope: 'chats.messages',
    body: NewReaction,
    answer: one(Message),
    invalidates: ['message', 'chat'],
    patches: [{ target: list }],
    assumed: partOfMessage,
  }),
}

/** Returns the valid reactions of a message, ordered by emoji so that the order does not change as people react. */
export function reactionsOf(message: Pick<Message, 'reactions'>): Reaction[] {
  const reactions = message.reactions.flatMap(item => Reaction.safeParse(item).data ?? [])
  return inOrder(reactions, ({ emoji }) => emoji)
}

/**
 * Whether messages loaded at version `from`, and updated since, contain every change up to `to`. Each version is one
 * change, and a message has the version of its last change. False if this is unknown, e.g. after a deletion.
 */
export function hasEveryChange(rows: readonly Pick<Message, 'version'>[], from: number, to: number): boolean {
  if (to <= from) return true
  const seen = new Set<number>()
  for (const { version } of rows)
    if (version !== undefined && version > from && version <= to) seen.add(version)
  return seen.size === to - from
}
