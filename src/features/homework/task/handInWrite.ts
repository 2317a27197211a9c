import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { me } from '../../../contract/me.ts'
import { HandIn, type Submission, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import type { Verdict, Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { KeptFile } from '../../../outbox/storage/keptFiles.ts'
import { isSameText } from '../correction/correctionDraft.ts'
import { type SubmissionOwner, uploadWrite } from '../correction/uploadWrite.ts'

/** Part of the own submission that shows whether a hand-in was stored. */
export const HandInSnapshot = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  is_corrected: z.boolean(),
  /** Set if the service does not show the submission to the pupil. */
  unread: z.optional(z.literal(true)),
  /** Label that the uploads of its files refer to. */
  relation: z.optional(z.string()),
})
export type HandInSnapshot = z.output<typeof HandInSnapshot>

/** Hands in. After a lost response, the own submission shows whether the hand-in was stored. */
export const handInWrite: WriteKind<typeof submissions.handIn, HandInSnapshot> = {
  name: 'handIn',
  endpoint: submissions.handIn,
  overwrites: true,
  seen: HandInSnapshot,
  fetchRemote: async ({ todo_id }, call) => {
    const { id } = await call(me.get, {})
    const entry = await fetchOwnSubmission(call, { todo_id, user_id: id })
    return entry ? toHandInSnapshot(entry.submission) : unreadHandIn
  },
  reconcile: reconcileHandIn,
  made({ before, answer, now }) {
    const relation = answer?.submission.document_relation ?? now?.relation ?? before?.relation
    return relation === undefined ? undefined : { relation }
  },
}

export const submissionFileWrite = uploadWrite('submissionFile', 'submission', async (call, owner) => {
  return (await fetchOwnSubmission(call, owner))?.submission.files
})

const unreadHandIn: HandInSnapshot = { comment: '', submitted_at: null, is_corrected: false, unread: true }

export const toHandInSnapshot = (
  submission: Pick<Submission, 'comment' | 'submitted_at' | 'is_corrected' | 'document_relation'>,
): HandInSnapshot => ({
  relation: submission.document_relation,
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  is_corrected: submission.is_corrected,
})

type Compared = {
  input: { body: { comment?: string | undefined } }
  opened: HandInSnapshot | undefined
  before: HandInSnapshot | undefined
  now: HandInSnapshot
}

/**
 * Decides whether the hand-in must still be sent (rule 23). Every hand-in changes `submitted_at`. If it is unchanged,
 * the request did not arrive. If it changed and the comment is ours, the request arrived. If it changed and the comment
 * differs, the work was handed in elsewhere. The user sees that comment before it is replaced.
 */
export function reconcileHandIn({ input, opened, before, now }: Compared): Verdict {
  // Without a read, the outcome of a request that was sent is unknown.
  if (now.unread) return before ? 'unknown' : 'send'
  const reference = before ?? opened
  if (!reference || reference.submitted_at === now.submitted_at) return 'send'
  return isSameText(now.comment, input.body.comment ?? '') ? 'done' : 'conflict'
}

/** Returns the lane of the hand-in. The lanes of its files begin with it. */
export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Returns the lane of one file. A refused file blocks neither the other files nor the hand-in (rule 26). */
export const handInFileLane = (todoId: number, fileId: string): string => `${handInLane(todoId)}/${fileId}`

/**
 * Returns whether the lane belongs to the hand-in of this homework. `hand-in/1` is also the beginning of `hand-in/12`.
 */
export const isHandInLane = (lane: string, todoId: number): boolean =>
  lane === handInLane(todoId) || lane.startsWith(`${handInLane(todoId)}/`)

/** Reads the own submission. Returns undefined if the service does not show it to the pupil. */
async function fetchOwnSubmission(call: Call, owner: SubmissionOwner): Promise<SubmissionEntry | undefined> {
  try {
    return await call(submissions.get, owner)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unsupported') return undefined
    throw error
  }
}

const Comment = z.object({ body: z.object({ comment: z.string() }) })

/** Returns the comment that a write hands in. Returns undefined for other writes. */
export const commentOf = (write: Pick<Write, 'input'>): string | undefined =>
  Comment.safeParse(write.input).data?.body.comment

/** Draft of a hand-in. Its key is the ID of the homework. */
export const HandInDraft = z.object({ comment: z.string(), files: z.array(KeptFile) })
export type HandInDraft = z.output<typeof HandInDraft>

export const handInDraft: DraftKind<HandInDraft> = {
  name: 'handIn',
  value: HandInDraft,
  isEmpty: ({ comment, files }) => comment.trim() === '' && files.length === 0,
}

/** Maximum length of the comment in characters, as in the endpoint's schema. */
const maxCommentLength = 100_000

/** Reason why the draft can't be handed in. `tooMany` is the number of characters above the maximum. */
export type HandInProblem = { why: 'nothing' } | { why: 'tooLong'; tooMany: number }

/** Returns the problem of the draft, or undefined if it can be handed in. Uses the endpoint's schema. */
export function getHandInProblem(draft: HandInDraft): HandInProblem | undefined {
  if (handInDraft.isEmpty(draft)) return { why: 'nothing' }
  if (HandIn.safeParse({ comment: draft.comment }).success) return undefined
  return { why: 'tooLong', tooMany: draft.comment.length - maxCommentLength }
}

/**
 * Returns whether the service already has this comment and these files. This happens if the page is closed before it
 * can delete the draft of a hand-in.
 */
export function isHandedIn(
  { comment, files }: HandInDraft,
  submission: Pick<Submission, 'is_submitted' | 'comment' | 'files'>,
): boolean {
  if (!submission.is_submitted || !isSameText(submission.comment ?? '', comment)) return false
  return files.every(file =>
    submission.files.some(({ name, size }) => name === file.name && size === file.size),
  )
}
