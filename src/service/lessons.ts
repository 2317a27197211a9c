import { lessons } from '../contract/lessons.ts'
import { lessonOnWire } from './lessonOnWire.ts'
import { on } from './on.ts'
import { demand } from './policy.ts'
import { notFound } from './problem.ts'

/** The subjects of a class (api.md § Lessons). */
export const lessonRoutes = [
  on(lessons.list, async ({ params, caller, db }) => {
    await demand(db, caller, 'read', { course_id: params.course_id })
    const rows = await db
      .selectFrom('lessons')
      .selectAll()
      .where('course_id', '=', params.course_id)
      .orderBy('id')
      .execute()
    return rows.map(lessonOnWire)
  }),

  on(lessons.get, async ({ params, caller, db }) => {
    const row = await db
      .selectFrom('lessons')
      .selectAll()
      .where('id', '=', params.lesson_id)
      .where('course_id', '=', params.course_id)
      .executeTakeFirst()
    if (!row) throw notFound()
    await demand(db, caller, 'read', { field: 'lesson_id', id: row.id })
    return lessonOnWire(row)
  }),
]
