import { parseInstant, toClockTime, toInstant, toSchoolDay } from './schoolTime.ts'
import { addDaysToDay } from './week.ts'

/** `at` is in Unix ms. */
export type Due = { day: string; time: string | undefined; at: number }

/**
 * Without a time, `at` is the start of the day, and the homework is due at its end. A time of 00:00 is none: services
 * send it for a day. For an impossible date, `at` is infinite.
 */
export function parseDue(until: string, timeZone: string): Due {
  const at = parseInstant(until, timeZone)
  if (at === undefined) return { day: until.slice(0, 10), time: undefined, at: Number.POSITIVE_INFINITY }
  const time = /[T ]\d/.test(until) ? toClockTime(at, timeZone) : '00:00'
  return { day: toSchoolDay(at, timeZone), time: time === '00:00' ? undefined : time, at }
}

/** A due day without a time includes the whole day. `now` is in Unix ms, `today` is `YYYY-MM-DD` in school time. */
export const isPastDue = ({ day, time, at }: Due, { now, today }: { now: number; today: string }): boolean =>
  time === undefined ? at !== Number.POSITIVE_INFINITY && day < today : at < now

/** In Unix ms. What is handed in later is late. */
export const getDueEnd = ({ day, time, at }: Due, timeZone: string): number =>
  time === undefined && at !== Number.POSITIVE_INFINITY
    ? toInstant(addDaysToDay(day, 1), '00:00', timeZone)
    : at
