import * as z from 'zod/mini'
import type { Rows } from '../../../contract/endpoint.ts'
import type { Message } from '../../../contract/messages.ts'
import { normalized } from '../../../lib/normalized.ts'
import { KeptFile } from '../../../outbox/Drafts.ts'

/** An own message at the service, by what tells it apart. */
const OwnMessage = z.object({
  id: z.number(),
  text: z.string(),
  /** Names; absent where the service does not say which. */
  files: z.optional(z.array(z.string())),
  hasFiles: z.boolean(),
  /** Texts of the options; absent where it is no poll. */
  options: z.optional(z.array(z.string())),
})
export type OwnMessage = z.output<typeof OwnMessage>

/** What is known of a chat around one message: up to where it was read, and one's own messages beyond that. */
export const MessageSeen = z.object({
  /** Id of the newest message accounted for; ids grow. Absent where the chat was not loaded. */
  newest: z.optional(z.number()),
  /** How many messages of the chat could not be read. */
  unreadable: z.optional(z.number()),
  /** Own messages that may be this one; the message itself, in what it left. */
  own: z.array(OwnMessage),
  /** The files that go with it. Given where it was written. */
  files: z.optional(z.array(KeptFile)),
})
export type MessageSeen = z.output<typeof MessageSeen>

/** The newest message of a list, 0 for none. Newest last, but for what another service may send. */
export const newestOf = (rows: readonly Pick<Message, 'id'>[]): number =>
  rows.reduce((newest, { id }) => Math.max(newest, id), 0)

/** As it is compared. */
export const ownMessage = (message: Message): OwnMessage => ({
  id: message.id,
  text: message.text,
  hasFiles: message.has_files,
  ...(message.files && { files: message.files.map(({ name }) => name) }),
  ...(message.poll && { options: message.poll.options.map(option => option.text) }),
})

/** What the service has of a chat now, with those own messages that say just this. */
export const seenIn = (list: Rows<Message>, text: string): MessageSeen => ({
  newest: newestOf(list.rows),
  unreadable: list.unreadable,
  own: list.rows.filter(message => message.is_own && sameText(message.text, text)).map(ownMessage),
})

/** The same to a reader: a service may trim what it stores, and write line ends its own way. */
export const sameText = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (text: string) => normalized(text.replaceAll(/\r\n?/g, '\n'), 'NFC').trim()
