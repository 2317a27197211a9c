import * as z from 'zod/mini'
import { relationLabel } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Input, Rows } from '../../contract/endpoint.ts'
import { type Message, messages } from '../../contract/messages.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import type { Verdict, WriteKind } from '../../outbox/queue/Writes.ts'
import { KeptFile } from '../../outbox/storage/keptFiles.ts'

type SentBody = Input<typeof messages.send>['body']

/**
 * Decides whether a message arrived. Messages of a chat are sent one by one, so a new own message with the same content
 * is this one. If there are two, another device of the user wrote the same, and the verdict is `unknown`.
 */
export function reconcileMessage({
  input: { body },
  opened,
  before,
  now,
}: {
  input: { body: SentBody }
  opened: ChatSnapshot | undefined
  before: ChatSnapshot | undefined
  now: ChatSnapshot
}): Verdict {
  // Before the first send, it can't have arrived.
  if (!before) return 'send'
  const [, another] = findCandidates(body, opened?.files, before, now)
  if (another) return 'unknown'
  if (findArrived(body, opened?.files, before, now)) return 'done'
  // The unreadable message may be this one.
  return (now.unreadable ?? 0) > (before.unreadable ?? 0) ? 'unknown' : 'send'
}

export const findArrived = (
  body: SentBody,
  files: ChatSnapshot['files'],
  before: ChatSnapshot,
  now: ChatSnapshot,
): OwnMessage | undefined => findCandidates(body, files, before, now)[0]

const findCandidates = (
  body: SentBody,
  files: ChatSnapshot['files'],
  before: ChatSnapshot,
  now: ChatSnapshot,
): OwnMessage[] =>
  now.own.filter(
    message =>
      message.id > (before.newest ?? 0) &&
      isSameText(message.text, body.text) &&
      hasSameFiles(message, files) &&
      hasSameOptions(message, body),
  )

function hasSameFiles(stored: OwnMessage, files: ChatSnapshot['files'] = []): boolean {
  // A service that does not list the files still says whether there are any.
  if (!stored.files) return stored.hasFiles === files.length > 0
  const local = files.map(({ name }) => name)
  // A file that was chosen twice counts once.
  return isSameTexts(
    [...new Set(stored.files.map(toComparableName))],
    [...new Set(local.map(toComparableName))],
  )
}

/**
 * Returns the part of a file name that a service does not change. It may remove a path and control characters, and
 * shorten the name.
 */
const toComparableName = (name: string) =>
  normalizeText(name.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 60)

function hasSameOptions(stored: OwnMessage, body: SentBody): boolean {
  return isSameTexts(stored.options ?? [], body.poll?.options ?? [])
}

/** Compares in any order, because a service may sort files. */
function isSameTexts(texts: readonly string[], others: readonly string[]): boolean {
  const sorted = (texts: readonly string[]) => texts.map(text => normalizeText(text, 'NFC').trim()).sort()
  return JSON.stringify(sorted(texts)) === JSON.stringify(sorted(others))
}

const OwnMessage = z.object({
  id: z.number(),
  text: z.string(),
  /** File names. Absent if the service does not list them. */
  files: z.optional(z.array(z.string())),
  hasFiles: z.boolean(),
  /** Texts of the options. Absent if it is not a poll. */
  options: z.optional(z.array(z.string())),
})
export type OwnMessage = z.output<typeof OwnMessage>

/** State of a chat before or after one message: how far the chat was read, and the user's own messages after that. */
export const ChatSnapshot = z.object({
  /** ID of the newest message that was taken into account. IDs increase. Absent if the chat was not loaded. */
  newest: z.optional(z.number()),
  unreadable: z.optional(z.number()),
  /** Own messages that may be this one. After the write, the message itself. */
  own: z.array(OwnMessage),
  /** Files of the message. Only set when it is written. */
  files: z.optional(z.array(KeptFile)),
})
export type ChatSnapshot = z.output<typeof ChatSnapshot>

/** Returns the highest ID of a list, 0 if it is empty. The newest message is last, but other services may differ. */
export const getNewestId = (rows: readonly Pick<Message, 'id'>[]): number =>
  rows.reduce((newest, { id }) => Math.max(newest, id), 0)

export const toOwnMessage = (message: Message): OwnMessage => ({
  id: message.id,
  text: message.text,
  hasFiles: message.has_files,
  ...(message.files && { files: message.files.map(({ name }) => name) }),
  ...(message.poll && { options: message.poll.options.map(option => option.text) }),
})

