import { dayOf, instantAt } from '../lib/schoolTime.ts'
import { plusDays } from '../lib/week.ts'
import { nobodysHash } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import { readyDocument } from '../service/db/storeDocument.ts'
import { addHomework } from './addHomework.ts'
import { addChat, type NewMessage } from './chats/addChat.ts'
import { chatPlan, curriculum, plannedMessages } from './chats/chatPlan.ts'
import { createDraw, type Draw } from './draw.ts'
import { findPeople, pupilNames, type SeededPeople } from './fillPeople.ts'
import { insertFiles, type NewEntry } from './insertFiles.ts'
import { chatDays, type When } from './schoolDays.ts'
import { readOnce, type SchoolFiles } from './schoolFiles.ts'
import { kindOf, type SchoolKind, type SchoolLanguage, seedSchoolId } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

/** In how many years all of it came together. */
const years = 3
const sheetOfMany = 'files/sheet-of-many.pdf'

const crowdSize = 1000
const messageCount = 50_000
/** How many of the last are new to Jana Albrecht. */
const unread = 12
const minute = 60_000

/** All entries of the crowd's class, folders too; so many of them are in one folder. */
const fileCount = 50_000
export const scans = { name: 'Scans', count: 5000 } as const
/** Far above the numbers of the special folders. */
const first = 100_001
const foldersAtTop = 12
const foldersInEach = 6
const foldersBelow = 5

/**
 * Adds the class of a thousand, its 50,000 files and the chat of 50,000 messages to a seed school that is there
 * already, once each.
 */
export async function addCrowd(
  db: Db,
  when: { now: number; timeZone: string; files: SchoolFiles },
): Promise<void> {
  const kind = await kindOf(db)
  const people = await findPeople(db)
  if (!people) return
  const crowd = db.selectFrom('courses').select('id').where('name', '=', crowdName(kind.language))
  if (!(await crowd.executeTakeFirst())) {
    await fillCrowd(db, { ...when, people, kind, files: readOnce(when.files) })
  }
  await fillChatCrowd(db, { ...when, people, kind })
  await fillFileCrowd(db, { ...when, people, kind })
}

export const crowdName = (language: SchoolLanguage): string => textsOf(language).crowd.className

