import type { Db } from '../service/db/schema.ts'
import { fillChatCrowd } from './chats/fillChatCrowd.ts'
import { fillFileCrowd } from './files/fillFileCrowd.ts'
import { crowdName, fillCrowd } from './fillCrowd.ts'
import { findPeople } from './findPeople.ts'
import { type Photos, readPhotos } from './photos.ts'
import { kindOf } from './schoolKind.ts'

/**
 * Adds the class of a thousand, its 50,000 files and the chat of 50,000 messages to a seed school that is there
 * already, once each.
 */
export async function addCrowd(
  db: Db,
  when: { now: number; timeZone: string; photos: Photos },
): Promise<void> {
  const kind = await kindOf(db)
  const people = await findPeople(db)
  if (!people) return
  const crowd = db.selectFrom('courses').select('id').where('name', '=', crowdName(kind.language))
  if (!(await crowd.executeTakeFirst())) {
    await fillCrowd(db, { ...when, people, kind, pictures: await readPhotos(when.photos) })
  }
  await fillChatCrowd(db, { ...when, people, kind })
  await fillFileCrowd(db, { now: when.now, people, kind })
}
