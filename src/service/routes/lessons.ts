import { lessons } from '../../contract/lessons.ts'
import { notFound } from '../../http/problem.ts'
import { readCallerRelation } from '../policy/callerRelation.ts'
import { selectOwnGrants } from '../policy/grants.ts'
import { requirePermission } from '../policy/policy.ts'
import { serializeLesson } from '../serialize/lessons.ts'
import { defineRoute } from './route.ts'

/** api.md § Lessons. */
export const lessonRoutes = [
  defineRoute(lessons.list, async ({ params, caller, db }) => {
    await requirePermission(db, caller, 'read', { course_id: params.course_id })
    const rows = await db
      .selectFrom('lessons')
      .selectAll()
      .where('course_id', '=', params.course_id)
      .orderBy('id')
      .execute()
    const ownGrants = await selectOwnGrants(db, { field: 'lesson_id', userId: caller.userId }).execute()
    const ids = new Set(ownGrants.map(({ resource_id }) => resource_id))
    return rows.map(row => ({ ...serializeLesson(row), has_permission: ids.has(row.id) }))
  }),

  defineRoute(lessons.get, async ({ params, caller, db }) => {
    const row = await db
      .selectFrom('lessons')
      .selectAll()
      .where('id', '=', params.lesson_id)
      .where('course_id', '=', params.course_id)
      .executeTakeFirst()
    if (!row) throw notFound()
    await requirePermission(db, caller, 'read', { field: 'lesson_id', id: row.id })
    const { grant } = await readCallerRelation(db, caller, { field: 'lesson_id', id: row.id })
    return { ...serializeLesson(row), has_permission: grant !== undefined }
  }),
]
