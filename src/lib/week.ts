// Node parses the large package.json of date-fns again for each imported file.
import { addDays } from 'date-fns/addDays'
import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'

/** Days are `YYYY-MM-DD`, ISO weeks `2026-W47`, independent of time zones. */

// Noon, so that daylight saving can't move the day.
const toNoon = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
const toIsoDay = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

export const addDaysToDay = (day: string, count: number): string => toIsoDay(addDays(toNoon(day), count))

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string): number => toNoon(day).getDay() || 7

export const getMonday = (day: string): string => toIsoDay(startOfISOWeek(toNoon(day)))

/** Negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((toNoon(to).getTime() - toNoon(from).getTime()) / 86_400_000)

/** The year is that of the week, not of the calendar. */
export const toIsoWeek = (day: string): string =>
  `${getISOWeekYear(toNoon(day))}-W${String(getISOWeek(toNoon(day))).padStart(2, '0')}`

export const getWeekNumber = (day: string): number => getISOWeek(toNoon(day))

/** Returns the Monday. Undefined for an impossible week (`2026-W54`). */
export function parseIsoWeek(week: string): string | undefined {
  const match = /^(\d{4})-W(\d{2})$/.exec(week)
  if (!match) return undefined
  const [, year, number] = match
  const monday = addDaysToDay(getMonday(`${year}-01-04`), (Number(number) - 1) * 7)
  return toIsoWeek(monday) === week ? monday : undefined
}
