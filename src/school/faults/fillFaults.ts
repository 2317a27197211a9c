import type { Db } from '../../service/db/schema.ts'
import { faultClasses } from '../../service/faults/faultClasses.ts'
import { seedSchoolId } from '../schoolKind.ts'

/** The classes that bring out one fault each, those that are not there yet. They are reached by their number. */
export async function fillFaults(db: Db, now: number): Promise<void> {
  const there = await db.selectFrom('faults').select('course_id').execute()
  const missing = faultClasses.filter(({ id }) => !there.some(({ course_id }) => course_id === id))
  if (missing.length === 0) return
  const courses = missing.map(
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
  const faults = missing.map(({ id, kind, value }) => ({ course_id: id, kind, value }))
  await db.insertInto('faults').values(faults).execute()
}
