import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'
import { dueOf } from '../../../lib/due.ts'
import { dayOf, instantOf } from '../../../lib/schoolTime.ts'
import { daysBetween } from '../../../lib/week.ts'

type Words = T<'task'>
type Telling = { t: Words; format: Format; timeZone: string; now: number }

/** When it is due, as a fact: `Due Thu 19 Nov, 08:00 · in 2 days`, `Was due Mon 16 Nov, 16:00 · 2 days ago`. */
export function dueSentence(until: string, { t, format, timeZone, now }: Telling): string {
  const due = dueOf(until, timeZone)
  if (due.at === Number.POSITIVE_INFINITY) return t('dueUnknown')
  const today = dayOf(now, timeZone)
  const day = format.day(due.day)
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

/** How long after it was due, `undefined` when in time or when no time is known: `2 h after due`. */
export function afterDue(
  submitted: string,
  until: string,
  { t, timeZone }: Pick<Telling, 't' | 'timeZone'>,
): string | undefined {
  const handedIn = instantOf(submitted, timeZone)
  const due = dueOf(until, timeZone)
  if (handedIn === undefined || due.time === undefined || handedIn <= due.at) return undefined
  const minutes = Math.ceil((handedIn - due.at) / 60_000)
  if (minutes < 60) return t('own.afterMinutes', { count: String(minutes) })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t('own.afterHours', { count: String(hours) })
  return t('own.afterDays', { count: Math.round(hours / 24) })
}

/** A moment of the service's as it is told; '' for one that can't be read. */
export function momentOf(text: string | null, { format, timeZone, now }: Omit<Telling, 't'>): string {
  const instant = text === null ? undefined : instantOf(text, timeZone)
  return instant === undefined ? '' : format.moment(instant, now)
}
