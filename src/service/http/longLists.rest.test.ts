import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectBlockedBelow } from '../../testing/expectBlockedBelow.ts'
import { smallChats, smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people, courses } = smallSchool
const now = '2026-11-18T08:00:00.000Z'

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

async function insert<Row>(rows: Row[], insertBatch: (batch: Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += 500) await insertBatch(rows.slice(from, from + 500))
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

async function insertMessages(count: number) {
  const rows = numbers(count).map(index => ({
    chat_id: smallChats.talk,
    user_id: people.sommer,
    text: `Message ${index}, with <some> "text" of a usual length & a link to https://school.example/${index}`,
    sent_at: now,
    version: index + 10,
  }))
  await insert(rows, batch => school.db.insertInto('messages').values(batch).execute())
}

async function insertFiles(count: number) {
  const rows = numbers(count).map(index => ({
    course_id: courses['8b'],
    parent_id: index < 100 ? null : 1,
    name: `${index}.pdf`,
    is_dir: 0 as const,
    created_at: now,
    created_by_user_id: null,
  }))
  await insert(rows, async batch => {
    const ids = await school.db.insertInto('files').values(batch).returning('id').execute()
    const documents = ids.map(({ id }) => ({
      related_to: `file.${id}`,
      todo_id: null,
      file_id: id,
      name: 'a.pdf',
      content_type: 'application/pdf',
      type: 'pdf',
      size: 1,
      sha1: 'a'.repeat(40),
      hash: 'b'.repeat(64),
      uploaded_at: now,
      uploaded_by_user_id: null,
    }))
    await school.db.insertInto('documents').values(documents).execute()
  })
}

async function insertUsers(count: number) {
  const rows = numbers(count).map(index => ({
    login: `pupil${index}`,
    password_hash: '',
    name: `Pupil ${index}`,
    is_teacher: 0 as const,
    birthday: null,
    registered_at: now,
    last_seen_at: now,
  }))
  await insert(rows, async batch => {
    const users = await school.db.insertInto('users').values(batch).returning('id').execute()
    const course_id = courses['8b']
    const when = { joined_at: now, changed_at: now, is_pending: 0, is_accepted: 1 } as const
    await school.db
      .insertInto('memberships')
      .values(users.map(({ id: user_id }) => ({ course_id, user_id, ...when })))
      .execute()
    const flags = { is_write: 0, is_admin: 0, given_by_user_id: null, given_at: now } as const
    const content = { resource_field: 'chat_id', resource_id: smallChats.talk }
    await school.db
      .insertInto('permissions')
      .values(users.map(({ id: user_id }) => ({ ...content, user_id, ...flags })))
      .execute()
  })
}

async function insertHomework(count: number) {
  const rows = numbers(count).map(index => ({
    course_id: courses['8b'],
    lesson_id: smallSchool.lessons.art,
    text: `Homework ${index}`,
    note: 'A note. '.repeat(20),
    due_at: now,
    is_submissionable: 1 as const,
    points: null,
    created_at: now,
  }))
  await insert(rows, batch => school.db.insertInto('homeworks').values(batch).execute())
}

async function insertChats(count: number) {
  for (const index of numbers(count)) {
    const chat = { name: `Chat ${index}`, created_at: now, broadcast_only: 0, files_allowed: 1 } as const
    const { id } = await school.db.insertInto('chats').values(chat).returning('id').executeTakeFirstOrThrow()
    const flags = { is_write: 1, is_admin: 1, given_by_user_id: null, given_at: now } as const
    const content = { resource_field: 'chat_id', resource_id: id }
    await school.db
      .insertInto('permissions')
      .values({ ...content, user_id: people.albrecht, ...flags })
      .execute()
    const message = { chat_id: id, text: 'Hello', sent_at: now, version: 1 }
    const rows = numbers(20).map(() => ({ ...message, user_id: people.sommer }))
    await school.db.insertInto('messages').values(rows).execute()
  }
}

/** 1,000 people in a chat, and 10,000 files with two grants each. */
async function insertGrants() {
  await insertUsers(1000)
  await insertFiles(10_000)
  const all = await school.db.selectFrom('files').select('id').where('name', 'like', '%.pdf').execute()
  const grantFields = {
    resource_field: 'file_id',
    is_write: 1,
    given_by_user_id: null,
    given_at: now,
  } as const
  const grants = all.flatMap(({ id: resource_id }) => [
    { ...grantFields, resource_id, user_id: people.albrecht, is_admin: 1 as const },
    { ...grantFields, resource_id, user_id: people.ruiz, is_admin: 0 as const },
  ])
  await insert(grants, batch => school.db.insertInto('permissions').values(batch).execute())
}

const lists: [name: string, path: string, rows: number, fill?: () => Promise<void>][] = [
  ['messages', `/api/v2/chats/${smallChats.talk}/messages`, 6000, () => insertMessages(6000)],
  ['files', `/api/v2/course/${courses['8b']}/files`, 6000, () => insertFiles(6000)],
  ['submissions', `/api/v2/todos/${smallHomework.maths}/submissions`, 1000, () => insertUsers(1000)],
  ['permissions', `/api/v2/permissions?chat_id=${smallChats.talk}`, 1000, () => insertUsers(1000)],
  ['permissions of a class', `/api/v2/courses/${courses['8b']}/permissions`, 21_000, insertGrants],
  ['members', `/api/v2/courses/${courses['8b']}/members`, 1000, () => insertUsers(1000)],
  ['homework', `/api/v2/courses/${courses['8b']}/homeworks`, 1000, () => insertHomework(1000)],
  ['chats', '/api/v2/chats', 300, () => insertChats(300)],
  ['days', `/api/v2/courses/${courses['8b']}/timetable/timeline?days_forward=366`, 366],
]

describe('five concurrent requests for a long list', () => {
  it.each(lists)('%s: block the event loop for less than 60 ms', async (_name, path, rows, fill) => {
    await fill?.()
    const fetchList = async () => {
      const response = await school.send('GET', path, { token })
      expect(response.status).toBe(200)
      return response.text()
    }
    await expectBlockedBelow(60, () => Promise.all(numbers(5).map(fetchList)))
    expect(JSON.parse(await fetchList()).length).toBeGreaterThanOrEqual(rows)
  })
})
