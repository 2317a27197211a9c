import type { Homework } from '../../../contract/homework.ts'
import type { Progress, SubmissionEntry } from '../../../contract/submissions.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { getFunnel, getProgress } from '../progress/correctionProgress.ts'
import type { CorrectionState } from '../progress/returnStates.ts'

export type Pupil = { id: number; name: string }

/** Line of one pupil in the CSV file. Times are in Unix ms. */
type PupilRow = Pupil & {
  seenAt: number | undefined
  handedInAt: number | undefined
  /** Minutes after the due time, rounded up, and 0 if it was in time. Undefined without a submission or a due time. */
  minutesAfterDue: number | undefined
  correctedAt: number | undefined
  /** Undefined if no points were given, which is not the same as 0. */
  points: number | undefined
  correction: string
}

export type OverviewModel = {
  pupils: number
  seen: number
  handedIn: number
  /** Pupils who were corrected without a submission. They are not included in `handedIn`. */
  withoutHandIn: number
  corrected: number
  withPoints: number
  withoutPoints: number
  /** Mean of the points given. Undefined if no points were given. */
  mean: number | undefined
  median: number | undefined
  maximum: number | undefined
  bins: PointBins
  notSeen: readonly Pupil[]
  notHandedIn: readonly Pupil[]
  /** Sorted by family name. */
  rows: readonly PupilRow[]
}

type Telling = { timeZone: string; language: string }

/** Returns the results of a class from the submissions of one homework. `language` decides the order of the names. */
export function overviewModel(
  homework: Pick<Homework, 'until_datetime' | 'points'>,
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  { timeZone, language }: Telling,
): OverviewModel {
  const due = parseInstant(homework.until_datetime, timeZone)
  const compare = compareByFamilyName(language)
  const sorted = [...entries].sort((one, other) => compare(one.user, other.user))
  const rows = sorted.map(entry => rowOf(entry, due, timeZone))
  const points = rows.flatMap(row => row.points ?? [])
  const answered = sorted.filter(({ submission }) => submission.is_corrected).length
  const maximum = homework.points ?? undefined
  const pupilsAt = (...places: Progress[]): Pupil[] =>
    sorted
      .filter(({ user, submission }) => places.includes(getProgress(submission, states.get(user.id))))
      .map(({ user: { id, name } }) => ({ id, name }))
  const { seen, handedIn, withoutHandIn, corrected } = getFunnel(entries, states)
  return {
    pupils: entries.length,
    seen,
    handedIn,
    withoutHandIn,
    corrected,
    withPoints: points.length,
    withoutPoints: answered - points.length,
    mean: mean(points),
    median: median(points),
    maximum,
    bins: pointBins(points, maximum),
    notSeen: pupilsAt('unseen'),
    notHandedIn: pupilsAt('unseen', 'seen'),
    rows,
  }
}

function rowOf({ user, submission }: SubmissionEntry, due: number | undefined, timeZone: string): PupilRow {
  const at = (time: string | null) => (time === null ? undefined : parseInstant(time, timeZone))
  const handedInAt = at(submission.submitted_at)
  return {
    id: user.id,
    name: user.name,
    seenAt: at(submission.acknowledged_at),
    handedInAt,
    minutesAfterDue:
      handedInAt === undefined || due === undefined
        ? undefined
        : Math.max(0, Math.ceil((handedInAt - due) / 60_000)),
    correctedAt: at(submission.corrected_at),
    points: submission.is_corrected ? (submission.points ?? undefined) : undefined,
    correction: submission.is_corrected ? (submission.teacher_correction ?? '') : '',
  }
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sum = values.reduce((total, value) => total + value, 0)
  if (Number.isFinite(sum)) return sum / values.length
  // The sum of very large points can exceed the largest number. This running mean can't.
  return values.reduce((average, value, at) => average + (value - average) / (at + 1), 0)
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : lower + (upper - lower) / 2
}

/** One bar: the number of pupils with points from `from` up to `to`. `to` itself is included only if `closed`. */
export type PointBin = { from: number; to: number; closed: boolean; count: number }

/** `single`: each bar is one value, `from`. `range`: each bar is a range, and all ranges have the same width. */
export type PointBins = { kind: 'single' | 'range'; step: number; bins: readonly PointBin[] }

const maxSingleBins = 21
const maxRangeBins = 15
// Rounds to thousandths, which is finer than any points. This also removes errors of binary fractions such as 0.1.
// Values above 1e12 have no such digits, and the multiplication could exceed the largest number.
const exact = (value: number) => (value > 1e12 ? value : Math.round(value * 1000) / 1000)

/**
 * Returns the bars for points between 0 and `maximum`, or the highest points if `maximum` is undefined. There is one
 * bar per value if there are few values. Otherwise the width of the ranges is 1, 2 or 5 times a power of ten. Points
 * above the maximum extend the axis.
 */
export function pointBins(points: readonly number[], maximum: number | undefined): PointBins {
  const top = Math.max(maximum ?? 0, ...points)
  if (points.length === 0 || !(top > 0)) {
    const bins = points.length === 0 ? [] : [{ from: 0, to: 0, closed: true, count: points.length }]
    return { kind: 'single', step: 1, bins }
  }
  const single = [1, 0.5].find(
    step =>
      top / step + 1 <= maxSingleBins && [top, ...points].every(value => Number.isInteger(value / step)),
  )
  if (single !== undefined) return singles(points, top, single)
  return ranges(points, top)
}

function singles(points: readonly number[], top: number, step: number): PointBins {
  const bins = Array.from({ length: top / step + 1 }, (_, index) => {
    const from = index * step
    return { from, to: from, closed: true, count: points.filter(value => value === from).length }
  })
  return { kind: 'single', step, bins }
}

function ranges(points: readonly number[], top: number): PointBins {
  const step = niceStep(Math.max(0.001, top / maxRangeBins))
  const length = Math.max(1, Math.ceil(exact(top / step)))
  const counts = Array.from({ length }, () => 0)
  for (const value of points) {
    const index = Math.min(length - 1, Math.floor(exact(value / step)))
    counts[index] = (counts[index] ?? 0) + 1
  }
  const bins = counts.map((count, index) => ({
    from: exact(index * step),
    to: index === length - 1 ? exact(Math.max(top, index * step)) : exact((index + 1) * step),
    closed: index === length - 1,
    count,
  }))
  return { kind: 'range', step, bins }
}

/** Returns the smallest number of at least `least` that is 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return exact(([1, 2, 5].find(factor => factor * power >= least - 1e-9) ?? 10) * power)
}
