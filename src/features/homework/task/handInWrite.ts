import { z } from 'zod/mini'
import { ApiError } from '../../../api/ApiError.ts'
import type { Call } from '../../../api/call.ts'
import { documents } from '../../../contract/documents.ts'
import { me } from '../../../contract/me.ts'
import { readRelation } from '../../../contract/relations.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'
import { FileSeen, judgeCorrectionFile, printOf } from '../correction/judgeCorrectionFile.ts'
import { HandInSeen, handInSeenOf, judgeHandIn, unreadHandIn } from './judgeHandIn.ts'

/** The hand-in itself; what every lane about it begins with. */
export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Each file has a lane of its own: one that is refused keeps neither the others nor the hand-in back (cases 26). */
export const handInFileLane = (todoId: number, fileId: string): string => `${handInLane(todoId)}/${fileId}`

/** Is this lane about handing in to this homework? `hand-in/1` begins like `hand-in/12`. */
export const isHandInLane = (lane: string, todoId: number): boolean =>
  lane === handInLane(todoId) || lane.startsWith(`${handInLane(todoId)}/`)

/** The own submission; `undefined` where the service does not show it to the pupil. */
async function readOwn(
  call: Call,
  whose: { todo_id: number; user_id: number },
): Promise<SubmissionEntry | undefined> {
  try {
    return await call(submissions.get, whose)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unsupported') return undefined
    throw error
  }
}

const SubmissionFileSeen = z.extend(FileSeen, { unread: z.optional(z.literal(true)) })
type SubmissionFileSeen = z.output<typeof SubmissionFileSeen>

/** Hands in. Whether an answer that got lost meant yes is read from the own submission. */
export const handInWrite: WriteKind<typeof submissions.handIn, HandInSeen> = {
  name: 'handIn',
  endpoint: submissions.handIn,
  seen: HandInSeen,
  look: async ({ todo_id }, call) => {
    const { id } = await call(me.get, {})
    const entry = await readOwn(call, { todo_id, user_id: id })
    return entry ? handInSeenOf(entry.submission) : unreadHandIn
  },
  judge: judgeHandIn,
}

/** Uploads one file to the own submission. After a lost answer it is looked for before it goes again. */
export const submissionFileWrite: WriteKind<typeof documents.upload, SubmissionFileSeen> = {
  name: 'submissionFile',
  endpoint: documents.upload,
  seen: SubmissionFileSeen,
  look: async ({ body }, call) => {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'submission') throw new Error(`${body.related_to} is no relation of a submission`)
    const whose = { todo_id: relation.todoId, user_id: relation.userId }
    const ours = await printOf(body.file)
    const entry = await readOwn(call, whose)
    if (!entry) return { ours, there: [], unread: true }
    return {
      ours,
      there: entry.submission.files.map(({ name, size, sha1_checksum }) => ({
        name,
        size,
        sha1: sha1_checksum,
      })),
    }
  },
  judge: ({ before, now }) => {
    if (now.unread) return before ? 'unknown' : 'send'
    return judgeCorrectionFile({ before, now })
  },
}
