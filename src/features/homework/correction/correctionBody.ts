import { Correction, maxCorrectionLength } from '../../../contract/submissions.ts'
import { parsePoints } from '../../../lib/points.ts'
import { composeFeedback, findInvalidMark, type MarkingContext } from '../scheme/markedDraft.ts'
import type { CorrectionDraft } from './correctionDraft.ts'
import { getDefaultFeedback } from './defaultFeedback.ts'

/**
 * Why a draft can't be returned. `points`: not a number of 0 or more. `marks`: the same for a line of the points scheme.
 * `nothing`: neither text nor points nor files.
 */
export type DraftProblem = {
  field: 'text' | 'points' | 'scheme'
  why: 'points' | 'tooMany' | 'marks' | 'nothing' | 'tooLong'
}

export type CorrectionBody = { teacher_correction: string; points?: number | undefined }

const needsText = (feedback: string, points: number | null) => feedback === '' && points === null

/**
 * Returns the sentence that is returned instead of text, because files alone are no correction. Returns '' if the draft
 * has text or points, or no files.
 */
export function getReplacementText(draft: CorrectionDraft, context: MarkingContext): string {
  const points = parsePoints(draft.points)
  return points !== undefined && needsText(composeFeedback(draft, context), points)
    ? getDefaultFeedback(draft, context.language)
    : ''
}

/** Returns the request for a draft to which the current points scheme was applied. */
export function parseBody(
  draft: Pick<CorrectionDraft, 'text' | 'points' | 'scheme' | 'files' | 'marked'>,
  context: MarkingContext,
): { body: CorrectionBody } | { problem: DraftProblem } {
  if (findInvalidMark(draft)) return { problem: { field: 'scheme', why: 'marks' } }
  const points = parsePoints(draft.points)
  if (points === undefined) return { problem: { field: 'points', why: 'points' } }
  const feedback = composeFeedback(draft, context)
  const body = {
    teacher_correction: needsText(feedback, points) ? getDefaultFeedback(draft, context.language) : feedback,
    ...(points !== null && { points }),
  }
  const { error } = Correction.safeParse(body)
  if (!error) return { body }
  if (error.issues.some(({ path }) => path[0] === 'points')) {
    return { problem: { field: 'points', why: 'tooMany' } }
  }
  return {
    problem: {
      field: 'text',
      why: body.teacher_correction.length > maxCorrectionLength ? 'tooLong' : 'nothing',
    },
  }
}
