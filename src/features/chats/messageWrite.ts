import * as z from 'zod/mini'
import { relationLabel } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Input } from '../../contract/endpoint.ts'
import { type Message, messages } from '../../contract/messages.ts'
import { isSameText, normalizeText } from '../../lib/normalizeText.ts'
import type { SentWrite, WriteKind } from '../../outbox/queue/Writes.ts'
import { StoredFile } from '../../outbox/storage/fileStore.ts'
import { RemindedIds } from '../homework/reminders/remindedIds.ts'

type SentBody = Input<typeof messages.send>['body']

type SentMessage = Pick<
  SentWrite<typeof messages.send, ChatSnapshot, SentResult>,
  'base' | 'earlier' | 'createdAt' | 'firstSentAt'
> & { body: SentBody }

export const SentResult = z.object({ id: z.number() })
export type SentResult = z.output<typeof SentResult>

/**
 * Finds a sent message: the only own one with the same content that is newer than all known ones. Returns
 * undefined if it may be from another device or from a cancelled write.
 */
export function findSentMessage(
  { body, base, earlier, createdAt, firstSentAt }: SentMessage,
  rows: readonly Message[],
): SentResult | false | undefined {
  const known = [
    { id: base?.newest, at: createdAt },
    ...earlier.map(({ result, doneAt }) => ({ id: result?.id, at: doneAt })),
  ]
  const newest = Math.max(0, ...known.map(({ id = 0 }) => id))
  const matches = rows.filter(
    message =>
      message.is_own &&
      message.id > newest &&
      isSameText(message.text, body.text) &&
      hasSameFiles(message, base?.files) &&
      hasSameOptions(message, body),
  )
  const [match, another] = matches
  if (!match) return false
  const isRecent = known.some(({ id, at }) => id !== undefined && firstSentAt - at < maxSnapshotAge)
  const isClear = earlier.every(({ result }) => result !== undefined)
  return another || !isRecent || !isClear ? undefined : { id: match.id }
}

function hasSameFiles(stored: Message, files: ChatSnapshot['files'] = []): boolean {
  // Without a list of files, only their existence can be compared.
  if (!stored.files) return stored.has_files === files.length > 0
  const local = files.map(({ name }) => name)
  // A file that was chosen twice counts once.
  return isSameTexts(
    [...new Set(stored.files.map(({ name }) => toComparableName(name)))],
    [...new Set(local.map(toComparableName))],
  )
}

/** A service may remove the path and control characters of a name, and shorten it. */
const toComparableName = (name: string) =>
  normalizeText(name.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 60)

function hasSameOptions(stored: Message, body: SentBody): boolean {
  return isSameTexts(stored.poll?.options.map(({ text }) => text) ?? [], body.poll?.options ?? [])
}

/** Ignores the order, because a service may sort files. */
function isSameTexts(texts: readonly string[], otherTexts: readonly string[]): boolean {
  const sorted = (texts: readonly string[]) => texts.map(text => normalizeText(text, 'NFC').trim()).sort()
  return JSON.stringify(sorted(texts)) === JSON.stringify(sorted(otherTexts))
}

/** State of a chat when a message is written, the message's files and its purpose. */
export const ChatSnapshot = z.object({
  /** Newest loaded message. Absent if the chat was not loaded. */
  newest: z.optional(z.number()),
  files: z.optional(z.array(StoredFile)),
  remindsOf: z.optional(RemindedIds),
})
export type ChatSnapshot = z.output<typeof ChatSnapshot>

/** Other services may sort differently. */
export const getNewestId = (rows: readonly Pick<Message, 'id'>[]): number =>
  rows.reduce((newest, { id }) => Math.max(newest, id), 0)

/** Messages of a lane are sent in order, and files before their message (rule 25). */
export const chatLane = (chatId: number): string => `chat/${chatId}`

/** In ms. Later, another device may have sent the same text. */
export const maxSnapshotAge = 30_000

export const messageWrite: WriteKind<typeof messages.send, ChatSnapshot, SentResult> = {
  name: 'message',
  endpoint: messages.send,
  base: ChatSnapshot,
  toResult: ({ id }) => ({ id }),
  async wasApplied({ input: { chat_id, body }, ...sent }, call) {
    const { rows } = await call(messages.list, { chat_id })
    return findSentMessage({ ...sent, body }, rows)
  },
}

export const messageFileWrite: WriteKind<typeof documents.upload> = {
  name: 'messageFile',
  endpoint: documents.upload,
  prepares: messageWrite.name,
}

/** `text` is the question. */
export type PollToSend = {
  text: string
  options: string[]
  is_anonymous: boolean
  is_multiple_choice: boolean
  /** IDs of the homework that the message reminds of. */
  remindsOf?: readonly number[] | undefined
}
export type TextToSend = {
  text: string
  files?: readonly StoredFile[] | undefined
  /** IDs of the homework that the message reminds of. */
  remindsOf?: readonly number[] | undefined
}

/** `supportsKey`: whether the service supports `message_key`, which connects files with their message. */
export type LoadedState = Pick<ChatSnapshot, 'newest'> & { supportsKey?: boolean }

export function createMessageEntries(
  chatId: number,
  message: TextToSend | PollToSend,
  { supportsKey = false, ...loaded }: LoadedState,
  key: string,
) {
  const lane = chatLane(chatId)
  const files = 'files' in message ? [...(message.files ?? [])] : []
  const remindsOf = 'remindsOf' in message ? message.remindsOf : undefined
  const base: ChatSnapshot = {
    ...loaded,
    ...(files.length > 0 && { files }),
    ...(remindsOf !== undefined && { remindsOf: [...remindsOf] }),
  }
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
        base,
      },
    },
  ]
}

function createBody(message: TextToSend | PollToSend, withFiles: boolean, message_key: string | undefined) {
  if ('options' in message) {
    const { text, remindsOf: _, ...poll } = message
    return { text, poll }
  }
  if (!withFiles) return { text: message.text }
  return { text: message.text, with_files: true as const, ...(message_key !== undefined && { message_key }) }
}
