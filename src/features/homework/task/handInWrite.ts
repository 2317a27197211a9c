import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { HandIn, type Submission, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import type { Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { type SubmissionOwner, uploadWrite } from '../correction/uploadWrite.ts'
import { removePageNumber } from '../pageNumbers.ts'
import { getFileToSend, HandInFile } from './handInFiles.ts'

/** Part of the own submission that shows whether a hand-in was stored. */
export const HandInSnapshot = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  is_corrected: z.boolean(),
})
export type HandInSnapshot = z.output<typeof HandInSnapshot>

/** Checks first whether work was handed in elsewhere (rule 24). The result is the label for the files. */
export const handInWrite: WriteKind<typeof submissions.handIn, HandInSnapshot, { relation: string }> = {
  name: 'handIn',
  endpoint: submissions.handIn,
  base: HandInSnapshot,
  toResult: ({ submission }) => ({ relation: submission.document_relation }),
  async wasApplied(sent, call) {
    const submission = await fetchSubmission(call, sent)
    if (!submission) return undefined
    return isHandInApplied(sent, toHandInSnapshot(submission)) && { relation: submission.document_relation }
  },
  async findConflict(sent, call) {
    const submission = await fetchSubmission(call, sent)
    const remote = submission && toHandInSnapshot(submission)
    return remote && isHandInConflict(sent, remote) ? remote : undefined
  },
}

const fetchSubmission = async (
  call: Call,
  { input, userId }: { input: { todo_id: number }; userId: number },
) => (await fetchOwnSubmission(call, { todo_id: input.todo_id, user_id: userId }))?.submission

export const submissionFileWrite = uploadWrite('submissionFile', 'submission', async (call, owner) => {
  return (await fetchOwnSubmission(call, owner))?.submission.files
})

export const toHandInSnapshot = (
  submission: Pick<Submission, 'comment' | 'submitted_at' | 'is_corrected'>,
): HandInSnapshot => ({
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  is_corrected: submission.is_corrected,
})

type SentHandIn = {
  input: { body: { comment?: string | undefined } }
  base: HandInSnapshot | undefined
}

/**
 * Every hand-in changes `submitted_at`. If it has changed and the comment is the sent one, the request arrived.
 * Undefined if the earlier time is unknown.
 */
export function isHandInApplied({ input, base }: SentHandIn, remote: HandInSnapshot): boolean | undefined {
  if (!isSameText(remote.comment, input.body.comment ?? '')) return false
  return base && base.submitted_at !== remote.submitted_at
}

/** Returns whether other work was handed in since. The user must see it before it is replaced. */
export const isHandInConflict = ({ input, base }: SentHandIn, remote: HandInSnapshot): boolean =>
  base !== undefined &&
  base.submitted_at !== remote.submitted_at &&
  !isSameText(remote.comment, input.body.comment ?? '')

/** Whether this hand-in is done, but the submission was read before it. */
export function isHandInUnread(
  { kind, state, base, input }: Pick<Write, 'kind' | 'state' | 'base' | 'input'>,
  submission: Pick<Submission, 'is_submitted' | 'submitted_at' | 'comment'>,
): boolean {
  const before = HandInSnapshot.safeParse(base).data
  if (kind !== handInWrite.name || state !== 'done' || before?.submitted_at !== submission.submitted_at)
    return false
  return !submission.is_submitted || !isSameText(submission.comment ?? '', getHandInComment({ input }) ?? '')
}

/** Returns undefined if the service does not show submissions to pupils. */
async function fetchOwnSubmission(call: Call, owner: SubmissionOwner): Promise<SubmissionEntry | undefined> {
  try {
    return await call(submissions.get, owner)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unsupported') return undefined
    throw error
  }
}

const Comment = z.object({ body: z.object({ comment: z.string() }) })

/** Returns undefined for other writes. */
export const getHandInComment = (write: Pick<Write, 'input'>): string | undefined =>
  Comment.safeParse(write.input).data?.body.comment

/** The key of the draft is the ID of the homework. `sendsOriginals`: instead of the prepared photos. */
export const HandInDraft = z.object({
  comment: z.string(),
  files: z.array(HandInFile),
  sendsOriginals: z.optional(z.boolean()),
})
export type HandInDraft = z.output<typeof HandInDraft>

export const handInDraft: DraftKind<HandInDraft> = {
  name: 'handIn',
  value: HandInDraft,
  isEmpty: ({ comment, files }) => comment.trim() === '' && files.length === 0,
}

/** As in the endpoint's schema. */
const maxCommentLength = 100_000

/** `excess` is the number of characters above the maximum. */
export type HandInProblem = { kind: 'empty' } | { kind: 'tooLong'; excess: number }

export function getHandInProblem(draft: HandInDraft): HandInProblem | undefined {
  if (handInDraft.isEmpty(draft)) return { kind: 'empty' }
  if (HandIn.safeParse({ comment: draft.comment }).success) return undefined
  return { kind: 'tooLong', excess: draft.comment.length - maxCommentLength }
}

/** Returns whether the service has this content: the page was closed before it could delete the sent draft. */
export function isHandedIn(
  { comment, files, sendsOriginals }: HandInDraft,
  submission: Pick<Submission, 'is_submitted' | 'comment' | 'files'>,
): boolean {
  if (!submission.is_submitted || !isSameText(submission.comment ?? '', comment)) return false
  return files
    .map(file => getFileToSend(file, sendsOriginals))
    .every(file =>
      submission.files.some(
        ({ name, size }) =>
          size === file.size && (name === file.name || removePageNumber(name) === file.name),
      ),
    )
}
