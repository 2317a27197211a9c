import { z } from 'zod/mini'
import { endpoint, one, rows } from './endpoint.ts'
import { assumed, Id } from './wire.ts'

/** A class. `created` is in Unix seconds. */
export const Course = z.looseObject({
  id: Id,
  name: z.string(),
  school_id: assumed(Id),
  created: assumed(z.int()),
  timetable_week: assumed(z.union([z.string(), z.number(), z.null()])),
  is_teacher_mode: assumed(z.boolean()),
  /** Extension: whether the caller may give a permission to the class. Pupils may not. */
  accepts_permissions: assumed(z.boolean()),
})
export type Course = z.output<typeof Course>

export const Member = z.looseObject({
  id: Id,
  name: z.string(),
  is_teacher: assumed(z.boolean()),
  /** Extension: short name of a teacher in the timetable program. */
  short: assumed(z.string()),
  avatar_url: assumed(z.nullable(z.string())),
})
export type Member = z.output<typeof Member>

const assumedReason = 'api.md has no endpoint for it and the app cannot name a class without one'

export const courses = {
  get: endpoint('GET /courses/:course_id', 'One class', {
    resource: 'course',
    response: one(Course),
    assumed: assumedReason,
  }),
  members: endpoint('GET /courses/:course_id/members', 'The people of a class', {
    resource: 'member',
    response: rows(Member),
    assumed: assumedReason,
  }),
}
