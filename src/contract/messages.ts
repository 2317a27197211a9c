import { z } from 'zod/mini'
import { Document, MessageKey } from './documents.ts'
import { endpoint, noContent, one, rows } from './endpoint.ts'
import { assumed, Badges, byId, DateTime, Id, Name, ordered, sortByKey, UnknownList } from './wire.ts'

export const Sender = z.looseObject({
  id: Id,
  name: z.string(),
  badges: assumed(Badges),
  profile_token: assumed(z.string()),
  avatar_url: assumed(z.nullable(z.string())),
})

/** `voted_at`: extension of our own service, not sent for anonymous polls. */
const Voter = z.looseObject({
  id: Id,
  name: z.string(),
  badges: assumed(Badges),
  voted_at: assumed(z.nullable(DateTime)),
})

export const PollOption = z.looseObject({
  id: Id,
  text: z.string(),
  votes: assumed(z.int().check(z.nonnegative())),
  is_voted: assumed(z.boolean()),
  users_voted: assumed(ordered(Voter, byId)),
})

/** `users_voted` is empty or absent in an anonymous poll. */
export const Poll = z.looseObject({
  id: Id,
  is_anonymous: z.boolean(),
  is_multiple_choice: z.boolean(),
  closes_at: assumed(z.nullable(DateTime)),
  options: ordered(PollOption, byId),
  /** Number of voters, not of votes. */
  total_votes: assumed(z.int().check(z.nonnegative())),
  users_voted: assumed(ordered(Voter, byId)),
})
export type Poll = z.output<typeof Poll>

/** api.md does not show the items of `reactions`. */
export const Reaction = z.looseObject({
  emoji: z.string().check(z.minLength(1)),
  count: z.int().check(z.positive()),
  is_own: assumed(z.boolean()),
})
export type Reaction = z.output<typeof Reaction>

/** api.md § Chat message. Only new messages guarantee `is_hidden` and `has_poll`. */
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
  /** The chat's version after the last change. */
  version: assumed(z.int()),
})
export type Message = z.output<typeof Message>

/** In characters. */
export const maxMessageLength = 20_000
const text = z.string().check(z.maxLength(maxMessageLength))
export const nonEmptyText = text.check(z.regex(/\S/, 'must not be empty'))

export const TextMessage = z.object({
  text: nonEmptyText,
  with_files: z.optional(z.literal(false)),
  poll: z.optional(z.never()),
})

/** Takes uploads with the same `message_key`, or all without a key. */
export const FilesMessage = z.object({
  text,
  with_files: z.literal(true),
  message_key: z.optional(MessageKey),
  poll: z.optional(z.never()),
})

/** Only our own service, or a similar one, sends `version`. */
export const supportsMessageKey = (chat: { version?: number | undefined }): boolean =>
  chat.version !== undefined

export const PollMessage = z.object({
  text: nonEmptyText,
  with_files: z.optional(z.literal(false)),
  poll: z.object({
    is_anonymous: z._default(z.boolean(), false),
    is_multiple_choice: z._default(z.boolean(), false),
    // With one option, it asks for confirmation.
    options: z.array(Name(500)).check(
      z.minLength(1),
      z.maxLength(20),
      z.refine(options => new Set(options).size === options.length, 'the same option twice'),
    ),
  }),
})

/** api.md § Chat messages. An invalid poll is refused, not sent as text. */
export const NewMessage = z.union([PollMessage, FilesMessage, TextMessage], {
  error: 'must be a text, a text with files, or a question with 1 to 20 different options',
})

export const Vote = z.object({
  option_ids: z.array(Id).check(
    z.maxLength(20),
    z.refine(ids => new Set(ids).size === ids.length, 'the same option twice'),
  ),
})

const characters = new Intl.Segmenter()

/** A family of four is one emoji, two thumbs are not. */
export const NewReaction = z.object({
  emoji: z.emoji().check(
    z.maxLength(32),
    z.refine(text => [...characters.segment(text)].length === 1, 'must be one emoji'),
  ),
})

const partOfMessage = 'api.md shows it in messages, but has no endpoint that adds it'

const list = endpoint('GET /chats/:chat_id/messages', 'The messages of a chat', {
  resource: 'message',
  scope: 'chats.messages',
  hasETag: true,
  response: rows(Message),
})

export const messages = {
  /** api.md § Chat messages. Oldest first. */
  list,
  /** api.md § Chat messages. */
  send: endpoint('POST /chats/:chat_id/messages', 'Sends text, files or a poll', {
    resource: 'message',
    scope: 'chats.messages',
    body: NewMessage,
    response: one(Message),
    invalidates: ['message', 'chat'],
    // The list can have 50,000 messages, so it is not fetched again.
    patches: [{ target: list, addsRow: true }],
  }),
  remove: endpoint('DELETE /chats/:chat_id/messages/:message_id', 'Removes a message from its chat', {
    resource: 'message',
    scope: 'chats.messages',
    response: noContent,
    invalidates: ['message', 'chat'],
  }),
  vote: endpoint('POST /chats/:chat_id/messages/:message_id/poll/votes', 'Votes, replacing an earlier vote', {
    resource: 'message',
    scope: 'chats.messages',
    body: Vote,
    response: one(Message),
    invalidates: ['message', 'chat'],
    patches: [{ target: list }],
    assumed: partOfMessage,
  }),
  react: endpoint('POST /chats/:chat_id/messages/:message_id/reactions', 'Adds or withdraws a reaction', {
    resource: 'message',
    scope: 'chats.messages',
    body: NewReaction,
    response: one(Message),
    invalidates: ['message', 'chat'],
    patches: [{ target: list }],
    assumed: partOfMessage,
  }),
}

export function reactionsOf(message: Pick<Message, 'reactions'>): Reaction[] {
  const reactions = message.reactions.flatMap(item => Reaction.safeParse(item).data ?? [])
  return sortByKey(reactions, ({ emoji }) => emoji)
}

/** Whether rows of version `from` contain all changes up to `to`. False if unknown, e.g. after a deletion. */
export function hasEveryChange(rows: readonly Pick<Message, 'version'>[], from: number, to: number): boolean {
  if (to <= from) return true
  const versions = new Set<number>()
  for (const { version } of rows)
    if (version !== undefined && version > from && version <= to) versions.add(version)
  return versions.size === to - from
}
