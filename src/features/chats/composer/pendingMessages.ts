import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { query } from '../../../api/cache/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write, WriteState } from '../../../outbox/queue/Writes.ts'
import { getUploadFileId, type StoredFile } from '../../../outbox/storage/fileStore.ts'
import { asksForConfirmation } from '../confirmations/confirmation.ts'
import {
  ChatSnapshot,
  chatLane,
  findSentMessage,
  messageFileWrite,
  messageWrite,
  type PollToSend,
  SentResult,
} from '../messageWrite.ts'
import { splitQuote } from '../quote.ts'
import { restoreToDraft } from './restoreToDraft.ts'

export type FileState = 'waiting' | 'sending' | 'sent' | 'failed'

/** `writes`: its uploads in order, then the message. */
export type OutboxMessage = {
  id: string
  text: string
  poll?: PollToSend
  files: { name: string; size: number; state: FileState }[]
  state: 'sending' | 'waiting' | 'failed' | 'uncertain'
  isBlockedByFailed: boolean
  error?: NonNullable<Write['error']>
  isFileRefused: boolean
  createdAt: number
  writes: readonly Write[]
  storedFiles: readonly StoredFile[]
  remindsOf?: number[]
  /** Set once it was sent. `id` is undefined if the service did not return it. */
  arrived?: { id: number | undefined; doneAt: number }
}

const StoredPoll = z.object({
  options: z.array(z.string()),
  is_anonymous: z.boolean(),
  is_multiple_choice: z.boolean(),
})
const StoredMessage = z.object({
  body: z.union([
    z.object({ text: z.string(), poll: StoredPoll }),
    z.object({ text: z.string(), poll: z.optional(z.undefined()) }),
  ]),
})

const blockingStates = new Set<WriteState>(['failed', 'uncertain', 'conflict'])

/** Oldest first. */
export function getOutboxMessages(writes: readonly Write[]): OutboxMessage[] {
  const groups = Map.groupBy(writes, ({ id, group }) => group ?? id)
  const messages: OutboxMessage[] = []
  let precedingState: 'none' | 'pending' | 'blocked' = 'none'
  for (const [id, messageWrites] of groups) {
    const message = createOutboxMessage(id, messageWrites, precedingState)
    if (!message) continue
    messages.push(message)
    if (message.state === 'failed' || message.state === 'uncertain') precedingState = 'blocked'
    else if (!message.arrived && precedingState === 'none') precedingState = 'pending'
  }
  return messages
}

function createOutboxMessage(
  id: string,
  writes: readonly Write[],
  precedingState: 'none' | 'pending' | 'blocked',
): OutboxMessage | undefined {
  const mainWrite = writes.find(({ kind }) => kind === messageWrite.name)
  const body = mainWrite && z.safeParse(StoredMessage, mainWrite.input).data?.body
  if (!mainWrite || !body) return undefined
  const { text, poll } = body
  const blockingWrite = writes.find(({ state }) => blockingStates.has(state))
  const error = writes.find(write => write.state !== 'done' && write.error)?.error
  const result = z.safeParse(SentResult, mainWrite.result).data
  const { files: storedFiles = [], remindsOf } = z.safeParse(ChatSnapshot, mainWrite.base).data ?? {}
  return {
    id,
    text,
    ...(poll && { poll: { text, ...poll } }),
    files: toPendingFiles(storedFiles, writes),
    storedFiles,
    ...(remindsOf !== undefined && { remindsOf }),
    state: blockingWrite
      ? blockingWrite === mainWrite && blockingWrite.state === 'uncertain'
        ? 'uncertain'
        : 'failed'
      : precedingState === 'none'
        ? 'sending'
        : 'waiting',
    isBlockedByFailed: !blockingWrite && precedingState === 'blocked',
    ...(error && { error }),
    isFileRefused: blockingWrite !== undefined && blockingWrite !== mainWrite,
    createdAt: mainWrite.createdAt,
    writes,
    ...(mainWrite.state === 'done' && { arrived: { id: result?.id, doneAt: mainWrite.doneAt ?? 0 } }),
  }
}

/** Whether messages that were read at `readAt` (Unix ms) include this one. */
export function isIncludedIn(
  { state, writes }: OutboxMessage,
  rows: readonly Message[],
  readAt: number,
  getEarlier: Outbox['writes']['findEarlier'],
): boolean {
  const mainWrite = writes.find(({ kind }) => kind === messageWrite.name)
  const body = z.safeParse(StoredMessage, mainWrite?.input).data?.body
  const isCandidate = state !== 'failed' && (mainWrite?.sentAt ?? readAt) < readAt
  if (!isCandidate || !mainWrite || mainWrite.firstSentAt === undefined || !body) return false
  const { createdAt, firstSentAt } = mainWrite
  const base = z.safeParse(ChatSnapshot, mainWrite.base).data
  const earlier = getEarlier(mainWrite).map(({ result, doneAt }) => ({
    result: z.safeParse(SentResult, result).data,
    doneAt,
  }))
  return Boolean(findSentMessage({ body, base, earlier, createdAt, firstSentAt }, rows))
}

