import { z } from 'zod/mini'
import { HandIn, type Submission } from '../../../contract/submissions.ts'
import { type DraftKind, KeptFile } from '../../../outbox/Drafts.ts'
import { sameText } from '../correction/correctionSeen.ts'

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
