import type { Caller } from './authenticate.ts'
import { demand } from './policy.ts'
import { forbidden } from './problem.ts'
import { roleIn } from './roleIn.ts'
import type { Db } from './store/schema.ts'

/** Goes on for a teacher of the class; 404 for who is not in it, 403 with the reason for its pupils. */
export async function demandTeacher(db: Db, caller: Caller, course_id: number, why: string): Promise<void> {
  await demand(db, caller, 'read', { course_id })
  if ((await roleIn(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden(why)
}
