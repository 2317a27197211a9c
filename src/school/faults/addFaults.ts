import type { Db } from '../../service/db/schema.ts'
import { faultClasses } from '../../service/faults/faultClasses.ts'
import { findPeople } from '../fillPeople.ts'
import { chatDays } from '../schoolDays.ts'
import { readOnce, type SchoolFiles } from '../schoolFiles.ts'
import { kindOf, seedSchoolId } from '../schoolKind.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders, fillTangledFiles } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillOddClass } from './oddSchool.ts'

/**
 * Adds what goes wrong to a seed school that was made without: the classes, homework, chats and folders of faults, as far
 * as their numbers are free. A school of an earlier release that has faults keeps those it was made with.
 */
export async function addFaults(
  db: Db,
  { files: given, ...when }: { now: number; timeZone: string; files: SchoolFiles },
): Promise<void> {
  const people = await findPeople(db)
  if (!people || (await kindOf(db)).faults) return
  await fillFaults(db, when.now)
  const files = readOnce(given)
  await fillFaultHomework(db, { ...when, people, files })
  await fillOddClass(db, { ...when, people, files })
  await fillFaultChats(db, { ...when, people, files })
  const at = new Date(chatDays(when, 'en').instantOf(-20, '15:00')).toISOString()
  const last = await db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if ((last?.id ?? 0) >= 9300) return
  await fillFaultFolders(db, { people, at })
  await fillTangledFiles(db, { people, at })
}

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
