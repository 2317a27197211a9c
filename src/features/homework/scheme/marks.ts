import { z } from 'zod/mini'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { getTask, maxLinePoints, roundToMillionths, type SchemeLine, sumPoints } from './schemeLines.ts'

/** The points of a pupil for one line of the scheme. */
export const Mark = z.object({
  label: z.string(),
  max: z.number(),
  /** As typed. Empty if the line is not yet marked. */
  points: z.string(),
  /** Whether the scheme no longer has this line. Its points are not counted. */
  isRemoved: z.optional(z.boolean()),
})
export type Mark = z.output<typeof Mark>

/** The marked lines of one pupil, as stored in the draft of the correction. */
export const SchemeMarks = z.object({
  marks: z.array(Mark),
  /** Whether the teacher has typed other points than the total. */
  isOverridden: z.boolean(),
})
export type SchemeMarks = z.output<typeof SchemeMarks>

/** Returns null for an empty text, undefined unless it is a number from 0 to 10,000. */
export function parseMark(text: string): number | null | undefined {
  const points = parsePoints(text)
  if (points === null || points === undefined) return points
  return points > maxLinePoints ? undefined : roundToMillionths(points)
}

export const isMarked = ({ points }: Pick<Mark, 'points'>): boolean => points.trim() !== ''

/**
 * Merges the points of a pupil into the current scheme. Points of lines that it no longer has remain at the end. Without
 * a scheme, returns the lines that were marked.
 */
export function mergeMarks(marks: readonly Mark[], lines: readonly SchemeLine[] | undefined): Mark[] {
  if (!lines || lines.length === 0) {
    const hasLines = marks.some(({ isRemoved }) => !isRemoved)
    return hasLines ? [...marks] : marks.map(({ label, max, points }) => ({ label, max, points }))
  }
  const byLabel = new Map(marks.map(mark => [mark.label, mark]))
  const current = lines.map(({ label, max }) => ({ label, max, points: byLabel.get(label)?.points ?? '' }))
  const labels = new Set(lines.map(({ label }) => label))
  const removed = marks
    .filter(mark => isMarked(mark) && !labels.has(mark.label))
    .map(({ label, max, points }) => ({ label, max, points, isRemoved: true }))
  return [...current, ...removed]
}

type SchemeTotal = {
  /** Sum of the marked lines. Null without marked lines. */
  points: number | null
  max: number
  /** Number of lines that are not yet marked. */
  unmarked: number
  /** Points of the homework's maximum, rounded to a tenth. Undefined if both have the same maximum. */
  scaled: number | undefined
}

/** Adds the points of the lines in the scheme. Texts that are no points are not counted. */
export function getTotal(marks: readonly Mark[], maxPoints: number | undefined): SchemeTotal {
  const counted = marks.filter(({ isRemoved }) => !isRemoved)
  const knownPoints = counted
    .map(({ points }) => parseMark(points))
    .filter(value => typeof value === 'number')
  const max = sumPoints(counted.map(mark => mark.max))
  const points = knownPoints.length > 0 ? sumPoints(knownPoints) : null
  const isScaled = points !== null && Boolean(maxPoints) && maxPoints !== max && max > 0
  return {
    points,
    max,
    unmarked: counted.filter(mark => !isMarked(mark)).length,
    scaled: isScaled ? scalePoints(points, max, maxPoints ?? max) : undefined,
  }
}

/** Rounds to a tenth. The small addition rounds 0.25 up, although its product may be slightly smaller. */
const scalePoints = (points: number, max: number, maxPoints: number): number =>
  Math.round((points * maxPoints * 10) / max + 1e-9) / 10

/** Gives full points for all lines of a task. */
export const giveFullPoints = (marks: readonly Mark[], task: string, language: string): Mark[] =>
  marks.map(mark =>
    !mark.isRemoved && getTask(mark.label) === task
      ? { ...mark, points: formatPoints(mark.max, language) }
      : mark,
  )

export const isFullyMarked = (marks: readonly Mark[], task: string): boolean =>
  marks.every(
    ({ label, max, points, isRemoved }) => isRemoved || getTask(label) !== task || parseMark(points) === max,
  )
