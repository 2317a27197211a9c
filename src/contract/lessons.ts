import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Colour, Id } from './wire.ts'

/** Subject (api.md § Lesson). api.md does not explain the keys of `rooms`. */
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
  /** Whether the caller may list all permissions. */
  has_permission: assumed(z.boolean()),
})
export type Lesson = z.output<typeof Lesson>

export const lessons = {
  /** api.md § Lessons. */
  list: endpoint('GET /courses/:course_id/lessons', 'The subjects of a class', {
    resource: 'lesson',
    response: rows(Lesson),
  }),
  get: endpoint('GET /courses/:course_id/lessons/:lesson_id', 'One subject of a class', {
    resource: 'lesson',
    response: one(Lesson),
  }),
}

/** `HH:MM` in school time. `position` and `lastPosition` are the first and last period, from 1. */
export type Hour = {
  id: number | null
  position: number | null
  lastPosition: number | null
  text: string
  start: string
  end: string
}

/** Returns undefined if the hour has no number. */
export function periodsOf({
  position,
  lastPosition,
}: Pick<Hour, 'position' | 'lastPosition'>): { count: number; first: number; last: number } | undefined {
  if (position === null) return undefined
  const last = lastPosition ?? position
  return { count: last - position + 1, first: position, last }
}

/** `planned` is set if a substitution changed the value. */
export type ChangedValue = { current: string; planned?: string }

/** `key` is stable across reads. */
export type PlannedLesson = {
  key: string
  date: string
  hour: Hour
  subject: Lesson
  room: ChangedValue
  teacher: ChangedValue
  notes: string[]
  change: 'cancelled' | 'substituted' | 'moved' | 'note' | undefined
  /** Pupils work without a teacher. */
  isSelfStudy?: true
  parts?: readonly PartChange[]
}

/** Changes in the periods `first` to `last` of a double period. */
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

/** Converts `HH:MM` to minutes. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
