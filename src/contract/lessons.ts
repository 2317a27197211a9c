import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Colour, Id } from './wire.ts'

/** api.md § Lesson, which does not explain the keys of `rooms`. */
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

/** `HH:MM` in school time. Periods `position` to `lastPosition`, from 1. */
export type Hour = {
  id: number | null
  position: number | null
  lastPosition: number | null
  text: string
  start: string
  end: string
}

export function periodsOf({
  position,
  lastPosition,
}: Pick<Hour, 'position' | 'lastPosition'>): { count: number; first: number; last: number } | undefined {
  if (position === null) return undefined
  const last = lastPosition ?? position
  return { count: last - position + 1, first: position, last }
}

/** `planned` is set after a substitution. */
export type ChangedValue = { current: string; planned?: string }

/** Role of the user in a lesson. `cover`: for another teacher. `given`: another teacher takes the lesson. */
export const Role = z.enum(['own', 'cover', 'given', 'cancelled'])
export type Role = z.output<typeof Role>

/** `key` is stable across reads. `role` is set if the service sent it. */
export type PlannedLesson = {
  key: string
  date: string
  hour: Hour
  subject: Lesson
  room: ChangedValue
  teacher: ChangedValue
  notes: string[]
  change: 'cancelled' | 'substituted' | 'moved' | 'note' | undefined
  isSelfStudy?: true
  parts?: readonly PartChange[]
  role?: Role
}

/** Periods `first` to `last` of a double period. */
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

/** Parses `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