/** A class of a thousand with one homework that all of them got: Jana Albrecht has much to correct. */
export async function fillCrowd(
  db: Db,
  options: { now: number; timeZone: string; people: SeededPeople; kind: SchoolKind; files: SchoolFiles },
): Promise<void> {
  const { now, timeZone, people, kind, files } = options
  const { crowd } = textsOf(kind.language)
  const at = new Date(now - 60 * 86_400_000).toISOString()
  const teacher = people.teachers.get('Albrecht') ?? 0
  const users = pupilNames(createDraw(1000), crowdSize).map(
    (name, index) =>
      ({
        login: `crowd-${index + 1}`,
        password_hash: nobodysHash,
        name,
        is_teacher: 0,
        birthday: null,
        registered_at: at,
        last_seen_at: at,
      }) as const,
  )
  const pupils = (await db.insertInto('users').values(users).returning('id').execute()).map(({ id }) => id)
  const course = await db
    .insertInto('courses')
    .values({
      name: crowd.className,
      school_id: seedSchoolId,
      created_at: at,
      timetable_week: null,
      is_teacher_mode: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = [teacher, ...pupils].map(
    user_id =>
      ({
        course_id: course.id,
        user_id,
        joined_at: at,
        changed_at: at,
        is_pending: 0,
        is_accepted: 1,
      }) as const,
  )
  await db.insertInto('memberships').values(members).execute()
  const looks = {
    name: crowd.subject,
    short: crowd.short,
    room: 'Aula',
    teacher: 'Albrecht',
    note: '',
    color: '#3177dc',
  }
  const lesson = await db
    .insertInto('lessons')
    .values({ course_id: course.id, ...looks, is_gradable: 1, is_timetable_only: 0, rooms: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addHomework(
    db,
    {
      ...{ subject: crowd.short, text: crowd.homework, due: -3, lead: 10, points: 15, state: 'mixed' },
      photos: ['essay-1.jpg', 'essay-2.jpg', 'fractions-1.jpg'],
    },
    {
      now,
      kind,
      files,
      draw: createDraw(1000),
      course_id: course.id,
      lesson_id: lesson.id,
      due: instantAt(plusDays(dayOf(now, timeZone), -3), '08:00', timeZone),
      writers: [teacher],
      pupils,
    },
  )
}

export const crowdChatName = (language: SchoolLanguage): string => textsOf(language).crowd.chat

/** One chat of 50,000 messages by 28 pupils and two teachers: every few hundred a poll, a file, a long text. */
export async function fillChatCrowd(
  db: Db,
  { people, kind, files, ...when }: When & { people: SeededPeople; kind: SchoolKind; files: SchoolFiles },
): Promise<void> {
  const name = crowdChatName(kind.language)
  const there = db.selectFrom('chats').select('id').where('name', '=', name)
  if (await there.executeTakeFirst()) return
  const teachers = ['Albrecht', 'Ruiz'].map(name => people.teachers.get(name) ?? 0)
  const pupils = people.pupils.get('8b') ?? []
  const members = [...teachers, ...pupils]
  const days = chatDays(when, kind.language)
  const said = chatPlan(kind.language)
    .flatMap(planned => plannedMessages(planned, days, kind))
    .map(({ text }) => text)
  const draw = createDraw(50)
  const file = await readyDocument({ name: 'sheet.pdf', bytes: await files(sheetOfMany) })
  const start = when.now - years * 365 * 24 * 60 * minute
  const step = (when.now - start) / messageCount
  const messages = Array.from({ length: messageCount }, (_, index): NewMessage => {
    const userId = members[draw.number(0, members.length - 1)] ?? 0
    const sentAt = Math.floor(start + index * step)
    return { userId, sentAt, ...content(index, { draw, said, members, file, language: kind.language }) }
  })
  await addChat(db, {
    name,
    createdAt: start,
    members: members.map((id, index) => ({ id, is_write: 1, is_admin: index < 1 ? 1 : 0 })),
    messages,
    reads: new Map(
      members.map((id, index) => [id, index === 0 ? messageCount - 1 - unread : messageCount - 1]),
    ),
  })
}

type Content = Omit<NewMessage, 'userId' | 'sentAt'>
type With = {
  draw: Draw
  said: readonly string[]
  members: readonly number[]
  file: NonNullable<NewMessage['files']>[number]
  language: SchoolLanguage
}

function content(index: number, { draw, said, members, file, language }: With): Content {
  const text = said[draw.number(0, said.length - 1)] ?? ''
  if (index % 400 === 399) {
    const options = ['Yes', 'No', 'I don’t mind'].map((option, place) => ({
      text: option,
      userIds: members.filter((_, seat) => (seat + index) % 4 === place),
    }))
    const isAnonymous = index % 800 === 399
    return { text: 'Shall we?', poll: { options, isAnonymous, isMultipleChoice: false, closesAt: null } }
  }
  if (index % 350 === 349) return { text, files: [file] }
  if (index % 500 === 250) return { text: curriculum(2500, language) }
  if (index % 25 === 0)
    return { text, reactions: [{ emoji: '👍', userIds: members.slice(0, 1 + (index % 5)) }] }
  return { text: text.length > 2000 ? 'ok' : text }
}

/**
 * The files of the class of a thousand: three levels of folders with about a hundred files in each of the lowest, and one
 * folder of 5,000. All of them are one of a few small documents.
 */
export async function fillFileCrowd(
  db: Db,
  { people, now, kind, files }: { people: SeededPeople; now: number; kind: SchoolKind; files: SchoolFiles },
): Promise<void> {
  const course = await db
    .selectFrom('courses')
    .select('id')
    .where('name', '=', crowdName(kind.language))
    .executeTakeFirstOrThrow()
  if (await db.selectFrom('files').select('id').where('course_id', '=', course.id).executeTakeFirst()) return
  const userId = people.teachers.get('Albrecht') ?? 0
  const draw = createDraw(500)
  const kinds = [
    { ending: 'pdf', bytes: await files(sheetOfMany) },
    { ending: 'txt', bytes: text('One of many.\n') },
    { ending: 'csv', bytes: text('name,points\nMika,7\n') },
    { ending: 'dat', bytes: Uint8Array.of(0, 1, 2, 3) },
  ]
  const documents = await Promise.all(
    kinds.map(async ({ ending, bytes }) => ({ ending, ready: await readyDocument({ name: ending, bytes }) })),
  )
  const entries: NewEntry[] = []
  const start = now - years * 365 * 86_400_000
  const add = (name: string, parentId: number | null, document?: NewEntry['document']): number => {
    const at = new Date(start + Math.floor((entries.length / fileCount) * (now - start))).toISOString()
    const id = first + entries.length
    entries.push({ id, courseId: course.id, parentId, name, userId, at, ...(document && { document }) })
    return id
  }
  const addFile = (parentId: number) => {
    const { ending, ready } = documents[draw.number(0, documents.length - 1)] ?? documents[0] ?? unmade()
    const [topic] = draw.shuffled(topics)
    add(`${topic} ${draw.number(1, 400)}-${draw.number(1, 9)}.${ending}`, parentId, ready)
  }

  const lowest: number[] = []
  for (let top = 0; top < foldersAtTop; top += 1) {
    const topId = add(`Year ${top + 1}`, null)
    for (let middle = 0; middle < foldersInEach; middle += 1) {
      const middleId = add(topics[middle] ?? '', topId)
      for (let low = 0; low < foldersBelow; low += 1) lowest.push(add(`Week ${low + 1}`, middleId))
    }
  }
  const big = add(scans.name, null)
  for (let index = 0; index < scans.count; index += 1) addFile(big)
  for (let index = 0; entries.length < fileCount; index += 1) addFile(lowest[index % lowest.length] ?? big)
  await insertFiles(db, entries)
}

const topics = ['Fractions', 'Angles', 'Vocabulary', 'Sources', 'Experiment', 'Songs']
const text = (content: string) => new TextEncoder().encode(content)

function unmade(): never {
  throw new Error('No kinds of files.')
}
