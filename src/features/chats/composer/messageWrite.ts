import * as z from 'zod/mini'
import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import type { Input, Rows } from '../../../contract/endpoint.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { normalized } from '../../../lib/normalized.ts'
import { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

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

/** What is written in a chat is sent in order, files before their message (cases 25). */
export const chatLane = (chatId: number): string => `chat/${chatId}`

/** What is known of a chat is taken for all there is for so long; then it is read before a message that waited, ms. */
export const fresh = 30_000

/**
 * Sends a message, poll or text. Nothing is read before the first send: the app knows up to which message the chat was
 * loaded when it was written (`opened`), and which was the last it sent itself. After a lost answer the chat is read.
 */
export const messageWrite: WriteKind<typeof messages.send, MessageSeen> = {
  name: 'message',
  endpoint: messages.send,
  seen: MessageSeen,
  begin({ opened, last, ages }) {
    const knows = (seen: MessageSeen | undefined, age: number) => seen?.newest !== undefined && age < fresh
    if (!knows(opened, ages.opened) && !knows(last, ages.last)) return undefined
    const unreadable = last?.unreadable ?? opened?.unreadable
    return {
      newest: Math.max(opened?.newest ?? 0, last?.newest ?? 0),
      own: [],
      ...(unreadable !== undefined && { unreadable }),
    }
  },
  fetchRemote: async ({ chat_id, body }, call) => seenIn(await call(messages.list, { chat_id }), body.text),
  reconcile: reconcileMessage,
  end({ input, opened, before, answer, now }) {
    if (answer) {
      const unreadable = before?.unreadable
      return { newest: answer.id, own: [ownMessage(answer)], ...(unreadable !== undefined && { unreadable }) }
    }
    if (!now) return undefined
    const it = before && arrived(input.body, opened?.files, before, now)
    return { ...now, own: it ? [it] : [] }
  },
}

/** Uploads one file of a message, under the message's own key: the service takes the same file twice as once. */
export const messageFileWrite: WriteKind<typeof documents.upload> = {
  name: 'messageFile',
  endpoint: documents.upload,
  serves: messageWrite.name,
  repeatable: true,
}

/** A poll as it is made. `text` is the question. */
export type PollToSend = {
  text: string
  options: string[]
  is_anonymous: boolean
  is_multiple_choice: boolean
}
export type TextToSend = { text: string; files?: readonly KeptFile[] | undefined }

/**
 * What is known of the chat where it is written: the newest message and how many could not be read. `takesKey`: its service
 * knows what tells the files of one message from those of another.
 */
export type Loaded = Pick<MessageSeen, 'newest' | 'unreadable'> & { takesKey?: boolean }

/** The entries of one message for the outbox: its files, then itself, all under its own key where that is known. */
export function messageEntries(
  chatId: number,
  message: TextToSend | PollToSend,
  { takesKey = false, ...loaded }: Loaded,
  key: string,
) {
  const lane = chatLane(chatId)
  const files = 'files' in message ? [...(message.files ?? [])] : []
  const opened: MessageSeen = { ...loaded, own: [], ...(files.length > 0 && { files }) }
  return [
    ...files.map(({ id }) => ({
      kind: messageFileWrite,
      entry: {
        input: {
          body: {
            related_to: relationLabel({ kind: 'newMessage' }),
            ...(takesKey && { message_key: key }),
            file: { keptFile: id },
          },
        },
        lane,
        group: key,
      },
    })),
    {
      kind: messageWrite,
      entry: {
        input: { chat_id: chatId, body: bodyOf(message, files.length > 0, takesKey ? key : undefined) },
        lane,
        group: key,
        opened,
      },
    },
  ]
}

/** As api.md has its three kinds of message. The key only with files, and where the service knows it. */
function bodyOf(message: TextToSend | PollToSend, withFiles: boolean, message_key: string | undefined) {
  if ('options' in message) {
    const { text, ...poll } = message
    return { text, poll }
  }
  if (!withFiles) return { text: message.text }
  return { text: message.text, with_files: true as const, ...(message_key !== undefined && { message_key }) }
}
