import type { Db } from '../../service/db/schema.ts'
import { addClass, addMembers } from '../fillClasses.ts'
import { findPeople } from '../fillPeople.ts'
import { fillSubstitutions } from '../renewSeedDays.ts'
import { chatDays } from '../schoolDays.ts'
import { type Making, readOnce } from '../schoolFiles.ts'
import { hasFaults, languageOf } from '../schoolKind.ts'
import { faultClasses, faultFolderIds } from './faults.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders, fillTangledFiles, tangledClass } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillOddClass } from './oddSchool.ts'

/**
 * Adds the faults to a made-up school: the classes, homework, chats and folders of faults.json, and odd data in classes
 * of its own. Does nothing if the school has faults already, even of an earlier release. Homework and folders are
 * skipped if their IDs are taken. Add a crowd only afterwards, because its files take the IDs of the folders.
 */
export async function addFaults(db: Db, making: Making): Promise<void> {
  await db.transaction().execute(async trx => {
    const people = await findPeople(trx)
    if (!people || (await hasFaults(trx))) return
    const language = await languageOf(trx)
    const filling = { ...making, files: readOnce(making.files), people, language }
    const { now } = making
    for (const { id, name } of faultClasses) await addClass(trx, name, new Date(now).toISOString(), id)
    await fillFaultHomework(trx, filling)
    await fillOddClass(trx, filling)
    await fillSubstitutions(trx, making, language)
    await fillFaultChats(trx, filling)
    const taken = trx.selectFrom('files').select('id').where('id', '>=', faultFolderIds.parent)
    if (await taken.limit(1).executeTakeFirst()) return
    const at = new Date(chatDays(making, 'en').instantOf(-20, '15:00')).toISOString()
    const userId = people.idOf('Albrecht')
    const members = [userId, people.idOf('Ruiz'), ...people.pupilsOf('8b').slice(0, 10)]
    for (const courseId of [faultFolderIds.courseId, tangledClass])
      await addMembers(trx, courseId, members, at)
    await fillFaultFolders(trx, { userId, at })
    await fillTangledFiles(trx, { userId, at })
  })
}
