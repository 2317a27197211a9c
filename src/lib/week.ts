/** Arithmetic on calendar days (`YYYY-MM-DD`) and ISO weeks (`2026-W47`), free of any time zone. */

// Days as whole numbers counted from 1 January 1970, a Thursday: UTC has no daylight-saving changes to stumble over.
const dayLength = 86_400_000
const numberOf = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date) / dayLength
}
const dayText = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10)
/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/** The day `count` days later; negative counts go back. */
export const plusDays = (day: string, count: number): string => dayText(numberOf(day) + count)

/** 1 for Monday to 7 for Sunday. */
export const weekday = (day: string): number => weekdayOf(numberOf(day))

/** Monday of the week that holds the day. */
export const mondayOf = (day: string): string => plusDays(day, 1 - weekday(day))

/** Days from `from` to `to`, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** ISO week of a day, `2026-W47`; the year is the week's, not the calendar's. */
export function weekOf(day: string): string {
  const { year, week } = isoWeek(day)
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}

/** Number of the ISO week, 1 to 53. */
export const weekNumber = (day: string): number => isoWeek(day).week

/** A week belongs to the year that holds its Thursday (ISO 8601). */
function isoWeek(day: string): { year: number; week: number } {
  const number = numberOf(day)
  const thursday = number + 4 - weekdayOf(number)
  const year = new Date(thursday * dayLength).getUTCFullYear()
  return { year, week: Math.floor((thursday - Date.UTC(year) / dayLength) / 7) + 1 }
}

/** Monday of an ISO week, `undefined` for text that names none (`2026-W54`). */
export function mondayOfWeek(week: string): string | undefined {
  const match = /^(\d{4})-W(\d{2})$/.exec(week)
  if (!match) return undefined
  const [, year, number] = match
  const monday = plusDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7)
  return weekOf(monday) === week ? monday : undefined
}
