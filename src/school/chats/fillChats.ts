import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import { newVersion } from '../../service/rules/chats.ts'
import { fillChatCrowd } from '../crowd.ts'
import { findPeople, personIn, type SeededPeople } from '../fillPeople.ts'
import { type ChatDays, chatDays, type When } from '../schoolDays.ts'
import { keptIn, type SchoolFiles } from '../schoolFiles.ts'
import { kindOf, type SchoolKind, type SchoolLanguage } from '../schoolKind.ts'
import { nameIn } from '../schoolTexts.ts'
import { addChat, type NewMember, type NewMessage } from './addChat.ts'
import {
  chatFiles,
  chatPlan,
  chatPolls,
  optionsOf,
  type PlannedChat,
  type PlannedMessage,
  plannedMessages,
} from './chatPlan.ts'

type Making = When & { files: SchoolFiles }

type Filling = When & { people: SeededPeople; kind: SchoolKind; files: SchoolFiles }

/** School days from the seed's own on which the first chats were opened. */
const openedAt = -56

/** Whose reading is known: those who can sign in. */
const knownReaders = ['Albrecht', 'Ruiz', 'Kern', 'Mika', 'Aiko', 'Lina']

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
    files,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const seeded = await fillChats(db, { ...when, people, kind, files })
  if (crowd) await fillChatCrowd(db, { ...when, people, kind, files })
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

/** The chats of chatPlan.ts with all that was said in them; answers each with its last message, 0 for none. */
async function fillChats(
  db: Db,
  { people, kind, files: kept, ...when }: Filling,
): Promise<{ id: number; last: number }[]> {
  const idOf = personIn(people)
  const days = chatDays(when, kind.language)
  const files = await readyFiles(kind.language, kept)
  const made: { id: number; last: number }[] = []
  for (const planned of chatPlan(kind.language)) {
    const messages = plannedMessages(planned, days, kind)
    const { id, messageIds } = await addChat(db, {
      name: planned.name,
      createdAt: Math.min(days.instantOf(openedAt, '10:00'), messages[0]?.sentAt ?? when.now),
      members: membersOf(planned, idOf),
      isBroadcast: planned.isBroadcast === true,
      isWithoutFiles: planned.isWithoutFiles === true,
      isDirect: planned.isDirect === true,
      messages: messages.map(message => newMessage(message, { idOf, days, files, language: kind.language })),
      reads: new Map(readsOf(planned, messages).map(([name, index]) => [idOf(name), index])),
    })
    made.push({ id, last: messageIds.at(-1) ?? 0 })
  }
  return made
}

function membersOf(planned: PlannedChat, idOf: (name: string) => number): NewMember[] {
  const { admins, writers, readers } = planned
  return [
    ...admins.map(name => ({ id: idOf(name), is_write: 1, is_admin: 1 }) as const),
    ...writers.map(name => ({ id: idOf(name), is_write: 1, is_admin: 0 }) as const),
    ...readers.map(name => ({ id: idOf(name), is_write: 0, is_admin: 0 }) as const),
  ]
}

function newMessage(
  message: PlannedMessage,
  {
    idOf,
    days,
    files,
    language,
  }: {
    idOf: (name: string) => number
    days: ChatDays
    files: Map<string, ReadyDocument>
    language: SchoolLanguage
  },
): NewMessage {
  const poll = message.poll === undefined ? undefined : known(chatPolls[message.poll], message.poll)
  return {
    userId: idOf(message.from),
    text: message.text,
    sentAt: message.sentAt,
    files: message.files.map(name => known(files.get(name), name)),
    reactions: message.reactions.map(({ emoji, from }) => ({ emoji, userIds: from.map(idOf) })),
    ...(poll && {
      poll: {
        options: optionsOf(message.poll ?? '', language).map(({ text, votes }) => ({
          text,
          userIds: votes.map(idOf),
        })),
        isAnonymous: poll.isAnonymous === true,
        isMultipleChoice: poll.isMultipleChoice === true,
        closesAt: poll.closes === undefined ? null : days.instantOf(poll.closes, '18:00'),
      },
    }),
  }
}

function known<T>(what: T | undefined, name: string): T {
  if (what === undefined) throw new Error(`chats.json has no ${name}.`)
  return what
}

/** Who has read up to which message: to the last, but for as many of the others' as are still new to them. */
function readsOf(planned: PlannedChat, messages: readonly PlannedMessage[]): [name: string, index: number][] {
  const members = new Set([...planned.admins, ...planned.writers, ...planned.readers])
  return knownReaders
    .filter(name => members.has(name))
    .map(name => {
      let left = planned.unread?.[name] ?? 0
      let index = messages.length - 1
      for (; index >= 0 && left > 0; index -= 1) if (messages[index]?.from !== name) left -= 1
      return [name, index]
    })
}

/** By their names in the plan, under those they have in the school. */
async function readyFiles(language: SchoolLanguage, kept: SchoolFiles): Promise<Map<string, ReadyDocument>> {
  const ready = Object.entries(chatFiles).map(async ([name, file]) => {
    const bytes = await kept(keptIn(language, file))
    return [name, await readyDocument({ name: nameIn(language, name), bytes })] as const
  })
  return new Map(await Promise.all(ready))
}
