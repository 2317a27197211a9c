import type { SentAt } from './sentAt.ts'
import type { TalkParts } from './TalkContext.ts'

type Words = Pick<TalkParts, 't' | 'format' | 'today'>

/** `Today`, `Tuesday 17 November`, with the year where it is another. */
export function dayWords(day: string, { t, format, today }: Words): string {
  if (day === today) return t('today')
  if (day.slice(0, 4) !== today.slice(0, 4)) return format.fullDay(day)
  return t('day', { weekday: format.weekday(day, 'long'), date: format.dayAndMonth(day) })
}

/** `New since 08:02`, with the day where it was another. */
export function newWords(since: SentAt | undefined, { t, format, today }: Words): string {
  if (!since) return t('new')
  const time = since.day === today ? since.clock : `${format.day(since.day)} ${since.clock}`
  return t('newSince', { time })
}
