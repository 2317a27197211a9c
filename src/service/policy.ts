import { forbidden } from './answers/problem.ts'
import type { Caller } from './auth/authenticate.ts'
import type { Db } from './db/schema.ts'
import { roleIn } from './rules/classes.ts'
import { demand } from './rules/policy.ts'

/** Goes on for a teacher of the class; 404 for who is not in it, 403 with the reason for its pupils. */
export async function demandTeacher(db: Db, caller: Caller, course_id: number, why: string): Promise<void> {
  await demand(db, caller, 'read', { course_id })
  if ((await roleIn(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden(why)
}
