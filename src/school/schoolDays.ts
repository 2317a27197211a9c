import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getMonday, getWeekday } from '../lib/week.ts'
import type { SchoolData, SchoolLanguage, SchoolRow, SchoolTime } from './schoolFiles.ts'

/** Latest time of a message on the school's own day. */
const lastMessageTime = '09:12'

/** Days before it count from the last Wednesday, so that their weekdays agree with the timetable. */
const firstMovingDay = -2

const datePattern = /^@(today|monday|training|school|last|due|set)(\d*)([+-]\d+)?(?: (\d\d:\d\d))?$/
const placeholderPattern = /\{([A-Za-z]+)([+-]\d+)?\}/g

/**
 * Dates and placeholders of school.json at `now`. A date is `@`, the name of a day, the number of days from it, and the
 * time. Without a time, it is `YYYY-MM-DD`, or the first lesson of the subject for `due` and `set`.
 *
 * | `today`, `monday` | today, and the Monday of this week |
 * | `school` | the school's own day: today, or the last school day until 09:12; counts school days only |
 * | `training` | the day of the staff training |
 * | `last3` | the last Wednesday before today |
 * | `due7`, `set7` | days on which homework 7 is due, and was set |
 */
export function createSchoolDays(
  { due, words }: Pick<SchoolData, 'due' | 'words'>,
  language: SchoolLanguage,
  { now, timeZone }: SchoolTime,
) {
  const today = toSchoolDay(now, timeZone)
  const ownDay = getOwnDay({ now, timeZone })
  // Not on a day with visible substitutions.
  const training = addDaysToDay(getMonday(today), getWeekday(today) <= 3 ? 4 : 11)
  const visibleDays = getVisibleSubstitutionDays(today)
  const lastWednesday = addDaysToDay(getMonday(ownDay), getWeekday(ownDay) >= 3 ? 2 : -5)

  const getSchoolDay = (days: number) => addSchoolDays(days < firstMovingDay ? lastWednesday : ownDay, days)

  /** Earlier for past homework, otherwise later. Homework for today may lack a lesson. */
  function getDueDay(id: string): string {
    const { days = 0, times = {} } = due[id] ?? {}
    const isSuitable = (day: string) =>
      days === 0 ? getWeekday(day) <= 5 : getWeekday(day) in times && day !== training
    let day = addDaysToDay(today, days)
    while (!isSuitable(day)) day = addDaysToDay(day, days < 0 ? -1 : 1)
    return day
  }

  /** Moved back by whole weeks until 20 hours ago. */
  function getDayOfSetting(id: string): string {
    let day = addDaysToDay(getDueDay(id), -(due[id]?.lead ?? 0))
    while (toInstant(day, getLessonTime(id), timeZone) > now - 20 * 3_600_000) day = addDaysToDay(day, -7)
    return day
  }

  const getLessonTime = (id: string) => due[id]?.times[getWeekday(getDueDay(id))] ?? '08:00'

  function getDay(name: string, id: string, days: number): string {
    switch (name) {
      case 'school':
        return getSchoolDay(days)
      case 'monday':
        return addDaysToDay(getMonday(today), days)
      case 'training':
        return training
      case 'last':
        return addDaysToDay(today, days - ((getWeekday(today) + 6 - Number(id)) % 7) - 1)
      case 'due':
        return addDaysToDay(getDueDay(id), days)
      case 'set':
        return addDaysToDay(getDayOfSetting(id), days)
      default:
        return addDaysToDay(today, days)
    }
  }

  const format = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de', { ...options, timeZone: 'UTC' }).format(
      Date.parse(day),
    )
  const dayAndMonth = { day: 'numeric', month: language === 'en' ? 'short' : 'long' } as const
  const placeholders: Record<string, (days: number) => string | undefined> = {
    weekday: days => format(getSchoolDay(days), { weekday: 'long' }),
    date: days => format(getSchoolDay(days), dayAndMonth),
    training: () => format(training, { weekday: 'long', ...dayAndMonth }),
    nextMonth: () => format(addDaysToDay(`${ownDay.slice(0, 7)}-01`, 31), { month: 'long' }),
  }

  function resolve<T>(value: T): T | string {
    if (typeof value !== 'string') return value
    const [, name, id = '', days = '0', time] = datePattern.exec(value) ?? []
    if (name === undefined)
      return value.replace(
        placeholderPattern,
        (whole, word: string, days = '0') =>
          placeholders[word]?.(Number(days)) ?? words[word]?.[getWeekday(ownDay) - 1] ?? whole,
      )
    const day = getDay(name, id, Number(days))
    const clock = time ?? (name === 'due' || name === 'set' ? getLessonTime(id) : undefined)
    return clock === undefined ? day : new Date(toInstant(day, clock, timeZone)).toISOString()
  }

  return {
    resolve: (row: SchoolRow): SchoolRow =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, resolve(value)])),
    ownDay,
    /** Today or, at the weekend, Monday. */
    nextDay: visibleDays[0],
    /** The chats mention the first two, the timetable shows the others. */
    substitutionDays: [...new Set([lastWednesday, ownDay, ...visibleDays])],
  }
}

export type SchoolDays = ReturnType<typeof createSchoolDays>

/** The last school day on which the chats are over by `now`, so that no message is in the future. */
function getOwnDay({ now, timeZone }: SchoolTime): string {
  const today = toSchoolDay(now, timeZone)
  const last = toInstant(today, lastMessageTime, timeZone) <= now ? today : addDaysToDay(today, -1)
  return getWeekday(last) <= 5 ? last : addDaysToDay(last, 5 - getWeekday(last))
}

/** Weekends do not count, holidays do. */
function addSchoolDays(day: string, count: number): string {
  const index = getWeekday(day) - 1 + count
  return addDaysToDay(getMonday(day), Math.floor(index / 5) * 7 + (((index % 5) + 5) % 5))
}

/** At the weekend, the next two school days. */
export function getVisibleSubstitutionDays(today: string): [string, string] {
  const getNextSchoolDay = (day: string) => (getWeekday(day) > 5 ? addDaysToDay(getMonday(day), 7) : day)
  const first = getNextSchoolDay(today)
  return [first, getNextSchoolDay(addDaysToDay(first, 1))]
}
