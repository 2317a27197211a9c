import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Colour, Id } from './wire.ts'

/**
 * A subject (api.md § Lesson). `color` is null if it is not a valid colour. The keys of `rooms` are slot keys, which
 * api.md does not explain.
 */
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
  /** Whether the caller has their own permission for it, and so may list its permissions. */
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
 * The time of a lesson or break. `start` and `end` are `HH:MM` in school time. `position` is the number of the first
 * period, from 1, and `lastPosition` of the last. They differ in a double period. Both are null if the hour has no
 * number.
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

/** A value on that day. `was` is the planned value, if a substitution changed it. */
export type Changed = { now: string; was?: string }

/** `key` is the same each time the day is read. */
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
  /** Changes of some of its periods, if it is a double period. The other fields are those of the whole lesson. */
  parts?: readonly PartChange[]
}

/** What a substitution changes in the periods `first` to `last` of a double period. Unchanged values are missing. */
export type PartChange = {
  first: number
  last: number
  kind: NonNullable<PlannedLesson['change']>
  teacher?: string
  room?: string
  note?: string
  isSelfStudy?: true
}

export const compareHours = (a: Hour, b: Hour): number =>
  a.start.localeCompare(b.start) || a.end.localeCompare(b.end)

/** Returns the minutes from midnight to `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
