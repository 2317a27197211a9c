import { parseInstant, toClockTime, toSchoolDay } from './schoolTime.ts'

/** `at` is in Unix ms. */
export type Due = { day: string; time: string | undefined; at: number }

/**
 * Without a time, `at` is the start of the day, and the homework is due at its end. For an impossible date,
 * `at` is infinite.
 */
export function parseDue(until: string, timeZone: string): Due {
  const at = parseInstant(until, timeZone)
  if (at === undefined) return { day: until.slice(0, 10), time: undefined, at: Number.POSITIVE_INFINITY }
  const hasTime = /[T ]\d/.test(until)
  return { day: toSchoolDay(at, timeZone), time: hasTime ? toClockTime(at, timeZone) : undefined, at }
}

/** A due day without a time includes the whole day. `now` is in Unix ms, `today` is `YYYY-MM-DD` in school time. */
export const isPastDue = ({ day, time, at }: Due, { now, today }: { now: number; today: string }): boolean =>
  time === undefined ? at !== Number.POSITIVE_INFINITY && day < today : at < now
