import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Colour, Id } from './wire.ts'

/**
 * A subject of a class, "lesson" on the wire (api.md § Lesson). `color` is null when there is none that can be
 * shown; `rooms` maps a slot key (digits-digits-digits, meaning not shown) to a room, `{}` when there are none.
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
  /** The caller has a permission of their own on it, and so sees who else has one. */
  has_permission: assumed(z.boolean()),
})
export type Lesson = z.output<typeof Lesson>

export const lessons = {
  /** Source: api.md § Lessons. */
  list: endpoint({
    method: 'GET',
    path: '/courses/:course_id/lessons',
    resource: 'lesson',
    summary: 'The subjects of a class',
    answer: rows(Lesson),
  }),
  /** Source: api.md § Lessons. */
  get: endpoint({
    method: 'GET',
    path: '/courses/:course_id/lessons/:lesson_id',
    resource: 'lesson',
    summary: 'One subject of a class',
    answer: one(Lesson),
  }),
}
