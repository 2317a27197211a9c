import { mondayOf, plusDays, weekday } from '../lib/week.ts'
import type { SchoolLanguage } from './schoolKind.ts'
import { textsOf } from './texts/textsOf.ts'

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
