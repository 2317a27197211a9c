import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays, weekday } from '../../lib/week.ts'
import { seedHolidays } from '../calendar.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import { textsOf } from '../texts/textsOf.ts'

export type When = { now: number; timeZone: string }

/** The talk of the seed's own day ends at this time. */
const endOfTalk = '09:12'

/** The days of the talk: `day` counts school days from the seed's own, 0. */
export type ChatDays = {
  /** Unix milliseconds. */
  instantOf: (day: number, time: string) => number
  /** A text with its days: `{weekday+2}`, `{date-8}`, `{training}`. */
  filledIn: (text: string) => string
}

/** The seed's own day is the last school day on which the talk is over by `now`: nothing is said in the future. */
export function chatDays({ now, timeZone }: When, language: SchoolLanguage): ChatDays {
  const texts = textsOf(language)
  const today = dayOf(now, timeZone)
  const last = instantAt(today, endOfTalk, timeZone) <= now ? today : plusDays(today, -1)
  const own = weekday(last) <= 5 ? last : plusDays(last, 5 - weekday(last))
  // Five school days are a week, so that only what is left over has to look out for the weekend.
  const dateOf = (day: number): string => {
    const place = weekday(own) - 1 + day
    const week = Math.floor(place / 5)
    return plusDays(own, week * 7 + (place - week * 5) - (weekday(own) - 1))
  }
  const weekdayName = (date: string) => texts.weekdays[weekday(date) - 1] ?? ''
  const dayAndMonth = (date: string) =>
    texts.date
      .replace('{day}', String(Number(date.slice(8))))
      .replace('{month}', texts.months[Number(date.slice(5, 7)) - 1] ?? '')
  const training = seedHolidays(today, language)[0]?.date ?? today
  return {
    instantOf: (day, time) => instantAt(dateOf(day), time, timeZone),
    filledIn: text =>
      text.replace(/\{(weekday|date|training)([+-]\d+)?\}/g, (_, what: string, days = '0') => {
        if (what === 'training') {
          return texts.dayAndDate
            .replace('{weekday}', weekdayName(training))
            .replace('{date}', dayAndMonth(training))
        }
        const date = dateOf(Number(days))
        return what === 'weekday' ? weekdayName(date) : dayAndMonth(date)
      }),
  }
}
