import type { Submission } from '../../contract/submissions.ts'
import type { Format } from '../../i18n/formats.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import type { T } from '../../i18n/useT.ts'
import { parseDue } from '../../lib/due.ts'
import { parseInstant, toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { daysBetween } from '../../lib/week.ts'

type Words = T<'task'>
type Telling = { t: Words; format: Format; timeZone: string; now: number }

/** Returns when it is due, as a fact: `Due Thu 19 Nov, 08:00 · in 2 days`, `Was due Mon 16 Nov, 16:00 · 2 days ago`. */
export function dueSentence(until: string, telling: Telling): string {
  const due = dueDetails(until, telling)
  if (!due) return telling.t('dueUnknown')
  const { isOver, when, distance } = due
  return telling.t(isOver ? 'wasDue' : 'due', { when, distance })
}

/** Returns when it is due, `Thu 19 Nov, 08:00`, how far away that is, `in 2 days`, and whether it is over. */
export function dueDetails(
  until: string,
  { t, format, timeZone, now }: Telling,
): { when: string; distance: string; isOver: boolean } | undefined {
  const due = parseDue(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return undefined
  const today = toSchoolDay(now, timeZone)
  const day = format.dayNear(due.day, today)
  return {
    when: due.time === undefined ? day : t('at', { day, time: due.time }),
    distance: distanceOf(daysBetween(today, due.day), t),
    // A due day without a time includes the whole day.
    isOver: due.time === undefined ? due.day < today : due.at < now,
  }
}

function distanceOf(days: number, t: Words): string {
  if (days === 0) return t('distance.today')
  if (days === 1) return t('distance.tomorrow')
  if (days === -1) return t('distance.yesterday')
  return days > 0 ? t('distance.in', { count: days }) : t('distance.ago', { count: -days })
}

/** Time since the due time, in the unit that a person would use. */
type AfterDue = { unit: 'minutes' | 'hours' | 'days'; count: number }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Returns undefined if it was in time, or if this is unknown. Minutes and hours are elapsed time. From two days on, the
 * clock times of the school count, so that a change to summer time makes no difference. A due day without a time
 * includes the whole day.
 */
export function getLateness(at: number, until: string, timeZone: string): AfterDue | undefined {
  const due = parseDue(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return undefined
  const days = daysBetween(due.day, toSchoolDay(at, timeZone))
  if (due.time === undefined) return days > 0 ? { unit: 'days', count: days } : undefined
  const late = at - due.at
  if (late <= 0) return undefined
  if (late < hour) return { unit: 'minutes', count: Math.max(1, Math.floor(late / minute)) }
  const shown = days * day + sinceMidnight(toClockTime(at, timeZone)) - sinceMidnight(due.time)
  if (shown < 2 * day) return { unit: 'hours', count: Math.round(late / hour) }
  return { unit: 'days', count: Math.round(shown / day) }
}

/** Returns the ms since midnight of `HH:MM`. */
function sinceMidnight(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * hour + minutes * minute
}

/** Formats a time of the service, e.g. `Mon 16:20`. Returns '' for null and for an invalid time. */
export function momentOf(text: string | null, { format, timeZone, now }: Omit<Telling, 't'>): string {
  const instant = text === null ? undefined : parseInstant(text, timeZone)
  return instant === undefined ? '' : format.moment(instant, now)
}

/** Returns `momentOf` with the current time, language and time zone. */
export function useFormatMoment(): (text: string | null) => string {
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return text => momentOf(text, { format, timeZone, now })
}

/**
 * Facts about when a pupil worked. Times are in Unix ms, and undefined if the service sent no valid time. `lateness` is
 * set only if the work was late.
 */
type HandInFacts =
  | { kind: 'handedIn'; at: number | undefined; lateness: AfterDue | undefined }
  | { kind: 'seen'; at: number | undefined }
  | { kind: 'notHandedIn' | 'notSeen' }

type Known = Pick<
  Submission,
  'submitted_at' | 'acknowledged_at' | 'is_submitted' | 'is_acknowledged' | 'is_corrected'
>

/** Returns the facts of one submission. `until` is the homework's `until_datetime`. */
export function handInFacts(submission: Known, until: string, timeZone: string): HandInFacts {
  const instant = (text: string | null) => (text === null ? undefined : parseInstant(text, timeZone))
  if (submission.is_submitted) {
    const at = instant(submission.submitted_at)
    return { kind: 'handedIn', at, lateness: at === undefined ? undefined : getLateness(at, until, timeZone) }
  }
  if (submission.is_acknowledged) return { kind: 'seen', at: instant(submission.acknowledged_at) }
  return { kind: submission.is_corrected ? 'notHandedIn' : 'notSeen' }
}
