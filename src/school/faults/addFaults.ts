import type { Db } from '../../service/db/schema.ts'
import { chatDays } from '../chats/chatDays.ts'
import { findPeople } from '../findPeople.ts'
import { type Photos, readPhotos } from '../photos.ts'
import { kindOf } from '../schoolKind.ts'
import { fillFaultChats } from './fillFaultChats.ts'
import { fillFaultFolders } from './fillFaultFolders.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillFaults } from './fillFaults.ts'
import { fillOddClass } from './fillOddClass.ts'
import { fillTangledFiles } from './fillTangledFiles.ts'

/**
 * Adds what goes wrong to a seed school that was made without: the classes, homework, chats and folders of faults, as far
 * as their numbers are free. A school of an earlier release that has faults keeps those it was made with.
 */
export async function addFaults(
  db: Db,
  { photos, ...when }: { now: number; timeZone: string; photos: Photos },
): Promise<void> {
  const people = await findPeople(db)
  if (!people || (await kindOf(db)).faults) return
  await fillFaults(db, when.now)
  const pictures = await readPhotos(photos)
  await fillFaultHomework(db, { ...when, people, pictures })
  await fillOddClass(db, { ...when, people, pictures })
  await fillFaultChats(db, { ...when, people })
  const at = new Date(chatDays(when, 'en').instantOf(-20, '15:00')).toISOString()
  const last = await db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if ((last?.id ?? 0) >= 9300) return
  await fillFaultFolders(db, { people, at })
  await fillTangledFiles(db, { people, at })
}
