import { dayOf } from '../../../lib/schoolTime.ts'
import { daysBetween, mondayOf } from '../../../lib/week.ts'

/** How the list says when something was: by the clock today, then ever coarser. Days are the school's. */
export type ChatTime =
  | { kind: 'time' | 'date'; at: number }
  | { kind: 'yesterday' }
  | { kind: 'weekday' | 'day'; day: string }

/** `at` and `now` as Unix ms. What comes from a clock that is ahead counts as today. */
export function chatTime(at: number, now: number, timeZone: string): ChatTime {
  const day = dayOf(at, timeZone)
  const today = dayOf(now, timeZone)
  const ago = daysBetween(day, today)
  if (ago <= 0) return { kind: 'time', at }
  if (ago === 1) return { kind: 'yesterday' }
  if (mondayOf(day) === mondayOf(today)) return { kind: 'weekday', day }
  return day.slice(0, 4) === today.slice(0, 4) ? { kind: 'day', day } : { kind: 'date', at }
}
