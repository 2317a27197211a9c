import type { Lesson } from './lessons.ts'

/** The hour of a lesson or break: `start` and `end` as `HH:MM` school time, `position` counts from 1. */
export type Hour = { id: number | null; position: number | null; text: string; start: string; end: string }

/** A value as it holds on that day; `was` is the plan's when a substitution changed it. */
export type Changed = { now: string; was?: string }

/** One lesson of one day, substitutions applied. `key` is the same at every visit. */
export type PlannedLesson = {
  key: string
  date: string
  hour: Hour
  subject: Lesson
  room: Changed
  teacher: Changed
  notes: string[]
  change: 'cancelled' | 'substituted' | 'moved' | 'note' | undefined
}

/** Order of time. */
export const compareHours = (a: Hour, b: Hour): number =>
  a.start.localeCompare(b.start) || a.end.localeCompare(b.end)

/** Minutes from midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
