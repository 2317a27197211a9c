import { faultClasses } from '../faultClasses.ts'
import type { Db } from '../store/schema.ts'
import { seedSchoolId } from './seedSchoolId.ts'

/** The classes that bring out one fault each. Nobody is a member: they are reached by their number. */
export async function fillFaults(db: Db, now: number): Promise<void> {
  const courses = faultClasses.map(
    ({ id, name }) =>
      ({
        id,
        name,
        school_id: seedSchoolId,
        created_at: new Date(now).toISOString(),
        timetable_week: null,
        is_teacher_mode: 1,
      }) as const,
  )
  await db.insertInto('courses').values(courses).execute()
  const faults = faultClasses.map(({ id, kind, value }) => ({ course_id: id, kind, value }))
  await db.insertInto('faults').values(faults).execute()
}
