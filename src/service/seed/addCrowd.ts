import type { Db } from '../store/schema.ts'
import { fillChatCrowd } from './chats/fillChatCrowd.ts'
import { fillFileCrowd } from './files/fillFileCrowd.ts'
import { crowdName, fillCrowd } from './fillCrowd.ts'
import { findPeople } from './findPeople.ts'

/** Adds the class of a thousand, its 50,000 files and the chat of 50,000 messages to a seed school that is there already, once each. */
export async function addCrowd(db: Db, when: { now: number; timeZone: string }): Promise<void> {
  const people = await findPeople(db)
  if (!people) return
  const crowd = db.selectFrom('courses').select('id').where('name', '=', crowdName)
  if (!(await crowd.executeTakeFirst())) await fillCrowd(db, { ...when, people })
  await fillChatCrowd(db, { ...when, people })
  await fillFileCrowd(db, { now: when.now, people })
}
