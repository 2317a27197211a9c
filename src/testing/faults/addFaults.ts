import type { SeedInput } from '../../school/schoolFiles.ts'
import type { Db } from '../../service/db/schema.ts'
import { addClass, addMembers } from '../school/addClass.ts'
import { findPeople } from '../school/people.ts'
import { resolveDate } from '../school/resolveDate.ts'
import { faultClasses, faultFolderIds } from './faults.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders, fillTangledFiles, tangledClass } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillOddClass, fillOddSubstitutions } from './oddSchool.ts'

/** Adds the data of faults.json to a made-up school, or renews its days. */
export async function addFaults(db: Db, input: SeedInput): Promise<void> {
  await db.transaction().execute(async trx => {
    // Renewing the days deletes all substitutions.
    if (await hasFaults(trx)) return fillOddSubstitutions(trx, input)
    const people = await findPeople(trx)
    const context = { ...input, people }
    const { now } = input
    for (const { id, name } of faultClasses) await addClass(trx, name, new Date(now).toISOString(), id)
    await fillFaultHomework(trx, context)
    await fillOddClass(trx, context)
    await fillOddSubstitutions(trx, input)
    await fillFaultChats(trx, context)
    const createdAt = resolveDate(input, '@school-20 15:00')
    const userId = people.idOf('Albrecht')
    const members = [userId, people.idOf('Ruiz'), ...people.pupilsOf('8b').slice(0, 10)]
    for (const courseId of [faultFolderIds.courseId, tangledClass])
      await addMembers(trx, courseId, members, createdAt)
    await fillFaultFolders(trx, input.documents, { userId, at: createdAt })
    await fillTangledFiles(trx, input.documents, { userId, at: createdAt })
  })
}

const firstFaultClass = 9000

export async function hasFaults(db: Db): Promise<boolean> {
  const faulty = db.selectFrom('courses').select('id').where('id', '>=', firstFaultClass)
  return (await faulty.limit(1).executeTakeFirst()) !== undefined
}
