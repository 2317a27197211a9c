import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { me } from '../../../contract/me.ts'
import { HandIn, type Submission, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { type DraftKind, KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { Verdict, Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { sameText } from '../correction/correctionDraft.ts'
import { uploadWrite, type Whose } from '../correction/uploadWrite.ts'

/** What of the own submission tells whether handing in was done. */
export const HandInSeen = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  is_corrected: z.boolean(),
  /** The service does not show it to the pupil. */
  unread: z.optional(z.literal(true)),
  /** The label that its files are uploaded with. */
  relation: z.optional(z.string()),
})
export type HandInSeen = z.output<typeof HandInSeen>

/** Hands in. Whether an answer that got lost meant yes is read from the own submission. */
export const handInWrite: WriteKind<typeof submissions.handIn, HandInSeen> = {
  name: 'handIn',
  endpoint: submissions.handIn,
  seen: HandInSeen,
  fetchRemote: async ({ todo_id }, call) => {
    const { id } = await call(me.get, {})
    const entry = await readOwn(call, { todo_id, user_id: id })
    return entry ? handInSeenOf(entry.submission) : unreadHandIn
  },
  reconcile: reconcileHandIn,
  made({ before, answer, now }) {
    const relation = answer?.submission.document_relation ?? now?.relation ?? before?.relation
    return relation === undefined ? undefined : { relation }
  },
}

export const submissionFileWrite = uploadWrite('submissionFile', 'submission', async (call, whose) => {
  return (await readOwn(call, whose))?.submission.files
})

const unreadHandIn: HandInSeen = { comment: '', submitted_at: null, is_corrected: false, unread: true }

export const handInSeenOf = (
  submission: Pick<Submission, 'comment' | 'submitted_at' | 'is_corrected' | 'document_relation'>,
): HandInSeen => ({
  relation: submission.document_relation,
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  is_corrected: submission.is_corrected,
})

type Compared = {
  input: { body: { comment?: string | undefined } }
  opened: HandInSeen | undefined
  before: HandInSeen | undefined
  now: HandInSeen
}

/**
 * Is this hand-in still to be sent? The time of the last hand-in changes with each of them: the same time as before
 * means that nothing arrived, another with our comment that ours did (cases 23). Another time with other words is a
 * hand-in from somewhere else, which is shown before it is replaced.
 */
export function reconcileHandIn({ input, opened, before, now }: Compared): Verdict {
  // Nobody can tell what became of one that was sent.
  if (now.unread) return before ? 'unknown' : 'send'
  const reference = before ?? opened
  if (!reference || reference.submitted_at === now.submitted_at) return 'send'
  return sameText(now.comment, input.body.comment ?? '') ? 'done' : 'conflict'
}

/** The hand-in itself; what every lane about it begins with. */
export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Each file has a lane of its own: one that is refused keeps neither the others nor the hand-in back (cases 26). */
export const handInFileLane = (todoId: number, fileId: string): string => `${handInLane(todoId)}/${fileId}`

/** Is this lane about handing in to this homework? `hand-in/1` begins like `hand-in/12`. */
export const isHandInLane = (lane: string, todoId: number): boolean =>
  lane === handInLane(todoId) || lane.startsWith(`${handInLane(todoId)}/`)

/** The own submission; `undefined` where the service does not show it to the pupil. */
async function readOwn(call: Call, whose: Whose): Promise<SubmissionEntry | undefined> {
  try {
    return await call(submissions.get, whose)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unsupported') return undefined
    throw error
  }
}

const Comment = z.object({ body: z.object({ comment: z.string() }) })

/** The comment a write hands in; `undefined` where it hands in none. */
export const commentOf = (write: Pick<Write, 'input'>): string | undefined =>
  Comment.safeParse(write.input).data?.body.comment

/** What a pupil is about to hand in. Its key is the homework's id. */
export const HandInDraft = z.object({ comment: z.string(), files: z.array(KeptFile) })
export type HandInDraft = z.output<typeof HandInDraft>

export const handInDraft: DraftKind<HandInDraft> = {
  name: 'handIn',
  value: HandInDraft,
  isEmpty: ({ comment, files }) => comment.trim() === '' && files.length === 0,
}

/** Longest comment, characters, as the schema has it. */
const longestComment = 100_000

/** Why this can't be handed in yet; `tooMany` characters where that is why. */
export type HandInProblem = { why: 'nothing' } | { why: 'tooLong'; tooMany: number }

/** What is in the way of handing this in, checked with the endpoint's own schema. */
export function problemOf(draft: HandInDraft): HandInProblem | undefined {
  if (handInDraft.isEmpty(draft)) return { why: 'nothing' }
  if (HandIn.safeParse({ comment: draft.comment }).success) return undefined
  return { why: 'tooLong', tooMany: draft.comment.length - longestComment }
}

/** The service has these very words and files: the draft of a hand-in that arrived before the page could remove it. */
export function isHandedIn(
  { comment, files }: HandInDraft,
  submission: Pick<Submission, 'is_submitted' | 'comment' | 'files'>,
): boolean {
  if (!submission.is_submitted || !sameText(submission.comment ?? '', comment)) return false
  return files.every(file =>
    submission.files.some(({ name, size }) => name === file.name && size === file.size),
  )
}
