import type { Caller } from './authenticate.ts'
import { demand } from './policy.ts'
import { forbidden } from './problem.ts'
import type { Db } from './store/schema.ts'

/** What somebody is in a class: accepted members only, undefined for everybody else. */
export async function roleIn(
  db: Db,
  userId: number,
  courseId: number,
): Promise<'teacher' | 'pupil' | undefined> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.is_teacher')
    .where('memberships.user_id', '=', userId)
    .where('memberships.course_id', '=', courseId)
    .where('memberships.is_accepted', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  return row.is_teacher === 1 ? 'teacher' : 'pupil'
}

/** Goes on for a teacher of the class; 404 for who is not in it, 403 for its pupils. */
export async function demandTeacher(db: Db, caller: Caller, course_id: number): Promise<void> {
  await demand(db, caller, 'read', { course_id })
  if ((await roleIn(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden('Only teachers of the class set homework.')
}
