import * as z from 'zod/mini'
import type { Input, Rows } from '../../../contract/endpoint.ts'
import type { Message, messages } from '../../../contract/messages.ts'
import { normalized } from '../../../lib/normalized.ts'
import { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { Verdict } from '../../../outbox/queue/Writes.ts'

type Sent = Input<typeof messages.send>['body']

/**
 * Did this message arrive? Messages of a chat are sent one by one, so an own one that says just this and came after all
 * that is accounted for is it. Two such: another device of this person wrote the same, and nobody can tell.
 */
export function reconcileMessage({
  input: { body },
  opened,
  before,
  now,
}: {
  input: { body: Sent }
  opened: MessageSeen | undefined
  before: MessageSeen | undefined
  now: MessageSeen
}): Verdict {
  // Looked at before a first send: it can't be there yet.
  if (!before) return 'send'
  const [, another] = candidates(body, opened?.files, before, now)
  if (another) return 'unknown'
  if (arrived(body, opened?.files, before, now)) return 'done'
  // It may be the one that can't be read.
  return (now.unreadable ?? 0) > (before.unreadable ?? 0) ? 'unknown' : 'send'
}

/** The message itself, read back. */
export const arrived = (
  body: Sent,
  files: MessageSeen['files'],
  before: MessageSeen,
  now: MessageSeen,
): OwnMessage | undefined => candidates(body, files, before, now)[0]

const candidates = (
  body: Sent,
  files: MessageSeen['files'],
  before: MessageSeen,
  now: MessageSeen,
): OwnMessage[] =>
  now.own.filter(
    one =>
      one.id > (before.newest ?? 0) &&
      sameText(one.text, body.text) &&
      sameFiles(one, files) &&
      sameOptions(one, body),
  )

function sameFiles(there: OwnMessage, files: MessageSeen['files'] = []): boolean {
  // A service that does not say which files says at least that there are some.
  if (!there.files) return there.hasFiles === files.length > 0
  const ours = files.map(({ name }) => name)
  // The same file chosen twice is one.
  return sameTexts([...new Set(there.files.map(plainName))], [...new Set(ours.map(plainName))])
}

/** As much of a name as a service leaves as it is: it may take a path and control characters out, and cut it. */
const plainName = (name: string) =>
  normalized(name.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 60)

function sameOptions(there: OwnMessage, body: Sent): boolean {
  return sameTexts(there.options ?? [], body.poll?.options ?? [])
}

/** In whatever order: a service may list files its own way. */
function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  const sorted = (texts: readonly string[]) => texts.map(text => normalized(text, 'NFC').trim()).sort()
  return JSON.stringify(sorted(some)) === JSON.stringify(sorted(others))
}

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