function toPendingFiles(
  storedFiles: readonly StoredFile[],
  writes: readonly Write[],
): OutboxMessage['files'] {
  const uploads = new Map(
    writes
      .filter(({ kind }) => kind === messageFileWrite.name)
      .map(write => [getUploadFileId(write), write.state]),
  )
  return storedFiles.map(({ id, name, size }) => ({ name, size, state: getFileState(uploads.get(id)) }))
}

/** A completed upload is removed from the writes. */
function getFileState(state: WriteState = 'done'): FileState {
  if (state === 'done') return 'sent'
  return state === 'waiting' || state === 'sending' ? state : 'failed'
}

export type PendingMessage = ReturnType<typeof withActions>

const maxRecentRows = 500
const selectRecentOwn = ({ rows }: Rows<Message>): readonly Message[] =>
  rows.slice(-maxRecentRows).filter(message => message.is_own)

/**
 * Returns the pending messages, oldest first. Suspends until the outbox is open. A sent message remains until
 * it is loaded, at most a minute.
 */
export function usePendingMessages(chatId: number): readonly PendingMessage[] {
  const outbox = useOutbox()
  const lane = chatLane(chatId)
  const writes = useWrites(lane).filter(write => write.lane === lane)
  const { data: loaded, dataUpdatedAt } = useQuery({
    ...query(messages.list, { chat_id: chatId }),
    enabled: false,
    select: selectRecentOwn,
  })
  const now = useNow()
  const pending = getOutboxMessages(writes)
  // If a loaded message is deleted, it must not appear as pending again.
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set())
  const arrivedIds = pending
    .filter(message => loaded?.some(({ id }) => id === message.arrived?.id))
    .map(({ id }) => id)
  const newlyArrived = arrivedIds.filter(id => !seenIds.has(id)).join(' ')
  useEffect(() => {
    if (newlyArrived !== '') setSeenIds(previous => new Set([...previous, ...newlyArrived.split(' ')]))
  }, [newlyArrived])
  const isLoaded = (message: OutboxMessage) =>
    loaded !== undefined && isIncludedIn(message, loaded, dataUpdatedAt, outbox.writes.findEarlier)
  const foundIds = pending
    .filter(message => message.state === 'uncertain' && isLoaded(message))
    .map(({ id }) => id)
    .join(' ')
  // Discard uncertain messages that were found: they would block later messages.
  const settle = useEffectEvent((ids: readonly string[]) => {
    for (const message of pending) {
      if (ids.includes(message.id)) discardMessage(outbox, message).catch(() => undefined)
    }
  })
  useEffect(() => {
    if (foundIds !== '') settle(foundIds.split(' '))
  }, [foundIds])
  const isShown = (message: OutboxMessage) => {
    const { id, arrived: sent } = message
    if (loaded === undefined) return true
    if (!sent) return !isLoaded(message)
    const isListed = sent.id === undefined || arrivedIds.includes(id) || seenIds.has(id)
    // Loaded after it was sent, and missing: it was deleted.
    const isDeleted = dataUpdatedAt > sent.doneAt
    return !isListed && !isDeleted && now - sent.doneAt < 60_000
  }
  return pending.filter(isShown).map(message => withActions(message, outbox, chatId))
}

function withActions(message: OutboxMessage, outbox: Outbox, chatId: number) {
  const { writes, storedFiles: _, remindsOf: __, arrived, ...shown } = message
  const blockingWrite = writes.find(({ state }) => state === 'failed' || state === 'uncertain')
  const mainWrite = writes.at(-1)
  const isConfirmation =
    shown.poll !== undefined && asksForConfirmation(shown.poll.is_anonymous, shown.poll.options)
  const canUnsend =
    (!shown.poll || isConfirmation) && (mainWrite?.state === 'waiting' || mainWrite?.state === 'failed')
  return {
    ...shown,
    isSent: arrived !== undefined,
    isConfirmation,
    /** Rejects, like `discard`, if the change can't be stored. */
    retry: async () => {
      if (blockingWrite) await outbox.writes.retry(blockingWrite.id)
    },
    discard: async () => void (await discardMessage(outbox, message)),
    /** Resolves to false if it was too late. Absent for other polls and sent messages. */
    ...(canUnsend && { unsend: () => unsend(outbox, chatId, message) }),
  }
}

/** Moves an unsent message and its files back into the draft. Resolves to false if it was too late. */
export function unsend(outbox: Outbox, chatId: number, message: OutboxMessage): Promise<boolean> {
  const { quote, answer } = splitQuote(message.text)
  const { storedFiles, remindsOf, poll } = message
  const draft = {
    text: answer,
    files: [...storedFiles],
    quote,
    ...(remindsOf !== undefined && { remindsOf }),
    ...(poll && { confirmText: poll.options[0] }),
  }
  return restoreToDraft(outbox, chatId, draft, () => discardMessage(outbox, message))
}

/**
 * Cancels the message before its files, which it needs. Returns false if it was too late. Throws
 * `StorageError`.
 */
async function discardMessage(outbox: Outbox, { writes }: Pick<OutboxMessage, 'writes'>): Promise<boolean> {
  const [mainWrite, ...files] = writes.toReversed()
  if (!mainWrite || !(await outbox.writes.cancel(mainWrite.id))) return false
  for (const { id } of files) await outbox.writes.cancel(id).catch(() => false)
  return true
}
