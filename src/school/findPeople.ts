import type { Db } from '../service/db/schema.ts'
import { familyName, type SeededPeople, seedTeachers } from './fillPeople.ts'
import { seedClasses } from './subjects.ts'

/** The people of a seed school that is there already; undefined when somebody of them is not. */
export async function findPeople(db: Db): Promise<SeededPeople | undefined> {
  const users = await db.selectFrom('users').select(['id', 'name']).where('is_teacher', '=', 1).execute()
  const teachers = new Map<string, number>()
  for (const name of seedTeachers) {
    const found = users.find(user => user.name === name)
    if (!found) return undefined
    teachers.set(familyName(name), found.id)
  }
  const pupils = new Map<string, number[]>()
  for (const { name } of seedClasses) {
    const members = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .innerJoin('courses', 'courses.id', 'memberships.course_id')
      .select('users.id')
      .where('courses.name', '=', name)
      .where('users.is_teacher', '=', 0)
      .orderBy('users.id')
      .execute()
    if (members.length === 0) return undefined
    pupils.set(
      name,
      members.map(({ id }) => id),
    )
  }
  return { teachers, pupils }
}
