/** Days are `YYYY-MM-DD`, ISO weeks `2026-W47`, independent of time zones. Computed with whole days since 1970. */

const dayMs = 86_400_000

const toDayNumber = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date) / dayMs
}

const toIsoDay = (dayNumber: number): string => {
  const date = new Date(dayNumber * dayMs)
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
}

/** 0 for Monday to 6 for Sunday. Day 0 was a Thursday. */
const daysSinceMonday = (dayNumber: number) => (((dayNumber + 3) % 7) + 7) % 7

/** An ISO week belongs to the year of its Thursday. */
function isoWeekOf(day: string): { year: number; week: number } {
  const dayNumber = toDayNumber(day)
  const thursday = dayNumber - daysSinceMonday(dayNumber) + 3
  const year = new Date(thursday * dayMs).getUTCFullYear()
  return { year, week: Math.floor((thursday - Date.UTC(year, 0) / dayMs) / 7) + 1 }
}

export const addDaysToDay = (day: string, count: number): string => toIsoDay(toDayNumber(day) + count)

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string): number => daysSinceMonday(toDayNumber(day)) + 1

export const getMonday = (day: string): string => {
  const dayNumber = toDayNumber(day)
  return toIsoDay(dayNumber - daysSinceMonday(dayNumber))
}

/** Negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => toDayNumber(to) - toDayNumber(from)

/** The year is that of the week, not of the calendar. */
export const toIsoWeek = (day: string): string => {
  const { year, week } = isoWeekOf(day)
  return `${year}-W${String(week).padStart(2, '0')}`
}

export const getWeekNumber = (day: string): number => isoWeekOf(day).week

/** Returns the Monday. Undefined for an impossible week (`2026-W54`). */
export function parseIsoWeek(week: string): string | undefined {
  const match = /^(\d{4})-W(\d{2})$/.exec(week)
  if (!match) return undefined
  const [, year, number] = match
  const monday = addDaysToDay(getMonday(`${year}-01-04`), (Number(number) - 1) * 7)
  return toIsoWeek(monday) === week ? monday : undefined
}
