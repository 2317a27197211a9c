import { type Hour, minutesOf } from '../../contract/plannedLesson.ts'
import { clockOf, dayOf } from '../../lib/schoolTime.ts'

/** The present as the school's clocks and calendar show it. */
export type Present = { day: string; time: string }

export const presentAt = (instant: number, timeZone: string): Present => ({
  day: dayOf(instant, timeZone),
  time: clockOf(instant, timeZone),
})

export type Phase = 'past' | 'current' | 'future'

/** Whether an hour of a day is over, running or still to come. It runs from its first minute to before its last bell. */
export function phaseOf(date: string, hour: Hour, present: Present): Phase {
  if (date !== present.day) return date < present.day ? 'past' : 'future'
  if (hour.end <= present.time) return 'past'
  return hour.start <= present.time ? 'current' : 'future'
}

/** Whole minutes until the bell. */
export const minutesLeft = (hour: Hour, present: Present): number =>
  minutesOf(hour.end) - minutesOf(present.time)

/** Where the line across today stands: in which of the rows shown and how far down it, 0 to 1. */
export type NowLine = { row: string; fraction: number }

/**
 * The line's place, `undefined` before the first hour and after the last. Between two rows it waits at the top of
 * the next one.
 */
export function nowLine(rows: readonly { key: string; hour: Hour }[], time: string): NowLine | undefined {
  const [first] = rows
  if (!first || time < first.hour.start) return undefined
  const row = rows.find(candidate => candidate.hour.end > time)
  if (!row) return undefined
  const start = minutesOf(row.hour.start)
  const length = minutesOf(row.hour.end) - start
  const fraction = length > 0 ? (minutesOf(time) - start) / length : 0
  return { row: row.key, fraction: Math.max(0, fraction) }
}
