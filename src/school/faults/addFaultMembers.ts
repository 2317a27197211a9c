import type { Db } from '../../service/db/schema.ts'
import type { SeededPeople } from '../fillPeople.ts'

/**
 * Jana Albrecht, Omar Ruiz and ten pupils of 8b come into a class of faultClasses.ts; answers Jana Albrecht's number.
 * `at` as stored.
 */
export async function addFaultMembers(
  db: Db,
  { courseId, people, at }: { courseId: number; people: SeededPeople; at: string },
): Promise<number> {
  const userId = people.teachers.get('Albrecht') ?? 0
  const members = [userId, people.teachers.get('Ruiz') ?? 0, ...(people.pupils.get('8b') ?? []).slice(0, 10)]
  const dates = { joined_at: at, changed_at: at, is_pending: 0, is_accepted: 1 } as const
  await db
    .insertInto('memberships')
    .values(members.map(user_id => ({ course_id: courseId, user_id, ...dates })))
    .execute()
  return userId
}
