import type { Db } from '../store/schema.ts'
import { chatDays } from './chats/chatDays.ts'
import { chatPeople } from './chats/chatPeople.ts'
import { fillFaultChats } from './chats/fillFaultChats.ts'
import { fillFaultFolders } from './files/fillFaultFolders.ts'
import { fillTangledFiles } from './files/fillTangledFiles.ts'
import { fillFaultHomework } from './fillFaultHomework.ts'
import { fillFaults } from './fillFaults.ts'
import { findPeople } from './findPeople.ts'
import { type Photos, readPhotos } from './photos.ts'
import { kindOf } from './schoolKind.ts'

/**
 * Adds what goes wrong to a seed school that was made without: the classes, homework, chats and folders of faults, as far
 * as their numbers are free. What is odd in the ordinary classes only a new school has.
 */
export async function addFaults(
  db: Db,
  { photos, ...when }: { now: number; timeZone: string; photos: Photos },
): Promise<void> {
  const people = await findPeople(db)
  const course = await db.selectFrom('courses').select('id').where('name', '=', '8b').executeTakeFirst()
  if (!people || !course || (await kindOf(db)).faults) return
  await fillFaults(db, when.now)
  await fillFaultHomework(db, { ...when, people, pictures: await readPhotos(photos) })
  await fillFaultChats(db, { ...when, people })
  const at = new Date(chatDays(when, 'en').instantOf(-20, '15:00')).toISOString()
  const last = await db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if ((last?.id ?? 0) >= 9300) return
  await fillFaultFolders(db, { courseId: course.id, userId: chatPeople(people)('Albrecht'), at })
  await fillTangledFiles(db, { people, at })
}
