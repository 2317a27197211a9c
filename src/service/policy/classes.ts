import type { Db } from '../db/schema.ts'

const selectAccepted = (db: Db, userId: number) =>
  db
    .selectFrom('memberships')
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_accepted', '=', 1)

/** Classes whose membership the user has accepted. */
export async function listClassIds(db: Db, userId: number): Promise<number[]> {
  const rows = await selectAccepted(db, userId)
    .select('memberships.course_id')
    .orderBy('memberships.course_id')
    .execute()
  return rows.map(row => row.course_id)
}

/** Those of the given classes in which the user is a pupil. */
export async function listClassesAsPupil(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<Set<number>> {
  const rows = await selectAccepted(db, userId)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.course_id')
    .where('memberships.course_id', 'in', courseIds)
    .where('users.is_teacher', '=', 0)
    .execute()
  return new Set(rows.map(row => row.course_id))
}

export async function findRole(
  db: Db,
  userId: number,
  courseId: number,
): Promise<'teacher' | 'pupil' | undefined> {
  const row = await selectAccepted(db, userId)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.is_teacher')
    .where('memberships.course_id', '=', courseId)
    .executeTakeFirst()
  if (!row) return undefined
  return row.is_teacher === 1 ? 'teacher' : 'pupil'
}

export async function hasPupils(db: Db, courseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.course_id', '=', courseId)
    .where('memberships.is_accepted', '=', 1)
    .where('users.is_teacher', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
