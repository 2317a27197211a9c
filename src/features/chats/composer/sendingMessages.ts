import * as z from 'zod/mini'
import type { Rows } from '../../../contract/endpoint.ts'
import type { Message } from '../../../contract/messages.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { Write, WriteState } from '../../../outbox/queue/Writes.ts'
import { messageFileWrite, messageWrite, type PollToSend } from './messageWrite.ts'
import { MessageSeen, reconcileMessage, seenIn } from './reconcileMessage.ts'

/** How far a file of a message is. */
export type FileState = 'waiting' | 'sending' | 'sent' | 'failed'

/** A message on its way, as it was asked for. Its writes are its files in order, then itself. */
export type MessageOnTheWay = {
  id: string
  text: string
  poll?: PollToSend
  files: { name: string; size: number; state: FileState }[]
  state: 'sending' | 'waiting' | 'failed' | 'uncertain'
  /** What comes before it in the chat stands still. */
  waitsForAbove: boolean
  /** Why it stands still, or what keeps it waiting. */
  error?: NonNullable<Write['error']>
  /** One of its files is what was refused. */
  fileRefused: boolean
  /** Unix ms. */
  createdAt: number
  writes: readonly Write[]
  /** Its files, as they are kept here. */
  kept: readonly KeptFile[]
  /** It arrived: its id at the service, `undefined` in it where nobody said which. */
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

/** The messages among the writes of one chat, oldest first. */
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
 * Whether messages that were read at `readAt` (Unix ms by `Date.now()`) have one that no answer came of yet: reconciled
 * as the outbox does with what it reads back. What stands still is left alone here, a person decides.
 */
export function isAmong({ state, writes }: MessageOnTheWay, list: Rows<Message>, readAt: number): boolean {
  const itself = writes.find(({ kind }) => kind === messageWrite.name)
  const before = z.safeParse(MessageSeen, itself?.before).data
  const input = z.safeParse(Stored, itself?.input).data
  const mayBe = (state === 'sending' || state === 'waiting') && (itself?.sentAt ?? readAt) < readAt
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

/** An upload that is not among the writes any more is done for long. */
function fileState(state: WriteState = 'done'): FileState {
  if (state === 'done') return 'sent'
  return state === 'waiting' || state === 'sending' ? state : 'failed'
}
