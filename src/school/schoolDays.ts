import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, daysBetween, getMonday, getWeekday } from '../lib/week.ts'
import { seedClasses, subjectIn } from './classes.ts'
import type { SchoolLanguage, When } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'
import { hourOf, substitutionsOn } from './substitutions.ts'

/** Time of the last message on the school's own day, at the latest. */
const endOfTalk = '09:12'

/** The days of the chats. `day` counts school days from the school's own day, 0. */
export type ChatDays = {
  /** Unix ms. */
  instantOf: (day: number, time: string) => number
  /** Replaces the placeholders of a text: `{weekday+2}`, `{date-8}`, `{training}`, `{moved}`. */
  filledIn: (text: string) => string
}

/** Returns the last school day on which the chats are over by `now`, so that no message is in the future. */
export function ownDayOf({ now, timeZone }: When): string {
  const today = toSchoolDay(now, timeZone)
  const last = toInstant(today, endOfTalk, timeZone) <= now ? today : addDaysToDay(today, -1)
  return getWeekday(last) <= 5 ? last : addDaysToDay(last, 5 - getWeekday(last))
}

/** Returns the last Wednesday up to a day. */
const lastWednesday = (day: string): string => addDaysToDay(getMonday(day), getWeekday(day) >= 3 ? 2 : -5)

/** Days before this one count from the last Wednesday, so that each keeps its weekday and agrees with the timetable. */
const firstMovingDay = -2

/** Returns the dates and placeholders of the chats of a school that is opened at `now`. */
export function chatDays({ now, timeZone }: When, language: SchoolLanguage): ChatDays {
  const texts = textsOf(language)
  const today = toSchoolDay(now, timeZone)
  const own = ownDayOf({ now, timeZone })
  const dateOf = (day: number): string =>
    day < firstMovingDay ? plusSchoolDays(lastWednesday(own), day) : plusSchoolDays(own, day)
  const weekdayName = (date: string) => texts.weekdays[getWeekday(date) - 1] ?? ''
  const monthOf = (date: string) => Number(date.slice(5, 7)) - 1
  const dayAndMonth = (date: string) =>
    texts.date
      .replace('{day}', String(Number(date.slice(8))))
      .replace('{month}', texts.months[monthOf(date)] ?? '')
  const training = seedHolidays(today, language)[0]?.date ?? today
  const fill: Record<string, (day: number) => string> = {
    weekday: day => weekdayName(dateOf(day)),
    date: day => dayAndMonth(dateOf(day)),
    nextMonth: () => texts.monthNames[(monthOf(own) + 1) % 12] ?? '',
    training: () =>
      texts.dayAndDate.replace('{weekday}', weekdayName(training)).replace('{date}', dayAndMonth(training)),
    ...changesOf8b(getWeekday(own), language),
  }
  return {
    instantOf: (day, time) => toInstant(dateOf(day), time, timeZone),
    filledIn: text =>
      text.replace(/\{([A-Za-z]+)([+-]\d+)?\}/g, (whole, what: string, days = '0') =>
        Object.hasOwn(fill, what) ? (fill[what]?.(Number(days)) ?? whole) : whole,
      ),
  }
}

/** Returns the placeholders for what changes in 8b on the school's own day, as in the timetable. */
function changesOf8b(day: number, language: SchoolLanguage): Record<string, () => string> {
  const moved = substitutionsOn('8b', day, 0).find(({ kind }) => kind === 'moved')
  const subject = seedClasses
    .find(({ name }) => name === '8b')
    ?.subjects.find(({ short }) => short === moved?.subject)
  return {
    moved: () => (subject ? subjectIn('8b', subject, language).name : ''),
    movedTo: () => moved?.room ?? '',
    movedHour: () => String(moved?.hour ?? ''),
    germanHour: () => String(hourOf('8b', 'De', day)),
  }
}

/** Returns the school day `count` school days later, earlier if negative. Weekends do not count, holidays do. */
function plusSchoolDays(day: string, count: number): string {
  const place = getWeekday(day) - 1 + count
  return addDaysToDay(getMonday(day), Math.floor(place / 5) * 7 + (((place % 5) + 5) % 5))
}

export type SeedHoliday = { date: string; name: string }

/** Days the school is closed: one Friday soon, and a whole week four weeks from this one. */
export function seedHolidays(today: string, language: SchoolLanguage): SeedHoliday[] {
  const { trainingDay, holidays } = textsOf(language)
  // From Thursday on it is next week's Friday: today and tomorrow show substitutions and must have lessons.
  const friday = addDaysToDay(getMonday(today), getWeekday(today) <= 3 ? 4 : 11)
  const monday = addDaysToDay(getMonday(today), 28)
  return [
    { date: friday, name: trainingDay },
    ...Array.from({ length: 7 }, (_, index) => ({ date: addDaysToDay(monday, index), name: holidays })),
  ]
}

/**
 * Returns the days with substitutions: the school's own day, the last Wednesday and the two days that the timetable
 * shows first. The chats mention the first two. `day` counts school days from the school's own day.
 */
export function substitutionDays(when: When): { date: string; day: number }[] {
  const own = ownDayOf(when)
  const dates = [lastWednesday(own), own, ...daysWithSubstitutions(toSchoolDay(when.now, when.timeZone))]
  return [...new Set(dates)].map(date => {
    const weeks = daysBetween(getMonday(own), getMonday(date)) / 7
    return { date, day: weeks * 5 + getWeekday(date) - getWeekday(own) }
  })
}

/** Returns today and the school day after it; at the weekend the next two school days. */
export function daysWithSubstitutions(today: string): [string, string] {
  const first = schoolDayFrom(today)
  return [first, schoolDayFrom(addDaysToDay(first, 1))]
}

const schoolDayFrom = (day: string): string => (getWeekday(day) > 5 ? addDaysToDay(getMonday(day), 7) : day)
