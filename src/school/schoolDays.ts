import { dayOf, instantAt } from '../lib/schoolTime.ts'
import { mondayOf, plusDays, weekday } from '../lib/week.ts'
import type { SchoolLanguage, When } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

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

export type SeedHoliday = { date: string; name: string }

/** Days the school is closed: one Friday soon, and a whole week four weeks from this one. */
export function seedHolidays(today: string, language: SchoolLanguage): SeedHoliday[] {
  const { trainingDay, holidays } = textsOf(language)
  // From Thursday on it is next week's Friday: today and tomorrow show substitutions and must have lessons.
  const friday = plusDays(mondayOf(today), weekday(today) <= 3 ? 4 : 11)
  const monday = plusDays(mondayOf(today), 28)
  return [
    { date: friday, name: trainingDay },
    ...Array.from({ length: 7 }, (_, index) => ({ date: plusDays(monday, index), name: holidays })),
  ]
}

/** Today and the school day after it; at the weekend the next two school days. */
export function daysWithSubstitutions(today: string): [string, string] {
  const first = schoolDayFrom(today)
  return [first, schoolDayFrom(plusDays(first, 1))]
}

const schoolDayFrom = (day: string): string => (weekday(day) > 5 ? plusDays(mondayOf(day), 7) : day)
