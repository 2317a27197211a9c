import type { Db } from '../../service/db/schema.ts'
import { newVersion } from '../../service/rules/chats.ts'
import { fillFaultChats } from '../faults/fillFaultChats.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { findPeople } from '../findPeople.ts'
import { type Photos, readPhotos } from '../photos.ts'
import { kindOf, type SchoolKind } from '../schoolKind.ts'
import { chatDays, type When } from './chatDays.ts'
import { chatPlan } from './chatPlan.ts'
import { chatPolls } from './chatPolls.ts'
import { fillChatCrowd } from './fillChatCrowd.ts'
import { fillChats } from './fillChats.ts'
import { plannedMessages } from './plannedMessages.ts'

/** With what the files of a chat are made of. */
type Making = When & { photos: Photos }

/** Chats of the seed in the order of chatPlan.ts, each with the last message the seed put there. */
type Seeded = { id: number; last: number }[]
const fact = 'seeded_chats'
const iso = (instant: number) => new Date(instant).toISOString()

/** All chats of a seed school, into one without any; `crowd` as in SeedOptions. */
export async function fillSeedChats(
  db: Db,
  {
    people,
    crowd,
    kind,
    photos,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const seeded = await fillChats(db, { ...when, people, kind, pictures: await readPhotos(photos) })
  // Before the chats with large numbers, so that it comes right after the others.
  if (crowd) await fillChatCrowd(db, { ...when, people, kind })
  if (kind.faults) await fillFaultChats(db, { ...when, people })
  const value = seeded.map(({ id, last }) => `${id}:${last}`).join(' ')
  await db.insertInto('facts').values({ name: fact, value }).execute()
}

/**
 * Gives a seed school of a release that knew no chats what a new one has. Does nothing where there is any, or where
 * somebody of the seed is gone.
 */
export async function addMissingChats(db: Db, when: Making): Promise<void> {
  if (await db.selectFrom('facts').select('name').where('name', '=', fact).executeTakeFirst()) return
  if (await db.selectFrom('chats').select('id').limit(1).executeTakeFirst()) return
  const people = await findPeople(db)
  if (people) await fillSeedChats(db, { ...when, people, crowd: false, kind: await kindOf(db) })
}

/**
 * Moves what the seed says on to the days before `now`. A chat in which anybody wrote or deleted since stays as it is:
 * its messages stand in the order in which they came.
 */
export async function moveChats(db: Db, when: When): Promise<void> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
  if (!row) return
  const kind = await kindOf(db)
  const days = chatDays(when, kind.language)
  const plan = chatPlan(kind.language)
  for (const [index, { id, last }] of read(row.value).entries()) {
    const planned = plan[index]
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'sent_at', 'text'])
      .where('chat_id', '=', id)
      .orderBy('id')
      .execute()
    const messages = planned ? plannedMessages(planned, days, kind) : []
    if (rows.length !== messages.length || rows.at(-1)?.id !== last) continue
    let moved = false
    for (const [place, { text, sentAt, poll }] of messages.entries()) {
      const message = rows[place]
      const sent_at = iso(sentAt)
      if (!message || (message.sent_at === sent_at && message.text === text)) continue
      moved = true
      await db.updateTable('messages').set({ text, sent_at }).where('id', '=', message.id).execute()
      const documents = db.updateTable('documents').set({ uploaded_at: sent_at })
      await documents.where('message_id', '=', message.id).execute()
      const closes = poll === undefined ? undefined : chatPolls[poll]?.closes
      if (closes === undefined) continue
      const closes_at = iso(days.instantOf(closes, '18:00'))
      await db.updateTable('polls').set({ closes_at }).where('message_id', '=', message.id).execute()
    }
    if (!moved) continue
    // No message carries the new version, so whoever holds the chat reads all of it again.
    await newVersion(db, id)
  }
}

function read(value: string): Seeded {
  return value.split(' ').map(pair => {
    const [id = 0, last = 0] = pair.split(':').map(Number)
    return { id, last }
  })
}
