import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { formatResult, joinFeedback, splitFeedback } from './feedbackText.ts'
import { getTotal, isMarked, type Mark, mergeMarks, parseMark, type SchemeMarks } from './marks.ts'
import type { SchemeLine } from './schemeLines.ts'

/** The fields of a correction that a points scheme changes. */
export type MarkedDraft = {
  text: string
  points: string
  scheme?: SchemeMarks | undefined
}

export type MarkingContext = {
  /** The scheme of the homework. Undefined if this device does not have it. */
  lines: readonly SchemeLine[] | undefined
  /** Maximum points of the homework. Undefined if it is unknown. */
  maxPoints: number | undefined
  language: string
}

type TotalOptions = Pick<MarkingContext, 'maxPoints' | 'language'>

/**
 * Returns the draft with the current scheme. The scheme or the homework's maximum may have changed after the draft was
 * stored, so the points are computed again.
 */
export function applyScheme<Draft extends MarkedDraft>(draft: Draft, context: MarkingContext): Draft {
  const { scheme } = draft
  if (!scheme && !context.lines?.length) return draft
  const marks = mergeMarks(scheme?.marks ?? [], context.lines)
  const isOverridden = scheme?.isOverridden ?? false
  const points = marks.some(isMarked) && !isOverridden ? formatTotal(marks, context) : draft.points
  return { ...draft, points, scheme: { marks, isOverridden } }
}

/** Returns the total as it is typed into the field for points. Returns '' if no line is marked. */
export function formatTotal(marks: readonly Mark[], { maxPoints, language }: TotalOptions): string {
  const { points, scaled } = getTotal(marks, maxPoints)
  const total = scaled ?? points
  return total === null ? '' : formatPoints(total, language)
}

/** Returns the changes of a draft when lines are marked. The total replaces no points that the teacher has typed. */
export function setMarks(
  { points, scheme }: Pick<MarkedDraft, 'points' | 'scheme'>,
  marks: readonly Mark[],
  options: TotalOptions,
): Pick<MarkedDraft, 'points' | 'scheme'> {
  const wasMarked = scheme?.marks.some(isMarked) ?? false
  const isOverridden = wasMarked ? (scheme?.isOverridden ?? false) : points.trim() !== ''
  return {
    points: isOverridden ? points : formatTotal(marks, options),
    scheme: { marks: [...marks], isOverridden },
  }
}

/** Returns the changes of a draft when points are typed. */
export function setPoints(
  { scheme }: Pick<MarkedDraft, 'scheme'>,
  points: string,
  options: TotalOptions,
): Pick<MarkedDraft, 'points' | 'scheme'> {
  if (!scheme) return { points }
  const isTotal = parsePoints(points) === parsePoints(formatTotal(scheme.marks, options))
  return { points, scheme: { ...scheme, isOverridden: scheme.marks.some(isMarked) && !isTotal } }
}

export const hasMarks = ({ scheme }: Pick<MarkedDraft, 'scheme'>): boolean =>
  scheme?.marks.some(isMarked) ?? false

/** Returns the first line whose points are no number from 0 to 10,000. */
export const findInvalidMark = ({ scheme }: Pick<MarkedDraft, 'scheme'>): Mark | undefined =>
  scheme?.marks.find(({ points }) => parseMark(points) === undefined)

/** Returns the result of the scheme, as it is appended below the feedback. */
export const getResult = (
  { points, scheme }: Pick<MarkedDraft, 'points' | 'scheme'>,
  options: TotalOptions,
): string => formatResult(scheme?.marks ?? [], { ...options, points: parsePoints(points) })

/** Returns the feedback as it is returned: the text, and below it the result. */
export const composeFeedback = (draft: MarkedDraft, options: TotalOptions): string =>
  joinFeedback(draft.text, getResult(draft, options))

/** Returns the fields of a draft for a correction that was returned or queued. */
export function readFeedback(
  feedback: string,
  points: number | null | undefined,
  language: string,
): { text: string; scheme: SchemeMarks | undefined } {
  const { text, marks, points: resultPoints } = splitFeedback(feedback, language)
  const scheme = marks.length > 0 ? { marks, isOverridden: resultPoints !== (points ?? null) } : undefined
  return { text, scheme }
}
