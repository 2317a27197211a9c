import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { renewSeedDays } from './renewSeedDays.ts'
import { seedSchool } from './seedSchool.ts'

const timeZone = 'Europe/Berlin'
const day = 86_400_000

let school: TestService
beforeEach(async () => {
  school = await testService({ fill: seedSchool })
})
afterEach(() => school.close())

async function renewAfter(days: number) {
  school.advance(days * day)
  await renewSeedDays(school.db, { now: school.clock(), timeZone, files: readSchoolFile })
}
const readHomework = () => school.db.selectFrom('homeworks').selectAll().orderBy('id').execute()
const readSubmissions = () =>
  school.db.selectFrom('submissions').selectAll().where('todo_id', '=', 1).orderBy('user_id').execute()
const readMessages = (chat: number) =>
  school.db.selectFrom('messages').selectAll().where('chat_id', '=', chat).orderBy('id').execute()
const readVersion = async (chat: number) =>
  (await school.db.selectFrom('chats').select('version').where('id', '=', chat).executeTakeFirstOrThrow())
    .version

async function readDays() {
  const rows = await school.db.selectFrom('representations').select('date').orderBy('id').execute()
  const holidays = await school.db.selectFrom('holidays').select('date').orderBy('date').execute()
  return { dates: [...new Set(rows.map(row => row.date))].toSorted(), first: holidays[0]?.date }
}

/** All tables that move. */
async function readMoving({ db }: TestService) {
  const tables = ['homeworks', 'submissions', 'messages', 'polls', 'documents', 'holidays'] as const
  const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
  // A new version of a chat tells clients to fetch it again. Deleted holidays use up their IDs.
  return rows.map(table => table.map(row => ({ ...row, version: 0, id: 0 })))
}

it.each([1, 3, 9, 24, 140])('is like a new school after %i days', async days => {
  await renewAfter(days)
  const fresh = await testService({ fill: seedSchool, now: school.clock() })
  expect(await readMoving(school)).toEqual(await readMoving(fresh))
  await fresh.close()
})

it('moves holidays and substitutions, at most once per day', async () => {
  const before = await readDays()
  expect(before).toEqual({ dates: ['2026-11-18', '2026-11-19'], first: '2026-11-20' })
  await renewAfter(0)
  expect(await readDays()).toEqual(before)
  await renewAfter(9)
  // A Friday: the chats also speak of the Wednesday before it.
  expect(await readDays()).toEqual({ dates: ['2026-11-25', '2026-11-27', '2026-11-30'], first: '2026-12-04' })
})

it('gives moved chats a new version', async () => {
  const version = await readVersion(1)
  await renewAfter(5)
  expect((await readMessages(2)).at(-1)?.text).toBe('I take German on Tuesday.')
  expect(await readVersion(1)).toBe(version + 1)
})

it('keeps chats in which a user has written or deleted a message', async () => {
  const token = await school.signIn('albrecht')
  await school.send('POST', '/api/v2/chats/2/messages', { token, body: { text: 'Mine' } })
  const own = (await readMessages(6)).at(-2)
  await school.send('DELETE', `/api/v2/chats/6/messages/${own?.id}`, { token })
  const [written, deleted] = [await readMessages(2), await readMessages(6)]
  await renewAfter(8)
  expect(await readMessages(2)).toEqual(written)
  expect(await readMessages(6)).toEqual(deleted)
  expect((await readMessages(4)).at(-1)?.sent_at).toBe('2026-11-26T07:05:00.000Z')
})

it('keeps corrections, and homework that users created or moved', async () => {
  const token = await school.signIn('albrecht')
  const corrected = (await readSubmissions()).find(row => row.submitted_at && !row.corrected_at)
  const path = `/api/v2/todos/1/submissions/${corrected?.user_id}`
  await school.send('POST', path, { token, body: { teacher_correction: 'Good.' } })
  const find = async () => (await readSubmissions()).find(row => row.user_id === corrected?.user_id)
  const stored = await find()
  const body = { lesson_id: 1, text: 'Mine', until_datetime: '2026-12-01' }
  await school.send('POST', '/api/v2/courses/1/homeworks', { token, body })
  await school.send('PUT', '/api/v2/courses/1/homeworks/7', { token, body: { until_datetime: '2026-12-03' } })
  const before = await readHomework()
  await renewAfter(10)
  const after = await readHomework()
  expect(await find()).toEqual(stored)
  expect(after.at(-1)).toEqual(before.at(-1))
  expect(after[6]).toEqual(before[6])
  expect(after[0]?.due_at).not.toBe(before[0]?.due_at)
})

it('does not change a school that is not made up', async () => {
  const { db, clock, close } = await testService()
  const row = { course_id: 1, date: '2026-11-18', body: '"kept"' }
  await db.insertInto('representations').values(row).execute()
  await renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })
  expect(await db.selectFrom('representations').select('body').execute()).toEqual([{ body: '"kept"' }])
  await close()
})