/** Returns the current state of a chat, with the user's messages that have this text. */
export const createChatSnapshot = (list: Rows<Message>, text: string): ChatSnapshot => ({
  newest: getNewestId(list.rows),
  unreadable: list.unreadable,
  own: list.rows.filter(message => message.is_own && isSameText(message.text, text)).map(toOwnMessage),
})

/** Whether a reader sees the same text. A service may trim texts and change line endings. */
export const isSameText = (one: string, other: string): boolean =>
  toComparableText(one) === toComparableText(other)
const toComparableText = (text: string) => normalizeText(text.replaceAll(/\r\n?/g, '\n'), 'NFC').trim()

/** Returns the lane of a chat. Its messages are sent in order, and files before their message (rule 25). */
export const chatLane = (chatId: number): string => `chat/${chatId}`

/**
 * Maximum age at which the loaded state of a chat is used, in ms. After that, the chat is read before a delayed message
 * is sent.
 */
export const maxSnapshotAge = 30_000

/**
 * Sends a message or a poll. The app knows which messages were loaded when it was written (`opened`), and which message
 * it sent last. While these are fresh, the chat is only read after a lost response.
 */
export const messageWrite: WriteKind<typeof messages.send, ChatSnapshot> = {
  name: 'message',
  endpoint: messages.send,
  seen: ChatSnapshot,
  begin({ opened, last, ages }) {
    const isFresh = (seen: ChatSnapshot | undefined, age: number) =>
      seen?.newest !== undefined && age < maxSnapshotAge
    if (!isFresh(opened, ages.opened) && !isFresh(last, ages.last)) return undefined
    const unreadable = last?.unreadable ?? opened?.unreadable
    return {
      newest: Math.max(opened?.newest ?? 0, last?.newest ?? 0),
      own: [],
      ...(unreadable !== undefined && { unreadable }),
    }
  },
  fetchRemote: async ({ chat_id, body }, call) =>
    createChatSnapshot(await call(messages.list, { chat_id }), body.text),
  reconcile: reconcileMessage,
  end({ input, opened, before, answer, now }) {
    if (answer) {
      const unreadable = before?.unreadable
      return {
        newest: answer.id,
        own: [toOwnMessage(answer)],
        ...(unreadable !== undefined && { unreadable }),
      }
    }
    if (!now) return undefined
    const arrivedMessage = before && findArrived(input.body, opened?.files, before, now)
    return { ...now, own: arrivedMessage ? [arrivedMessage] : [] }
  },
}

/** Uploads a file of a message with the message's key, with which the service stores a repeated file only once. */
export const messageFileWrite: WriteKind<typeof documents.upload> = {
  name: 'messageFile',
  endpoint: documents.upload,
  serves: messageWrite.name,
  repeatable: true,
}

/** Input of a new poll. `text` is the question. */
export type PollToSend = {
  text: string
  options: string[]
  is_anonymous: boolean
  is_multiple_choice: boolean
}
export type TextToSend = { text: string; files?: readonly KeptFile[] | undefined }

/**
 * State of the chat when a message is written: the newest message, and the number of unreadable ones. `supportsKey`:
 * whether the service supports `message_key`, which separates the files of different messages.
 */
export type LoadedState = Pick<ChatSnapshot, 'newest' | 'unreadable'> & { supportsKey?: boolean }

/**
 * Creates the outbox entries of a message: its files, then the message itself. All have the message's key if the
 * service supports it.
 */
export function messageEntries(
  chatId: number,
  message: TextToSend | PollToSend,
  { supportsKey = false, ...loaded }: LoadedState,
  key: string,
) {
  const lane = chatLane(chatId)
  const files = 'files' in message ? [...(message.files ?? [])] : []
  const opened: ChatSnapshot = { ...loaded, own: [], ...(files.length > 0 && { files }) }
  return [
    ...files.map(({ id }) => ({
      kind: messageFileWrite,
      entry: {
        input: {
          body: {
            related_to: relationLabel({ kind: 'newMessage' }),
            ...(supportsKey && { message_key: key }),
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
        input: {
          chat_id: chatId,
          body: createBody(message, files.length > 0, supportsKey ? key : undefined),
        },
        lane,
        group: key,
        opened,
      },
    },
  ]
}

/**
 * Returns the body for one of the three kinds of message in api.md. The key is only sent with files, and if the service
 * supports it.
 */
function createBody(message: TextToSend | PollToSend, withFiles: boolean, message_key: string | undefined) {
  if ('options' in message) {
    const { text, ...poll } = message
    return { text, poll }
  }
  if (!withFiles) return { text: message.text }
  return { text: message.text, with_files: true as const, ...(message_key !== undefined && { message_key }) }
}
