import { addClass, addMembers } from '../../school/fillClasses.ts'
import { findPeople } from '../../school/fillPeople.ts'
import { createChatDays } from '../../school/schoolDays.ts'
import { cacheFiles, type SeedInput } from '../../school/schoolFiles.ts'
import { getSchoolLanguage } from '../../school/schoolKind.ts'
import { getSchoolTexts } from '../../school/schoolTexts.ts'
import type { Db } from '../../service/db/schema.ts'
import { faultClasses, faultFolderIds } from './faults.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders, fillTangledFiles, tangledClass } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillOddClass, fillOddSubstitutions } from './oddSchool.ts'

/**
 * Adds the data of faults.json to a made-up school, or renews its days. Skips homework and folders whose IDs
 * are taken. Call it before `addCrowd`, whose files take the folders' IDs.
 */
export async function addFaults(db: Db, input: SeedInput): Promise<void> {
  await db.transaction().execute(async trx => {
    const people = await findPeople(trx)
    if (!people) return
    const language = await getSchoolLanguage(trx)
    const { substitutions } = getSchoolTexts(language)
    // Renewing the days deletes all substitutions.
    if (await hasFaults(trx)) return fillOddSubstitutions(trx, input, substitutions)
    const context = { ...input, files: cacheFiles(input.files), people, language }
    const { now } = input
    for (const { id, name } of faultClasses) await addClass(trx, name, new Date(now).toISOString(), id)
    await fillFaultHomework(trx, context)
    await fillOddClass(trx, context)
    await fillOddSubstitutions(trx, input, substitutions)
    await fillFaultChats(trx, context)
    const existing = trx.selectFrom('files').select('id').where('id', '>=', faultFolderIds.parent)
    if (await existing.limit(1).executeTakeFirst()) return
    const createdAt = new Date(createChatDays(input, 'en').getInstant(-20, '15:00')).toISOString()
    const userId = people.idOf('Albrecht')
    const members = [userId, people.idOf('Ruiz'), ...people.pupilsOf('8b').slice(0, 10)]
    for (const courseId of [faultFolderIds.courseId, tangledClass])
      await addMembers(trx, courseId, members, createdAt)
    await fillFaultFolders(trx, { userId, at: createdAt })
    await fillTangledFiles(trx, { userId, at: createdAt })
  })
}

const firstFaultClass = 9000

export async function hasFaults(db: Db): Promise<boolean> {
  const faulty = db.selectFrom('courses').select('id').where('id', '>=', firstFaultClass)
  return (await faulty.limit(1).executeTakeFirst()) !== undefined
}
