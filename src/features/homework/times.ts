import type { Submission } from '../../contract/submissions.ts'
import type { Format } from '../../i18n/formats.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import type { T } from '../../i18n/useT.ts'
import { dueOf } from '../../lib/due.ts'
import { clockOf, dayOf, instantOf } from '../../lib/schoolTime.ts'
import { daysBetween } from '../../lib/week.ts'
import { useNow, useSchoolTime } from '../../ui/SchoolTime.tsx'

type Words = T<'task'>
type Telling = { t: Words; format: Format; timeZone: string; now: number }

/** When it is due, as a fact: `Due Thu 19 Nov, 08:00 · in 2 days`, `Was due Mon 16 Nov, 16:00 · 2 days ago`. */
export function dueSentence(until: string, { t, format, timeZone, now }: Telling): string {
  const due = dueOf(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return t('dueUnknown')
  const today = dayOf(now, timeZone)
  const day = format.dayNear(due.day, today)
  const when = due.time === undefined ? day : t('at', { day, time: due.time })
  // A day without a time lasts until it is over.
  const over = due.time === undefined ? due.day < today : due.at < now
  return t(over ? 'wasDue' : 'due', { when, distance: distanceOf(daysBetween(today, due.day), t) })
}

function distanceOf(days: number, t: Words): string {
  if (days === 0) return t('distance.today')
  if (days === 1) return t('distance.tomorrow')
  if (days === -1) return t('distance.yesterday')
  return days > 0 ? t('distance.in', { count: days }) : t('distance.ago', { count: -days })
}

/** How long after it was due, in the unit a person would say it in. */
type AfterDue = { unit: 'minutes' | 'hours' | 'days'; count: number }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * `undefined` when in time, or when that is not known. Minutes and hours as they passed, from two days on by what the
 * school's clocks show: the night they change is a night like any other. Due on a day without a time means until that day
 * is over.
 */
export function afterDue(at: number, until: string, timeZone: string): AfterDue | undefined {
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

/** A moment of the service's as it is told, `Mon 16:20`; '' for none and for one that can't be read. */
export function momentOf(text: string | null, { format, timeZone, now }: Omit<Telling, 't'>): string {
  const instant = text === null ? undefined : instantOf(text, timeZone)
  return instant === undefined ? '' : format.moment(instant, now)
}

/** `momentOf` here and now. */
export function useMoment(): (text: string | null) => string {
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return text => momentOf(text, { format, timeZone, now })
}

/**
 * What is known of when a pupil worked; times in Unix ms, absent where the service sent none that can be read. `after`
 * only where it came later than it was due: in time needs no words.
 */
type HandInFacts =
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
