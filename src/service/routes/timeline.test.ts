import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseResponse } from '../../contract/parseResponse.ts'
import { timeline } from '../../contract/timeline.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import type { Db } from '../db/schema.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

const get = (query: string, course = 1) =>
  school.send('GET', `/api/v2/courses/${course}/timetable/timeline${query}`, { token })
const days = async (query: string) => {
  const read = parseResponse(timeline.days.response, await (await get(query)).json())
  expect(read.unreadable).toBe(0)
  return read.rows
}

it('GET timeline has the defaults of api.md', async () => {
  const rows = await days('')
  expect(rows.map(day => day.date)).toEqual([
    ...[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map(date => `2026-11-${date}`),
  ])
  expect(rows.filter(day => day.is_today).map(day => day.date)).toEqual(['2026-11-18'])
  expect(rows[0]?.lessons.filter(slot => slot.is_break)).toHaveLength(2)
  expect(rows[4]).toMatchObject({
    is_unschooled: true,
    lessons: [],
    representations: [{ kind: 'note', note: 'Staff training day' }],
  })
})

it('GET timeline reads every parameter, the second show_breaks as the holiday flag', async () => {
  const rows = await days('?show_breaks=false&show_breaks=false&start_today=true&days_forward=2')
  expect(rows.map(day => day.date)).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
  expect(rows.flatMap(day => day.lessons).some(slot => slot.is_break)).toBe(false)
  expect(rows[2]?.is_unschooled).toBe(false)
  expect(rows[2]?.lessons.length).toBeGreaterThan(0)
})

it('GET timeline allows 366 days forward, and refuses more and invalid values', async () => {
  expect((await days('?days_forward=366')).length).toBeGreaterThanOrEqual(366)
  for (const query of ['?days_forward=367', '?days_forward=-1', '?days_forward=soon', '?start_today=maybe']) {
    expect((await get(query)).status).toBe(422)
  }
})

it('GET timeline answers 404 to users who are not members', async () => {
  expect((await get('', 2)).status).toBe(404)
  expect((await get('', 77)).status).toBe(404)
})

/** Change class 1 between 2026-11-16 and 2026-11-29. */
const timetableWrites: Record<string, (db: Db) => Promise<unknown>> = {
  'insert into lessons': db =>
    db
      .insertInto('lessons')
      .values({
        ...{ id: 9001, course_id: 1, name: 'Chess', short: 'Ch', room: '', teacher: '', note: '' },
        ...{ color: null, is_gradable: 0, is_timetable_only: 0, rooms: '{}' },
      })
      .execute(),
  'insert into timetable_entries': db =>
    db
      .insertInto('timetable_entries')
      .values({ id: 9001, course_id: 1, weekday: 1, unit_id: firstUnit(db), lesson_id: 9001 })
      .execute(),
  'update lessons': db => db.updateTable('lessons').set({ name: 'Go' }).where('id', '=', 9001).execute(),
  'update timetable_entries': db =>
    db.updateTable('timetable_entries').set({ weekday: 2 }).where('id', '=', 9001).execute(),
  'delete from timetable_entries': db => db.deleteFrom('timetable_entries').where('id', '=', 9001).execute(),
  'insert into representations': db =>
    db
      .insertInto('representations')
      .values({ id: 9001, course_id: 1, date: '2026-11-19', body: '{"kind":"note","note":"Chess"}' })
      .execute(),
  'update representations': db =>
    db
      .updateTable('representations')
      .set({ body: '{"kind":"note","note":"Go"}' })
      .where('id', '=', 9001)
      .execute(),
  'delete from representations': db => db.deleteFrom('representations').where('id', '=', 9001).execute(),
  'insert into holidays': db =>
    db.insertInto('holidays').values({ id: 9001, school_id: 1, date: '2026-11-24', name: 'Snow' }).execute(),
  'update holidays': db => db.updateTable('holidays').set({ name: 'Storm' }).where('id', '=', 9001).execute(),
  'delete from holidays': db => db.deleteFrom('holidays').where('id', '=', 9001).execute(),
  'update units': db =>
    db.updateTable('units').set({ start_time: '07:01' }).where('id', '=', firstUnit(db)).execute(),
}

const firstUnit = (db: Db) =>
  db
    .selectFrom('units')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('position', '=', 1)

it('GET timeline returns changes of the timetable at once', async () => {
  const second = school.createSecond()
  const read = async () => {
    const [own, other] = await Promise.all([
      get(''),
      second('GET', '/api/v2/courses/1/timetable/timeline', { token }),
    ])
    const text = await own.text()
    expect(await other.text()).toBe(text)
    return text
  }
  let previous = await read()
  for (const [name, write] of Object.entries(timetableWrites)) {
    await write(school.db)
    const latest = await read()
    // A subject without a lesson is not in the timetable.
    if (name !== 'insert into lessons') expect(latest, name).not.toBe(previous)
    previous = latest
  }
})
