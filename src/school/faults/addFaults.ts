import { dayOf } from '../../lib/schoolTime.ts'
import type { Db } from '../../service/db/schema.ts'
import { findPeople } from '../fillPeople.ts'
import { fillSubstitutions } from '../renewSeedDays.ts'
import { chatDays } from '../schoolDays.ts'
import { readOnce, type SchoolFiles } from '../schoolFiles.ts'
import { hasFaults, kindOf, seedSchoolId } from '../schoolKind.ts'
import { faultClasses, faultFolderIds } from './faults.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders, fillTangledFiles } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillOddClass } from './oddSchool.ts'

/**
 * Adds what goes wrong to a seed school: the classes, homework, chats and folders of faults.ts, as far as their numbers are
 * free, and what is odd, in classes of their own. A school that has faults, of this release or an earlier one, keeps those
 * it was made with. A crowd is added after it, since its files take the numbers of the folders.
 */
export async function addFaults(
  db: Db,
  { files: given, ...when }: { now: number; timeZone: string; files: SchoolFiles },
): Promise<void> {
  await db.transaction().execute(async trx => {
    const people = await findPeople(trx)
    if (!people || (await hasFaults(trx))) return
    const files = readOnce(given)
    await fillFaultClasses(trx, when.now)
    await fillFaultHomework(trx, { ...when, people, files })
    await fillOddClass(trx, { ...when, people, files })
    await fillSubstitutions(trx, dayOf(when.now, when.timeZone), await kindOf(trx))
    await fillFaultChats(trx, { ...when, people, files })
    const taken = trx.selectFrom('files').select('id').where('id', '>=', faultFolderIds.parent)
    if (await taken.limit(1).executeTakeFirst()) return
    const at = new Date(chatDays(when, 'en').instantOf(-20, '15:00')).toISOString()
    await fillFaultFolders(trx, { people, at })
    await fillTangledFiles(trx, { people, at })
  })
}

async function fillFaultClasses(db: Db, now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  const looks = { school_id: seedSchoolId, created_at, timetable_week: null, is_teacher_mode: 1 } as const
  const courses = faultClasses.map(({ id, name }) => ({ id, name, ...looks }))
  await db.insertInto('courses').values(courses).execute()
}
