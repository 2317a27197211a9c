import { courses } from '../../contract/courses.ts'
import { notFound } from '../../http/problem.ts'
import { findRole } from '../policy/classes.ts'
import { requirePermission } from '../policy/policy.ts'
import { avatarUrl } from '../serialize/avatarUrl.ts'
import { defineRoute } from './route.ts'

/** Fields: service-facts.md. */
export const courseRoutes = [
  defineRoute(courses.get, async ({ params, caller, db }) => {
    await requirePermission(db, caller, 'read', params)
    const row = await db
      .selectFrom('courses')
      .selectAll()
      .where('id', '=', params.course_id)
      .executeTakeFirst()
    if (!row) throw notFound()
    return {
      id: row.id,
      name: row.name,
      school_id: row.school_id,
      created: Math.floor(Date.parse(row.created_at) / 1000),
      timetable_week: row.timetable_week,
      is_teacher_mode: row.is_teacher_mode === 1,
      accepts_permissions: (await findRole(db, caller.userId, row.id)) === 'teacher',
    }
  }),

  defineRoute(courses.members, async ({ params, caller, db, serializeContext: { origin } }) => {
    await requirePermission(db, caller, 'read', params)
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.name', 'users.short', 'users.is_teacher'])
      .where('memberships.course_id', '=', params.course_id)
      .where('memberships.is_accepted', '=', 1)
      .orderBy('users.is_teacher', 'desc')
      .orderBy('users.id')
      .execute()
    return rows.map(({ id, name, short, is_teacher }) => ({
      id,
      name,
      is_teacher: is_teacher === 1,
      ...(short !== null && { short }),
      avatar_url: avatarUrl({ id, name }, origin),
    }))
  }),
]
