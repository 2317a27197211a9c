import { parseInstant, toClockTime, toSchoolDay } from './schoolTime.ts'

/** Due date of homework: a school day, a time if the service sends one, and the instant `at` in Unix ms. */
export type Due = { day: string; time: string | undefined; at: number }

/**
 * Parses a due date. Without a time, `at` is the start of the day, and the homework is due at its end. For a date that
 * does not exist, `at` is infinite, so that it comes last.
 */
export function parseDue(until: string, timeZone: string): Due {
  const at = parseInstant(until, timeZone)
  if (at === undefined) return { day: until.slice(0, 10), time: undefined, at: Number.POSITIVE_INFINITY }
  const hasTime = /[T ]\d/.test(until)
  return { day: toSchoolDay(at, timeZone), time: hasTime ? toClockTime(at, timeZone) : undefined, at }
}
