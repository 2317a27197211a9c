import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import type { WorkCounts, WorkState } from '../../../contract/workCounts.ts'
import { getDueEnd, parseDue } from '../../../lib/due.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { countEntries, getWorkState } from '../progress/correctionProgress.ts'
import type { CorrectionState } from '../progress/returnStates.ts'

export type Pupil = { id: number; name: string }

/** Line of one pupil in the CSV file. Times are in Unix ms. */
type PupilRow = Pupil & {
  state: WorkState
  seenAt: number | undefined
  handedInAt: number | undefined
  /** Minutes after the due time, rounded up, and 0 if it was in time. Undefined without a submission or a due time. */
  minutesAfterDue: number | undefined
  correctedAt: number | undefined
  /** Undefined without points. 0 means 0 points. */
  points: number | undefined
  correction: string
}

export type OverviewModel = {
  counts: WorkCounts
  withPoints: number
  withoutPoints: number
  /** Undefined without points, like the median. */
  mean: number | undefined
  median: number | undefined
  maximum: number | undefined
  bins: PointBins
  /** Sorted by family name. */
  rows: readonly PupilRow[]
}

/** Returns the results of a class for one homework. `language` decides the order of the names. */
export function createOverviewModel(
  homework: Pick<Homework, 'until_datetime' | 'points'>,
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  { timeZone, language }: { timeZone: string; language: string },
): OverviewModel {
  const due = getDueEnd(parseDue(homework.until_datetime, timeZone), timeZone)
  const compare = compareByFamilyName(language)
  const sorted = [...entries].sort((a, b) => compare(a.user, b.user))
  const rows = sorted.map(entry => toRow(entry, states.get(entry.user.id), due, timeZone))
  const points = rows.flatMap(row => row.points ?? [])
  const correctedCount = sorted.filter(({ submission }) => submission.is_corrected).length
  const maximum = homework.points ?? undefined
  return {
    counts: countEntries(entries, states),
    withPoints: points.length,
    withoutPoints: correctedCount - points.length,
    mean: mean(points),
    median: median(points),
    maximum,
    bins: createPointBins(points, maximum),
    rows,
  }
}

function toRow(
  { user, submission }: SubmissionEntry,
  state: CorrectionState | undefined,
  due: number,
  timeZone: string,
): PupilRow {
  const parseTime = (time: string | null) => (time === null ? undefined : parseInstant(time, timeZone))
  const handedInAt = parseTime(submission.submitted_at)
  return {
    id: user.id,
    name: user.name,
    state: getWorkState(submission, state),
    seenAt: parseTime(submission.acknowledged_at),
    handedInAt,
    minutesAfterDue:
      handedInAt === undefined || !Number.isFinite(due)
        ? undefined
        : Math.max(0, Math.ceil((handedInAt - due) / 60_000)),
    correctedAt: parseTime(submission.corrected_at),
    points: submission.is_corrected ? (submission.points ?? undefined) : undefined,
    correction: submission.is_corrected ? (submission.teacher_correction ?? '') : '',
  }
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sum = values.reduce((total, value) => total + value, 0)
  if (Number.isFinite(sum)) return sum / values.length
  // The sum can exceed the largest number. A running mean can't.
  return values.reduce((average, value, index) => average + (value - average) / (index + 1), 0)
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : lower + (upper - lower) / 2
}

/** One bar: the number of pupils with points between `from` and `to`. `from` is included. */
export type PointBin = { from: number; to: number; includesTo: boolean; count: number }

/** `single`: each bar is one value, `from`. `range`: each bar is a range of the same width. */
export type PointBins = { kind: 'single' | 'range'; step: number; bins: readonly PointBin[] }

const maxSingleBins = 21
const maxRangeBins = 15
// Removes errors of binary fractions such as 0.1. Multiplying a very large value could exceed the largest number.
const roundToThousandths = (value: number) => (value > 1e12 ? value : Math.round(value * 1000) / 1000)

/**
 * Returns the bars for points between 0 and the maximum, or the highest points if these exceed it. There is one bar per
 * value if there are few. Otherwise the width of the ranges is 1, 2 or 5 times a power of ten.
 */
export function createPointBins(points: readonly number[], maximum: number | undefined): PointBins {
  const highest = Math.max(maximum ?? 0, ...points)
  if (points.length === 0 || !(highest > 0)) {
    const bins = points.length === 0 ? [] : [{ from: 0, to: 0, includesTo: true, count: points.length }]
    return { kind: 'single', step: 1, bins }
  }
  const singleStep = [1, 0.5].find(
    step =>
      highest / step + 1 <= maxSingleBins &&
      [highest, ...points].every(value => Number.isInteger(value / step)),
  )
  return singleStep === undefined
    ? createRangeBins(points, highest)
    : createSingleBins(points, highest, singleStep)
}

function createSingleBins(points: readonly number[], highest: number, step: number): PointBins {
  const bins = Array.from({ length: highest / step + 1 }, (_, index) => {
    const from = index * step
    return { from, to: from, includesTo: true, count: points.filter(value => value === from).length }
  })
  return { kind: 'single', step, bins }
}

function createRangeBins(points: readonly number[], highest: number): PointBins {
  const step = getRangeWidth(Math.max(0.001, highest / maxRangeBins))
  const length = Math.max(1, Math.ceil(roundToThousandths(highest / step)))
  const counts = Array.from({ length }, () => 0)
  for (const value of points) {
    const index = Math.min(length - 1, Math.floor(roundToThousandths(value / step)))
    counts[index] = (counts[index] ?? 0) + 1
  }
  const bins = counts.map((count, index) => ({
    from: roundToThousandths(index * step),
    to: roundToThousandths(index === length - 1 ? Math.max(highest, index * step) : (index + 1) * step),
    includesTo: index === length - 1,
    count,
  }))
  return { kind: 'range', step, bins }
}

/** Returns the smallest width of at least `min` that is 1, 2 or 5 times a power of ten. */
function getRangeWidth(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min))
  return roundToThousandths(([1, 2, 5].find(factor => factor * power >= min - 1e-9) ?? 10) * power)
}
