import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { query } from '../../../api/cache/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { Write, WriteState } from '../../../outbox/queue/Writes.ts'
import type { KeptFile } from '../../../outbox/storage/keptFiles.ts'
import { type ChatDraft, chatDraft, draftKey, messageQueue, noDraft, sameDraft } from '../messageQueue.ts'
import {
  chatLane,
  MessageSeen,
  messageFileWrite,
  messageWrite,
  type PollToSend,
  reconcileMessage,
  seenIn,
} from '../messageWrite.ts'

export type FileState = 'waiting' | 'sending' | 'sent' | 'failed'

/** A pending message as the user wrote it. `writes` has its files in order, then the message. */
export type MessageOnTheWay = {
  id: string
  text: string
  poll?: PollToSend
  files: { name: string; size: number; state: FileState }[]
  state: 'sending' | 'waiting' | 'failed' | 'uncertain'
  waitsForAbove: boolean
  error?: NonNullable<Write['error']>
  fileRefused: boolean
  createdAt: number
  writes: readonly Write[]
  /** Its files as stored on the device. */
  kept: readonly KeptFile[]
  /** Set when it has arrived. `id` is undefined if the service did not return it. */
  arrived?: { id: number | undefined; doneAt: number }
}

const StoredPoll = z.object({
  options: z.array(z.string()),
  is_anonymous: z.boolean(),
  is_multiple_choice: z.boolean(),
})
const Stored = z.object({
  body: z.union([
    z.object({ text: z.string(), poll: StoredPoll }),
    z.object({ text: z.string(), poll: z.optional(z.undefined()) }),
  ]),
})
const Upload = z.object({ body: z.object({ file: z.object({ keptFile: z.string() }) }) })

const stands = new Set<WriteState>(['failed', 'uncertain', 'conflict'])

/** Returns the messages among the writes of a chat, oldest first. */
export function sendingMessages(writes: readonly Write[]): MessageOnTheWay[] {
  const groups = Map.groupBy(writes, ({ id, group }) => group ?? id)
  const messages: MessageOnTheWay[] = []
  let above: 'clear' | 'underWay' | 'stands' = 'clear'
  for (const [id, ofOne] of groups) {
    const message = messageOf(id, ofOne, above)
    if (!message) continue
    messages.push(message)
    if (message.state === 'failed' || message.state === 'uncertain') above = 'stands'
    else if (!message.arrived && above === 'clear') above = 'underWay'
  }
  return messages
}

function messageOf(
  id: string,
  writes: readonly Write[],
  above: 'clear' | 'underWay' | 'stands',
): MessageOnTheWay | undefined {
  const itself = writes.find(({ kind }) => kind === messageWrite.name)
  const body = itself && z.safeParse(Stored, itself.input).data?.body
  if (!itself || !body) return undefined
  const { text, poll } = body
  const standing = writes.find(({ state }) => stands.has(state))
  const error = writes.find(write => write.state !== 'done' && write.error)?.error
  const seen = z.safeParse(MessageSeen, itself.after).data
  const kept = z.safeParse(MessageSeen, itself.opened).data?.files ?? []
  return {
    id,
    text,
    ...(poll && { poll: { text, ...poll } }),
    files: filesOf(kept, writes),
    kept,
    state: standing
      ? standing === itself && standing.state === 'uncertain'
        ? 'uncertain'
        : 'failed'
      : above === 'clear'
        ? 'sending'
        : 'waiting',
    waitsForAbove: !standing && above === 'stands',
    ...(error && { error }),
    fileRefused: standing !== undefined && standing !== itself,
    createdAt: itself.createdAt,
    writes,
    ...(itself.state === 'done' && { arrived: { id: seen?.own[0]?.id, doneAt: itself.doneAt ?? 0 } }),
  }
}

/**
 * Returns whether messages that were read at `readAt` (Unix ms by `Date.now()`) include one whose response is missing. They
 * are compared as in the outbox. A failed message was refused, so it can't be among them.
 */
export function isAmong({ state, writes }: MessageOnTheWay, list: Rows<Message>, readAt: number): boolean {
  const itself = writes.find(({ kind }) => kind === messageWrite.name)
  const before = z.safeParse(MessageSeen, itself?.before).data
  const input = z.safeParse(Stored, itself?.input).data
  const mayBe = state !== 'failed' && (itself?.sentAt ?? readAt) < readAt
  if (!mayBe || !before || !input) return false
  const opened = z.safeParse(MessageSeen, itself?.opened).data
  return reconcileMessage({ input, opened, before, now: seenIn(list, input.body.text) }) === 'done'
}

function filesOf(kept: readonly KeptFile[], writes: readonly Write[]): MessageOnTheWay['files'] {
  const uploads = new Map(
    writes
      .filter(({ kind }) => kind === messageFileWrite.name)
      .map(write => [z.safeParse(Upload, write.input).data?.body.file.keptFile, write.state]),
  )
  return kept.map(({ id, name, size }) => ({ name, size, state: fileState(uploads.get(id)) }))
}

/** Returns the state of an upload. An upload that is no longer among the writes is complete. */
function fileState(state: WriteState = 'done'): FileState {
  if (state === 'done') return 'sent'
  return state === 'waiting' || state === 'sending' ? state : 'failed'
}

export type SendingMessage = ReturnType<typeof withActions>

