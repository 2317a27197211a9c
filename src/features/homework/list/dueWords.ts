import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'
import type { Due } from '../../../lib/due.ts'
import { daysBetween } from '../../../lib/week.ts'

type Words = T<'homework'>

/** When it is due, as short as it can be told today: `Tomorrow 08:00`, `Mon 16:00`, `Thu 12 Nov`, `12 Nov 2025`. */
export function dueWords(due: Due, today: string, t: Words, format: Format): string {
  const { day, time = '' } = due
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const days = daysBetween(today, day)
  const named = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : undefined
  if (named) return t(`due.${named}`, { time }).trim()
  if (days < 0 && days > -7 && time) return `${format.weekday(day)} ${time}`
  return day.slice(0, 4) === today.slice(0, 4) ? format.day(day) : format.date(due.at)
}

/** The same in full, for who points at it and who listens: `Monday 16 November 2026, 16:00`. */
export function exactDue(due: Due, t: Words, format: Format): string {
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const day = format.fullDay(due.day)
  return due.time === undefined ? day : t('due.exact', { day, time: due.time })
}
