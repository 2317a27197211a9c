import { z } from 'zod'
import { Document } from './documents.ts'
import { endpoint, nothing, one, rows } from './endpoint.ts'
import { assumed, Badges, DateTime, Id, UnknownList } from './wire.ts'

/** Who sent a message. */
export const Sender = z.looseObject({
  id: Id,
  name: z.string(),
  badges: assumed(Badges),
  profile_token: assumed(z.string()),
  avatar_url: assumed(z.string().nullable()),
})

export const PollOption = z.looseObject({
  id: Id,
  text: z.string(),
  votes: assumed(z.int().nonnegative()),
  is_voted: assumed(z.boolean()),
})

/** A poll as a message carries it. `users_voted` is empty or absent where it is anonymous. Assumed. */
export const Poll = z.looseObject({
  id: Id,
  is_anonymous: z.boolean(),
  is_multiple_choice: z.boolean(),
  closes_at: assumed(DateTime.nullable()),
  options: z.array(PollOption),
  total_votes: assumed(z.int().nonnegative()),
  users_voted: assumed(z.array(z.looseObject({ id: Id, name: z.string(), badges: assumed(Badges) }))),
})
export type Poll = z.output<typeof Poll>

/** One emoji under a message and how many chose it. Assumed: api.md does not show the items of `reactions`. */
export const Reaction = z.looseObject({
  emoji: z.string().min(1),
  count: z.int().positive(),
  is_own: assumed(z.boolean()),
})
export type Reaction = z.output<typeof Reaction>

/**
 * A chat message (api.md § Chat message). `is_hidden` and `has_poll` are promised for the answer that creates one
 * only. The values of `meta_type` are not shown. Items of `reactions` are read with `reactionsOf`.
 */
export const Message = z.looseObject({
  id: Id,
  chat_id: Id,
  user: Sender,
  text: z.string(),
  is_hidden: assumed(z.boolean()),
  has_files: z.boolean(),
  has_poll: assumed(z.boolean()),
  meta_type: z.string().nullable(),
  sent_at: DateTime,
  is_own: z.boolean(),
  reactions: UnknownList,
  files: assumed(z.array(Document)),
  poll: assumed(Poll.nullable()),
  can_delete: assumed(z.boolean()),
  text_formatted: assumed(z.string().nullable()),
  text_basic: assumed(z.string().nullable()),
  alphanumeric_id: assumed(z.string()),
})
export type Message = z.output<typeof Message>

const text = z.string().max(20_000)
const someText = text.regex(/\S/, 'must not be empty')

export const TextMessage = z.strictObject({ text: someText, with_files: z.literal(false).optional() })

/** The files were uploaded before, with the relation `chat-message-file-new`; they speak for themselves without text. */
export const FilesMessage = z.strictObject({ text, with_files: z.literal(true) })

/** `text` is the question. */
export const PollMessage = z.strictObject({
  text: someText,
  poll: z.strictObject({
    is_anonymous: z.boolean().default(false),
    is_multiple_choice: z.boolean().default(false),
    options: z
      .array(z.string().trim().min(1).max(500))
      .min(2)
      .max(20)
      .refine(options => new Set(options).size === options.length, 'the same option twice'),
  }),
})

/** One of the three variants of api.md § Chat messages; strict, so that a misspelt poll is not sent as plain text. */
export const NewMessage = z.union([PollMessage, FilesMessage, TextMessage], {
  error: 'must be a text, a text with files, or a question with 2 to 20 different options',
})

/** The options chosen, none to take the vote back. */
export const Vote = z.object({
  option_ids: z
    .array(Id)
    .max(20)
    .refine(ids => new Set(ids).size === ids.length, 'the same option twice'),
})

export const NewReaction = z.object({ emoji: z.emoji().max(32) })

const partOfMessage = 'api.md shows it as a part of messages, not how it gets there'

export const messages = {
  /** Source: api.md § Chat messages. The whole chat: no pages are shown. */
  list: endpoint({
    method: 'GET',
    path: '/chats/:chat_id/messages',
    resource: 'message',
    scope: 'chats.messages',
    summary: 'The messages of a chat',
    answer: rows(Message),
  }),
  /** Source: api.md § Chat messages. */
  send: endpoint({
    method: 'POST',
    path: '/chats/:chat_id/messages',
    resource: 'message',
    scope: 'chats.messages',
    summary: 'Sends text, files or a poll',
    body: NewMessage,
    answer: one(Message),
    touches: ['message', 'chat'],
  }),
  /** Source: api.md § Chat messages. */
  remove: endpoint({
    method: 'DELETE',
    path: '/chats/:chat_id/messages/:message_id',
    resource: 'message',
    scope: 'chats.messages',
    summary: 'Removes a message from its chat',
    answer: nothing,
    touches: ['message', 'chat'],
  }),
  vote: endpoint({
    method: 'POST',
    path: '/chats/:chat_id/messages/:message_id/poll/votes',
    resource: 'message',
    scope: 'chats.messages',
    summary: 'Votes in a poll, in place of an earlier vote',
    body: Vote,
    answer: one(Message),
    touches: ['message'],
    assumed: partOfMessage,
  }),
  react: endpoint({
    method: 'POST',
    path: '/chats/:chat_id/messages/:message_id/reactions',
    resource: 'message',
    scope: 'chats.messages',
    summary: 'Adds a reaction; the same again takes it back',
    body: NewReaction,
    answer: one(Message),
    touches: ['message'],
    assumed: partOfMessage,
  }),
}

/** The reactions of a message that can be read; others are left out. */
export function reactionsOf(message: Pick<Message, 'reactions'>): Reaction[] {
  return message.reactions.flatMap(item => Reaction.safeParse(item).data ?? [])
}
