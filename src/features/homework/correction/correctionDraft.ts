import { z } from 'zod/mini'
import { Correction } from '../../../contract/submissions.ts'
import { parsePoints } from '../../../lib/points.ts'
import { type DraftKind, KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { CorrectionSeen, sameText } from './correctionWrite.ts'

/** A correction that is not returned yet. */
export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed; what it means is asked when it is returned. */
  points: z.string(),
  files: z.array(KeptFile),
  /** The submission as it was when this was begun, to notice what changed since (cases 24). */
  opened: CorrectionSeen,
  /** Another teacher's correction was kept instead. Stays here, and is not returned with "all drafts". */
  aside: z.boolean(),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const correctionDraft: DraftKind<CorrectionDraft> = {
  name: 'correction',
  value: CorrectionDraft,
  isEmpty: ({ text, points, files }) => text.trim() === '' && points.trim() === '' && files.length === 0,
}

export const draftKey = (todoId: number, userId: number): string => `${todoId}/${userId}`

/** The pupil a draft of this homework is for, `undefined` for one of another homework. */
export function pupilOfDraft(key: string, todoId: number): number | undefined {
  const [, todo, user] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(key) ?? []
  return Number(todo) === todoId ? Number(user) : undefined
}

/** Why a draft can't be returned yet. `points`: not a number of 0 or more. `nothing`: neither words nor points. */
export type DraftProblem = { field: 'text' | 'points'; why: 'points' | 'tooMany' | 'nothing' | 'tooLong' }

/** Longest correction, characters, as the schema has it. */
export const longestText = 100_000

/** The body that is sent, checked with the endpoint's own schema, or what is in the way. */
export function bodyOf(
  draft: Pick<CorrectionDraft, 'text' | 'points'>,
): { body: { teacher_correction: string; points?: number } } | { problem: DraftProblem } {
  const points = parsePoints(draft.points)
  if (points === undefined) return { problem: { field: 'points', why: 'points' } }
  const body = { teacher_correction: draft.text.trim(), ...(points !== null && { points }) }
  const { error } = Correction.safeParse(body)
  if (!error) return { body }
  if (error.issues.some(({ path }) => path[0] === 'points'))
    return { problem: { field: 'points', why: 'tooMany' } }
  return {
    problem: { field: 'text', why: body.teacher_correction.length > longestText ? 'tooLong' : 'nothing' },
  }
}

/** The same text, points and files, and begun at the same submission; in whatever order its fields were written. */
export const sameDraft = (one: CorrectionDraft, other: CorrectionDraft): boolean =>
  JSON.stringify(CorrectionDraft.parse(one)) === JSON.stringify(CorrectionDraft.parse(other))

/**
 * The service has these very words, points and files already: the draft of a correction that arrived. `returnedFiles`
 * are those of the submission's correction.
 */
export function isReturned(
  draft: CorrectionDraft,
  seen: Pick<CorrectionSeen, 'is_corrected' | 'teacher_correction' | 'points' | 'corrected_by_user_id'>,
  userId: number,
  returnedFiles: readonly { name: string; size: number }[] = [],
): boolean {
  const isThere = (file: { name: string; size: number }) =>
    returnedFiles.some(({ name, size }) => name === file.name && size === file.size)
  // A file that is only here would be lost with the draft.
  if (!draft.files.every(isThere)) return false
  if (!seen.is_corrected || seen.corrected_by_user_id !== userId) return false
  return sameText(seen.teacher_correction, draft.text) && seen.points === (parsePoints(draft.points) ?? null)
}

/**
 * Corrections are put on their way, and taken back, one after another (`oneAtATime`). Else one that is taken back at once
 * would lose its draft to the end of putting it on its way.
 */
export const returningTurn = 'staffroom:return-corrections'
