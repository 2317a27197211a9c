import { clockOf, dayOf, instantOf } from './schoolTime.ts'

/** When homework is due: a day of the school, and the clock where the service says one. */
export type Due = { day: string; time: string | undefined; at: number }

/** Without a time it counts until the day is over. A date that does not exist stands at the end of all. */
export function dueOf(until: string, timeZone: string): Due {
  const at = instantOf(until, timeZone)
  if (at === undefined) return { day: until.slice(0, 10), time: undefined, at: Number.POSITIVE_INFINITY }
  const timed = /[T ]\d/.test(until)
  return { day: dayOf(at, timeZone), time: timed ? clockOf(at, timeZone) : undefined, at }
}
