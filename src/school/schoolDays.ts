import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, daysBetween, getMonday, getWeekday } from '../lib/week.ts'
import { getSubject, seedClasses } from './classes.ts'
import type { SchoolLanguage, SchoolTime } from './schoolKind.ts'
import { getSchoolTexts } from './schoolTexts.ts'
import { findHour, getSubstitutions } from './substitutions.ts'

/** Latest time of a message on the school's own day. */
const lastMessageTime = '09:12'

/** `day` counts school days from the school's own day, 0. */
export type ChatDays = {
  /** Unix ms. */
  getInstant: (day: number, time: string) => number
  /** E.g. `{weekday+2}`, `{date-8}`, `{training}`, `{moved}`. */
  fillPlaceholders: (text: string) => string
}

/** The last school day on which the chats are over by `now`, so that no message is in the future. */
export function getOwnDay({ now, timeZone }: SchoolTime): string {
  const today = toSchoolDay(now, timeZone)
  const last = toInstant(today, lastMessageTime, timeZone) <= now ? today : addDaysToDay(today, -1)
  return getWeekday(last) <= 5 ? last : addDaysToDay(last, 5 - getWeekday(last))
}

const getLastWednesday = (day: string): string => addDaysToDay(getMonday(day), getWeekday(day) >= 3 ? 2 : -5)

/** Earlier days count from the last Wednesday, so that their weekdays agree with the timetable. */
const firstMovingDay = -2

export function createChatDays({ now, timeZone }: SchoolTime, language: SchoolLanguage): ChatDays {
  const texts = getSchoolTexts(language)
  const today = toSchoolDay(now, timeZone)
  const ownDay = getOwnDay({ now, timeZone })
  const getDate = (day: number): string =>
    day < firstMovingDay ? addSchoolDays(getLastWednesday(ownDay), day) : addSchoolDays(ownDay, day)
  const weekdayName = (date: string) => texts.weekdays[getWeekday(date) - 1] ?? ''
  const getMonthIndex = (date: string) => Number(date.slice(5, 7)) - 1
  const dayAndMonth = (date: string) =>
    texts.date
      .replace('{day}', String(Number(date.slice(8))))
      .replace('{month}', texts.months[getMonthIndex(date)] ?? '')
  const training = createHolidays(today, language)[0]?.date ?? today
  const placeholders: Record<string, (day: number) => string> = {
    weekday: day => weekdayName(getDate(day)),
    date: day => dayAndMonth(getDate(day)),
    nextMonth: () => texts.monthNames[(getMonthIndex(ownDay) + 1) % 12] ?? '',
    training: () =>
      texts.dayAndDate.replace('{weekday}', weekdayName(training)).replace('{date}', dayAndMonth(training)),
    ...getChangesOf8b(getWeekday(ownDay), language),
  }
  return {
    getInstant: (day, time) => toInstant(getDate(day), time, timeZone),
    fillPlaceholders: text =>
      text.replace(/\{([A-Za-z]+)([+-]\d+)?\}/g, (whole, name: string, days = '0') =>
        Object.hasOwn(placeholders, name) ? (placeholders[name]?.(Number(days)) ?? whole) : whole,
      ),
  }
}

function getChangesOf8b(day: number, language: SchoolLanguage): Record<string, () => string> {
  const moved = getSubstitutions('8b', day, 0).find(({ kind }) => kind === 'moved')
  const subject = seedClasses
    .find(({ name }) => name === '8b')
    ?.subjects.find(({ short }) => short === moved?.subject)
  return {
    moved: () => (subject ? getSubject('8b', subject, language).name : ''),
    movedTo: () => moved?.room ?? '',
    movedHour: () => String(moved?.hour ?? ''),
    germanHour: () => String(findHour('8b', 'De', day)),
  }
}

/** Weekends do not count, holidays do. */
function addSchoolDays(day: string, count: number): string {
  const index = getWeekday(day) - 1 + count
  return addDaysToDay(getMonday(day), Math.floor(index / 5) * 7 + (((index % 5) + 5) % 5))
}

export type SeedHoliday = { date: string; name: string }

/** One Friday soon, and a whole week in four weeks. */
export function createHolidays(today: string, language: SchoolLanguage): SeedHoliday[] {
  const { trainingDay, holidays } = getSchoolTexts(language)
  // Not on a day with visible substitutions.
  const friday = addDaysToDay(getMonday(today), getWeekday(today) <= 3 ? 4 : 11)
  const monday = addDaysToDay(getMonday(today), 28)
  return [
    { date: friday, name: trainingDay },
    ...Array.from({ length: 7 }, (_, index) => ({ date: addDaysToDay(monday, index), name: holidays })),
  ]
}

/** The chats mention the first two, the timetable shows the others. */
export function getSubstitutionDays(when: SchoolTime): { date: string; day: number }[] {
  const ownDay = getOwnDay(when)
  const dates = [
    getLastWednesday(ownDay),
    ownDay,
    ...getVisibleSubstitutionDays(toSchoolDay(when.now, when.timeZone)),
  ]
  return [...new Set(dates)].map(date => {
    const weeks = daysBetween(getMonday(ownDay), getMonday(date)) / 7
    return { date, day: weeks * 5 + getWeekday(date) - getWeekday(ownDay) }
  })
}

/** At the weekend, the next two school days. */
export function getVisibleSubstitutionDays(today: string): [string, string] {
  const first = getNextSchoolDay(today)
  return [first, getNextSchoolDay(addDaysToDay(first, 1))]
}

const getNextSchoolDay = (day: string): string =>
  getWeekday(day) > 5 ? addDaysToDay(getMonday(day), 7) : day
