import { hashPassword } from '../service/auth/passwords.ts'
import type { DocumentStore } from '../service/db/documentStore.ts'
import type { Db } from '../service/db/schema.ts'
import { prepareDocument } from '../service/db/storeDocument.ts'
import { storeFile } from './storeFile.ts'

/** The smallest school with every access rule. */
export const smallSchool = {
  password: 'correct horse',
  application: {
    clientId: 'staffroom',
    name: 'Staffroom',
    secret: 'a secret of the test',
    redirectUrl: 'https://app.example/sign-in/callback',
  },
  /** albrecht, ruiz and sommer belong to 8b, kern and weber to 10a; pending has asked to join 8b. */
  people: { albrecht: 1, sommer: 2, kern: 3, weber: 4, pending: 5, ruiz: 6 },
  courses: { '8b': 1, '10a': 2 },
  /** albrecht administers Maths, which sommer may read. kern administers English. */
  lessons: { maths: 1, art: 2, english: 3 },
  permissions: { albrechtOnMaths: 1, sommerOnMaths: 2, kernOnEnglish: 3 },
} as const

export async function fillSmallSchool(
  db: Db,
  {
    now,
    random,
    documents,
  }: { now: number; random: (bytes: number) => Uint8Array; documents: DocumentStore },
): Promise<void> {
  const at = new Date(now).toISOString()
  const password_hash = await hashPassword(smallSchool.password, random, 1000)
  for (const [login, id] of Object.entries(smallSchool.people)) {
    const is_teacher = ['albrecht', 'ruiz', 'kern'].includes(login) ? 1 : 0
    const name = login.charAt(0).toUpperCase() + login.slice(1)
    const dates = { birthday: null, registered_at: at, last_seen_at: at }
    await db
      .insertInto('users')
      .values({ id, login, password_hash, name, is_teacher, ...dates })
      .execute()
  }
  for (const [name, id] of Object.entries(smallSchool.courses)) {
    const rest = { school_id: 1, created_at: at, timetable_week: null, is_teacher_mode: 1 } as const
    await db
      .insertInto('courses')
      .values({ id, name, ...rest })
      .execute()
  }
  const { albrecht, ruiz, sommer, kern, weber, pending } = smallSchool.people
  const members = { [albrecht]: 1, [ruiz]: 1, [sommer]: 1, [kern]: 2, [weber]: 2, [pending]: 1 }
  for (const [user, course_id] of Object.entries(members)) {
    const user_id = Number(user)
    const is_pending = user_id === pending ? 1 : 0
    const is_accepted = user_id === pending ? 0 : 1
    const dates = { joined_at: at, changed_at: at }
    await db
      .insertInto('memberships')
      .values({ course_id, user_id, is_pending, is_accepted, ...dates })
      .execute()
  }
  for (const [name, id] of Object.entries(smallSchool.lessons)) {
    const looks = { short: name.slice(0, 2), room: '', teacher: '', note: '', color: '#336699', rooms: '{}' }
    const flags = { is_gradable: 1, is_timetable_only: 0 } as const
    const course_id = name === 'english' ? 2 : 1
    await db
      .insertInto('lessons')
      .values({ id, course_id, name, ...looks, ...flags })
      .execute()
  }
  const times = { school_id: 1, position: 1, start_time: '08:00', end_time: '08:45', text: '1' }
  const unit = await db
    .insertInto('units')
    .values({ ...times, is_break: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { course_id: 1, weekday: 1, unit_id: unit.id, lesson_id: smallSchool.lessons.maths }
  await db.insertInto('timetable_entries').values(entry).execute()
  const grants = [
    [albrecht, smallSchool.lessons.maths, 1],
    [sommer, smallSchool.lessons.maths, 0],
    [kern, smallSchool.lessons.english, 1],
  ] as const
  for (const [user_id, resource_id, all] of grants) {
    const given = { given_by_user_id: null, given_at: at, resource_field: 'lesson_id' }
    await db
      .insertInto('permissions')
      .values({ user_id, resource_id, is_write: all, is_admin: all, ...given })
      .execute()
  }
  await fillSmallHomework(db, { now, people: smallSchool.people, documents })
  await fillSmallChats(db, { now, people: smallSchool.people })
  await fillSmallFiles(db, { now, people: smallSchool.people, documents })
}

export const smallHomework = {
  maths: 1,
  english: 2,
  /** The first three belong to Maths: a worksheet, a submission, a correction. */
  documents: { worksheet: 1, handedIn: 2, correction: 3, otherWorksheet: 4 },
} as const

type SampleOptions = {
  now: number
  people: Record<'albrecht' | 'kern' | 'sommer', number>
  documents: DocumentStore
}

export async function fillSmallHomework(db: Db, { now, people, documents }: SampleOptions): Promise<void> {
  const at = new Date(now).toISOString()
  const due_at = new Date(now + 86_400_000).toISOString()
  for (const [name, id, lesson_id, user_id] of [
    ['maths', smallHomework.maths, 1, people.albrecht],
    ['english', smallHomework.english, 3, people.kern],
  ] as const) {
    const course_id = name === 'maths' ? 1 : 2
    const words = { text: `Homework in ${name}`, note: 'With a <b>note</b>.', points: 15 }
    await db
      .insertInto('homeworks')
      .values({ id, course_id, lesson_id, ...words, due_at, is_submissionable: 1, created_at: at })
      .execute()
    const grant = { resource_field: 'todo_id', resource_id: id, user_id, is_write: 1, is_admin: 1 } as const
    await db
      .insertInto('permissions')
      .values({ ...grant, given_by_user_id: null, given_at: at })
      .execute()
  }
  const { maths, english } = smallHomework
  for (const [relation, userId] of [
    [{ kind: 'homework', todoId: maths }, people.albrecht],
    [{ kind: 'submission', todoId: maths, userId: people.sommer }, people.sommer],
    [{ kind: 'correction', todoId: maths, userId: people.sommer }, people.albrecht],
    [{ kind: 'homework', todoId: english }, people.kern],
  ] as const) {
    const bytes = new TextEncoder().encode(`For ${relation.kind}`)
    await storeFile(db, documents, await prepareDocument({ name: `${relation.kind}.txt`, bytes }), {
      relation,
      uploadedAt: now,
      userId,
    })
  }
}

/**
 * Albrecht administers the folder of 8b, which Sommer may read; Kern that of 10a. The files have no
 * permissions.
 */
export const smallFiles = {
  folder: 1,
  sheet: 2,
  otherFolder: 3,
  otherSheet: 4,
  documents: { sheet: 5, otherSheet: 6 },
} as const

export async function fillSmallFiles(db: Db, { now, people, documents }: SampleOptions): Promise<void> {
  const at = new Date(now).toISOString()
  const { folder, sheet, otherFolder, otherSheet } = smallFiles
  for (const [id, course_id, parent_id, name] of [
    [folder, 1, null, 'Worksheets'],
    [sheet, 1, folder, 'sheet.txt'],
    [otherFolder, 2, null, 'Other'],
    [otherSheet, 2, otherFolder, 'other.txt'],
  ] as const) {
    const creation = { created_at: at, created_by_user_id: null }
    await db
      .insertInto('files')
      .values({ id, course_id, parent_id, name, is_dir: name.includes('.') ? 0 : 1, ...creation })
      .execute()
  }
  for (const [resource_id, user_id, all] of [
    [folder, people.albrecht, 1],
    [folder, people.sommer, 0],
    [otherFolder, people.kern, 1],
  ] as const) {
    const given = { given_by_user_id: null, given_at: at, resource_field: 'file_id' }
    await db
      .insertInto('permissions')
      .values({ resource_id, user_id, is_write: all, is_admin: all, ...given })
      .execute()
  }
  for (const fileId of [sheet, otherSheet]) {
    const ready = await prepareDocument({
      name: 'sheet.txt',
      bytes: new TextEncoder().encode(`Version 1 of ${fileId}`),
    })
    const how = { relation: { kind: 'file', fileId }, uploadedAt: now, userId: people.albrecht } as const
    await storeFile(db, documents, ready, how)
  }
}

/**
 * Albrecht administers `talk`; Ruiz may write, Sommer read. In `broadcast`, Sommer's write access has no
 * effect. `other` is Kern's.
 */
export const smallChats = {
  talk: 1,
  broadcast: 2,
  other: 3,
  messages: { albrechts: 1, ruizs: 2, poll: 3, anonymousPoll: 4, kerns: 5 },
  options: { poll: [1, 2, 3], anonymousPoll: [4, 5, 6] },
} as const

export async function fillSmallChats(
  db: Db,
  { now, people }: { now: number; people: Record<'albrecht' | 'ruiz' | 'kern' | 'sommer', number> },
): Promise<void> {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const { talk, broadcast, other, messages } = smallChats
  const { albrecht, ruiz, kern, sommer } = people
  for (const [id, name, only] of [
    [talk, 'Talk', 0],
    [broadcast, 'Broadcast', 1],
    [other, 'Other', 0],
  ] as const) {
    const files_allowed = only === 1 ? 0 : 1
    await db
      .insertInto('chats')
      .values({ id, name, created_at: at(-120), broadcast_only: only, files_allowed })
      .execute()
  }
  for (const [resource_id, user_id, is_write, is_admin] of [
    [talk, albrecht, 1, 1],
    [talk, ruiz, 1, 0],
    [talk, sommer, 0, 0],
    [broadcast, albrecht, 1, 1],
    [broadcast, ruiz, 0, 0],
    [broadcast, sommer, 1, 0],
    [other, kern, 1, 1],
  ] as const) {
    const given = { given_by_user_id: null, given_at: at(-120), resource_field: 'chat_id' }
    await db
      .insertInto('permissions')
      .values({ resource_id, user_id, is_write, is_admin, ...given })
      .execute()
  }
  for (const [id, chat_id, user_id, text] of [
    [messages.albrechts, talk, albrecht, 'Good morning.'],
    [messages.ruizs, talk, ruiz, 'Is <b>this</b> on?'],
    [messages.poll, talk, albrecht, 'Museum or zoo?'],
    [messages.anonymousPoll, talk, albrecht, 'What was hard?'],
    [messages.kerns, other, kern, 'To myself.'],
  ] as const) {
    const { version } = await db
      .updateTable('chats')
      .set(before => ({ version: before('version', '+', 1) }))
      .where('id', '=', chat_id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('messages')
      .values({ id, chat_id, user_id, text, sent_at: at(id - 60), version })
      .execute()
  }
  for (const [id, message_id, anonymous] of [
    [1, messages.poll, 0],
    [2, messages.anonymousPoll, 1],
  ] as const) {
    const kind = { is_anonymous: anonymous, is_multiple_choice: anonymous, closes_at: null } as const
    await db
      .insertInto('polls')
      .values({ id, message_id, chat_id: talk, ...kind })
      .execute()
    const options = smallChats.options[anonymous === 1 ? 'anonymousPoll' : 'poll']
    await db
      .insertInto('poll_options')
      .values(options.map(option => ({ id: option, poll_id: id, text: `Answer ${option}` })))
      .execute()
  }
}
