import type { Submission } from '../../contract/submissions.ts'
import type { Format } from '../../i18n/formats.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import type { T } from '../../i18n/useT.ts'
import { isPastDue, parseDue } from '../../lib/due.ts'
import { parseInstant, toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { daysBetween } from '../../lib/week.ts'

type Translate = T<'task'>
type FormatContext = { t: Translate; format: Format; timeZone: string; now: number }

/** `Due Thu 19 Nov, 08:00 · in 2 days`, `Was due Mon 16 Nov, 16:00 · 2 days ago`. */
export function formatDueSentence(until: string, context: FormatContext): string {
  const due = getDueDetails(until, context)
  if (!due) return context.t('dueUnknown')
  const { isPastDue, when, distance } = due
  return context.t(isPastDue ? 'wasDue' : 'due', { when, distance })
}

/** `when`: `Thu 19 Nov, 08:00`. `distance`: `in 2 days`. Undefined for an invalid time. */
export function getDueDetails(
  until: string,
  { t, format, timeZone, now }: FormatContext,
): { when: string; distance: string; isPastDue: boolean } | undefined {
  const due = parseDue(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return undefined
  const today = toSchoolDay(now, timeZone)
  const day = format.dayNear(due.day, today)
  return {
    when: due.time === undefined ? day : t('at', { day, time: due.time }),
    distance: formatDistance(daysBetween(today, due.day), t),
    isPastDue: isPastDue(due, { now, today }),
  }
}

function formatDistance(days: number, t: Translate): string {
  if (days === 0) return t('distance.today')
  if (days === 1) return t('distance.tomorrow')
  if (days === -1) return t('distance.yesterday')
  return days > 0 ? t('distance.in', { count: days }) : t('distance.ago', { count: -days })
}

type Lateness = { unit: 'minutes' | 'hours' | 'days'; count: number }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Returns undefined if it was in time, or if this is unknown. Minutes and hours are elapsed time. Days are counted by
 * the school's clock, so that a change to summer time makes no difference.
 */
export function getLateness(at: number, until: string, timeZone: string): Lateness | undefined {
  const due = parseDue(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return undefined
  const days = daysBetween(due.day, toSchoolDay(at, timeZone))
  if (due.time === undefined) return days > 0 ? { unit: 'days', count: days } : undefined
  const elapsedMs = at - due.at
  if (elapsedMs <= 0) return undefined
  if (elapsedMs < hour) return { unit: 'minutes', count: Math.max(1, Math.floor(elapsedMs / minute)) }
  const schoolClockMs = days * day + msSinceMidnight(toClockTime(at, timeZone)) - msSinceMidnight(due.time)
  if (schoolClockMs < 2 * day) return { unit: 'hours', count: Math.round(elapsedMs / hour) }
  return { unit: 'days', count: Math.round(schoolClockMs / day) }
}

/** `clock` is `HH:MM`. */
function msSinceMidnight(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * hour + minutes * minute
}

/** Formats a time of the service, e.g. `Mon 16:20`. Returns '' for null and for an invalid time. */
export function formatMoment(
  text: string | null,
  { format, timeZone, now }: Omit<FormatContext, 't'>,
): string {
  const instant = text === null ? undefined : parseInstant(text, timeZone)
  return instant === undefined ? '' : format.moment(instant, now)
}

export function useFormatMoment(): (text: string | null) => string {
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return text => formatMoment(text, { format, timeZone, now })
}

/** `at` is in Unix ms, undefined if the service sent no valid time. `lateness` is undefined if it was in time. */
type HandInFacts =
  | { kind: 'handedIn'; at: number | undefined; lateness: Lateness | undefined }
  | { kind: 'seen'; at: number | undefined }
  | { kind: 'notHandedIn' | 'notSeen' }

type HandInFields = Pick<
  Submission,
  'submitted_at' | 'acknowledged_at' | 'is_submitted' | 'is_acknowledged' | 'is_corrected'
>

/** `until` is the homework's `until_datetime`. */
export function getHandInFacts(submission: HandInFields, until: string, timeZone: string): HandInFacts {
  const parseTime = (text: string | null) => (text === null ? undefined : parseInstant(text, timeZone))
  if (submission.is_submitted) {
    const at = parseTime(submission.submitted_at)
    return { kind: 'handedIn', at, lateness: at === undefined ? undefined : getLateness(at, until, timeZone) }
  }
  if (submission.is_acknowledged) return { kind: 'seen', at: parseTime(submission.acknowledged_at) }
  return { kind: submission.is_corrected ? 'notHandedIn' : 'notSeen' }
}
