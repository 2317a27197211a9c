import type { Submission } from '../../../contract/submissions.ts'
import { dueOf } from '../../../lib/due.ts'
import { clockOf, dayOf, instantOf } from '../../../lib/schoolTime.ts'
import { daysBetween } from '../../../lib/week.ts'

/** How long after it was due, in the unit a person would say it in. */
export type AfterDue = { unit: 'minutes' | 'hours' | 'days'; count: number }

/**
 * What is known of when a pupil worked; times in Unix ms, absent where the service sent none that can be read. `after`
 * only where it came later than it was due: in time needs no words.
 */
export type HandInFacts =
  | { kind: 'handedIn'; at: number | undefined; after: AfterDue | undefined }
  | { kind: 'seen'; at: number | undefined }
  | { kind: 'notHandedIn' | 'notSeen' }

type Known = Pick<
  Submission,
  'submitted_at' | 'acknowledged_at' | 'is_submitted' | 'is_acknowledged' | 'is_corrected'
>

/** The facts of one submission; `until` is the homework's `until_datetime`. */
export function handInFacts(submission: Known, until: string, timeZone: string): HandInFacts {
  const instant = (text: string | null) => (text === null ? undefined : instantOf(text, timeZone))
  if (submission.is_submitted) {
    const at = instant(submission.submitted_at)
    return { kind: 'handedIn', at, after: at === undefined ? undefined : afterDue(at, until, timeZone) }
  }
  if (submission.is_acknowledged) return { kind: 'seen', at: instant(submission.acknowledged_at) }
  return { kind: submission.is_corrected ? 'notHandedIn' : 'notSeen' }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Minutes and hours as they passed, from two days on by what the school's clocks show: the night they change is a night
 * like any other. Due on a day without a time means until that day is over.
 */
function afterDue(at: number, until: string, timeZone: string): AfterDue | undefined {
  const due = dueOf(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return undefined
  const days = daysBetween(due.day, dayOf(at, timeZone))
  if (due.time === undefined) return days > 0 ? { unit: 'days', count: days } : undefined
  const late = at - due.at
  if (late <= 0) return undefined
  if (late < hour) return { unit: 'minutes', count: Math.max(1, Math.floor(late / minute)) }
  const shown = days * day + sinceMidnight(clockOf(at, timeZone)) - sinceMidnight(due.time)
  if (shown < 2 * day) return { unit: 'hours', count: Math.round(late / hour) }
  return { unit: 'days', count: Math.round(shown / day) }
}

/** Ms of `HH:MM`. */
function sinceMidnight(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * hour + minutes * minute
}
