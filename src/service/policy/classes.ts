import type { Db } from '../db/schema.ts'

export async function findRole(
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
