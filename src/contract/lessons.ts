import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Colour, Id } from './wire.ts'

/** A subject (api.md § Lesson). `color` null where none can be shown; `rooms` by a slot key, meaning not shown. */
export const Lesson = z.looseObject({
  id: Id,
  name: z.string(),
  short: z.string(),
  room: z.string(),
  teacher: z.string(),
  note: z.nullable(z.string()),
  color: Colour,
  is_gradable: z.boolean(),
  is_timetable_only: z.boolean(),
  rooms: z.pipe(
    z.optional(z.union([z.record(z.string(), z.string()), z.array(z.unknown()), z.null()])),
    z.transform(value => (value && !Array.isArray(value) ? value : {})),
  ),
  import_source: assumed(z.unknown()),
  /** The caller has a permission of their own on it, and so sees who else has one. */
  has_permission: assumed(z.boolean()),
})
export type Lesson = z.output<typeof Lesson>

export const lessons = {
  /** Source: api.md § Lessons. */
  list: endpoint('GET /courses/:course_id/lessons', 'The subjects of a class', {
    resource: 'lesson',
    answer: rows(Lesson),
  }),
  /** Source: api.md § Lessons. */
  get: endpoint('GET /courses/:course_id/lessons/:lesson_id', 'One subject of a class', {
    resource: 'lesson',
    answer: one(Lesson),
  }),
}

/**
 * The time of a lesson or break: `start` and `end` as `HH:MM` school time. `position` is the number of its first
 * period, from 1, and `lastPosition` of its last: they differ in a double period. Both are null without a number.
 */
export type Hour = {
  id: number | null
  position: number | null
  lastPosition: number | null
  text: string
  start: string
  end: string
}

/** Returns the periods that an hour covers, or `undefined` if it has no number. */
export function periodsOf({
  position,
  lastPosition,
}: Pick<Hour, 'position' | 'lastPosition'>): { count: number; first: number; last: number } | undefined {
  if (position === null) return undefined
  const last = lastPosition ?? position
  return { count: last - position + 1, first: position, last }
}

/** A value as it holds on that day; `was` is the plan's when a substitution changed it. */
export type Changed = { now: string; was?: string }

/** `key` is the same at every visit. */
export type PlannedLesson = {
  key: string
  date: string
  hour: Hour
  subject: Lesson
  room: Changed
  teacher: Changed
  notes: string[]
  change: 'cancelled' | 'substituted' | 'moved' | 'note' | undefined
  /** Whether the pupils work on their own, without a teacher. */
  isSelfStudy?: true
}

export const compareHours = (a: Hour, b: Hour): number =>
  a.start.localeCompare(b.start) || a.end.localeCompare(b.end)

/** Minutes from midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