/** Number of newest messages that are compared with pending ones. */
const recentRows = 500
const recentOwn = ({ rows, unreadable }: Rows<Message>): Rows<Message> => ({
  rows: rows.slice(-recentRows).filter(message => message.is_own),
  unreadable,
})

/**
 * Returns the pending messages of a chat, oldest first. Suspends until the outbox is open. A sent message remains until
 * the loaded messages contain it, but at most a minute, so that it does not flicker. A message that they contain is
 * omitted, even if its response is still missing.
 */
export function useSendingMessages(chatId: number): readonly SendingMessage[] {
  const outbox = useOutbox()
  const lane = chatLane(chatId)
  const writes = useWrites(lane).filter(write => write.lane === lane)
  const { data: loaded, dataUpdatedAt } = useQuery({
    ...query(messages.list, { chat_id: chatId }),
    enabled: false,
    select: recentOwn,
  })
  const now = useNow()
  const onTheWay = sendingMessages(writes)
  // Messages that were loaded. If one is deleted afterwards, it must not appear as pending again.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const arrived = onTheWay
    .filter(one => loaded?.rows.some(({ id }) => id === one.arrived?.id))
    .map(({ id }) => id)
  const unsaid = arrived.filter(id => !seen.has(id)).join(' ')
  useEffect(() => {
    if (unsaid !== '') setSeen(known => new Set([...known, ...unsaid.split(' ')]))
  }, [unsaid])
  const found = onTheWay
    .filter(one => one.state === 'uncertain' && loaded && isAmong(one, loaded, dataUpdatedAt))
    .map(({ id }) => id)
    .join(' ')
  // The loaded messages contain it. In the outbox it would block later messages and could be sent twice.
  const settle = useEffectEvent((ids: readonly string[]) => {
    for (const message of onTheWay) {
      if (ids.includes(message.id)) discardMessage(outbox, message).catch(() => undefined)
    }
  })
  useEffect(() => {
    if (found !== '') settle(found.split(' '))
  }, [found])
  const isShown = (message: MessageOnTheWay) => {
    const { id, arrived: sent } = message
    // While the messages of the chat are not loaded, no other row shows it.
    if (loaded === undefined) return true
    if (!sent) return !isAmong(message, loaded, dataUpdatedAt)
    const isHere = sent.id === undefined || arrived.includes(id) || seen.has(id)
    // The messages were loaded after it was sent and do not contain it, so it has been deleted.
    const isGone = dataUpdatedAt > sent.doneAt
    return !isHere && !isGone && now - sent.doneAt < 60_000
  }
  return onTheWay.filter(isShown).map(message => withActions(message, outbox, chatId))
}

/** Adds the actions of the user to a pending message. */
function withActions(message: MessageOnTheWay, outbox: Outbox, chatId: number) {
  const { writes, kept: _, arrived, ...shown } = message
  const standing = writes.find(({ state }) => state === 'failed' || state === 'uncertain')
  const itself = writes.at(-1)
  const canComeBack = !shown.poll && (itself?.state === 'waiting' || itself?.state === 'failed')
  return {
    ...shown,
    /** Whether the service has it. It soon appears among the messages. */
    isSent: arrived !== undefined,
    /** Sends the missing parts again. Rejects, like `discard`, if that can't be stored. */
    retry: async () => {
      if (standing) await outbox.writes.retry(standing.id)
    },
    discard: async () => void (await discardMessage(outbox, message)),
    /**
     * Moves the message and its files back to the field. Absent for polls and sent messages. Resolves to false if it
     * was too late.
     */
    ...(canComeBack && { unsend: () => unsend(outbox, chatId, message) }),
  }
}

/**
 * Turns a message that was not sent, and its files, into a draft again. Calls run one after another: otherwise two tabs
 * would restore a message twice. The draft is stored before the message leaves the outbox. Resolves to false if it was
 * too late. Throws `StorageError` if there is no space for the draft.
 */
export function unsend(outbox: Outbox, chatId: number, message: MessageOnTheWay): Promise<boolean> {
  return withDraft(outbox, chatDraft, draftKey(chatId), draft =>
    oneAtATime('staffroom:send-messages', async () => {
      const queue = messageQueue(outbox, chatId)
      await queue.idle()
      await draft.takeOver()
      const before = draft.state().value ?? noDraft
      const after: ChatDraft = {
        text: [message.text, before.text].filter(text => text.trim() !== '').join('\n\n'),
        files: [...message.kept, ...before.files],
      }
      draft.set(after)
      let isTaken = false
      try {
        if (!(await draft.flush())) throw new StorageError('the draft was not stored')
        isTaken = await discardMessage(outbox, message)
      } finally {
        // If it stayed in the field and in the outbox, it would be sent twice.
        if (!isTaken) queue.change(draft, now => (sameDraft(now, after) ? before : {}))
      }
      await draft.flush()
      return isTaken
    }),
  )
}

/**
 * Removes a message that was not sent. It is cancelled before its files, because a queued message needs all of them.
 * Afterwards the outbox removes remaining files. Returns false if it was too late. Throws `StorageError` if it can't be
 * removed.
 */
async function discardMessage(outbox: Outbox, { writes }: Pick<MessageOnTheWay, 'writes'>): Promise<boolean> {
  const [itself, ...files] = writes.toReversed()
  if (!itself || !(await outbox.writes.cancel(itself.id))) return false
  for (const { id } of files) await outbox.writes.cancel(id).catch(() => false)
  return true
}
