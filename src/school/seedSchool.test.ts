import { describe, expect, it } from 'vitest'
import { parseResponse } from '../contract/parseResponse.ts'
import { Substitution, timeline } from '../contract/timeline.ts'
import { addDaysToDay, getWeekday } from '../lib/week.ts'
import { verifyPassword } from '../service/auth/passwords.ts'
import { faultClasses } from '../testing/faults/faults.ts'
import { oddWeek } from '../testing/faults/oddSchool.ts'
import { parseWeek } from '../testing/school/addClass.ts'
import { resolveDate } from '../testing/school/resolveDate.ts'
import { faultySchool, testService } from '../testing/testService.ts'
import { seedPassword, seedPeople } from './people.ts'
import { getVisibleSubstitutionDays } from './schoolDays.ts'
import { seedSchool } from './seedSchool.ts'

const saturday = Date.parse('2026-11-21T09:00:00+01:00')
const open = (now?: number, isFilledAgain = false) =>
  testService({ fill: seedSchool, isFilledAgain, ...(now !== undefined && { now }) })

describe('people', () => {
  it('gives only the people of people.ts the known password', async () => {
    const { db, close } = await open()
    const everybody = await db.selectFrom('users').selectAll().execute()
    const users = everybody.filter(({ login }) => !login.startsWith('hostile-'))
    expect(users).toHaveLength(12 + 3 * 28)
    expect(new Set(users.map(user => user.name)).size).toBe(users.length)
    for (const { login, name, role } of seedPeople) {
      const user = users.find(one => one.login === login)
      expect(user).toMatchObject({ name, is_teacher: role === 'teacher' ? 1 : 0 })
    }
    const known = users.filter(user => seedPeople.some(person => person.login === user.login))
    expect(new Set(known.map(user => user.password_hash)).size).toBe(1)
    expect(await verifyPassword(seedPassword, known[0]?.password_hash ?? '')).toBe(true)
    const hashes = users.filter(user => !known.includes(user)).map(user => user.password_hash)
    expect(new Set(hashes).size).toBe(1)
    expect(await verifyPassword(seedPassword, hashes[0] ?? '')).toBe(false)
    await close()
  })
  it('lists a class teacher, a pupil and a subject teacher first', () => {
    expect(seedPeople.slice(0, 3).map(person => person.login)).toEqual(['albrecht', 'sommer', 'ruiz'])
  })
})

it('has up to ten hours and four parallel subjects in the odd class', () => {
  const slots = Map.groupBy(parseWeek(oddWeek), ({ weekday: day, hour }) => `${day}/${hour}`)
  expect(slots.size).toBe(50)
  expect(Math.max(...[...slots.values()].map(same => same.length))).toBe(4)
})

it('has no holiday on the two days with substitutions', () => {
  for (let index = 0; index < 14; index += 1) {
    const today = addDaysToDay('2026-12-21', index)
    const busyDays = getVisibleSubstitutionDays(today)
    expect(busyDays.every(day => getWeekday(day) <= 5 && day >= today)).toBe(true)
    expect(busyDays[1] > busyDays[0]).toBe(true)
    const time = { now: Date.parse(`${today}T12:00:00Z`), timeZone: 'Europe/Berlin' }
    const training = resolveDate(time, '@training')
    expect(busyDays).not.toContain(training)
    expect(getWeekday(training)).toBe(5)
  }
  expect(getVisibleSubstitutionDays('2026-11-21')).toEqual(['2026-11-23', '2026-11-24'])
  expect(getVisibleSubstitutionDays('2026-11-20')).toEqual(['2026-11-20', '2026-11-23'])
})

describe('substitutions', () => {
  it('have every kind on both days, for lessons of that day', async () => {
    for (const now of [
      saturday,
      ...[16, 17, 18, 19, 20].map(date => Date.parse(`2026-11-${date}T09:00:00+01:00`)),
    ]) {
      const { send, signIn, close } = await open(now)
      for (const [login, course] of [
        ['albrecht', 1],
        ['weber', 2],
        ['kern', 3],
      ] as const) {
        const token = await signIn(login)
        const response = await send('GET', `/api/v2/courses/${course}/timetable/timeline`, { token })
        const { rows, unreadable } = parseResponse(timeline.days.response, await response.json())
        expect(unreadable).toBe(0)
        const days: string[] = getVisibleSubstitutionDays(new Date(now).toISOString().slice(0, 10))
        const changed = rows.filter(day => days.includes(day.date))
        expect(changed.map(day => day.date)).toEqual(days)
        for (const day of changed) {
          const read: Substitution[] = day.representations.flatMap(item => {
            const { data } = Substitution.safeParse(item)
            return data ? [data] : []
          })
          const kinds = read.map(item => item.kind)
          expect(kinds).toEqual(
            expect.arrayContaining(['cancelled', 'substituted', 'moved', 'note', undefined]),
          )
          for (const item of read.filter(one => one.lesson_id !== undefined)) {
            const slot = day.lessons.find(one => one.unit.id === item.unit_id)
            expect(slot?.lessons?.map(lesson => lesson.id)).toContain(item.lesson_id)
          }
        }
        const shapeless = changed.flatMap(day => day.representations).filter(item => typeof item !== 'object')
        expect(shapeless.length > 0).toBe(course !== 1)
      }
      await close()
    }
  })
})

describe('the made-up school', () => {
  it('has the same content in every run', async () => {
    const dump = async () => {
      const { db, close } = await open(saturday, true)
      const tables = ['memberships', 'lessons', 'timetable_entries', 'representations'] as const
      const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
      const courses = await db.selectFrom('courses').selectAll().execute()
      const names = await db.selectFrom('users').select(['id', 'login', 'name', 'birthday']).execute()
      await close()
      const withoutRandom = courses.map(({ timetable_version: _, ...course }) => course)
      return [rows, withoutRandom, names]
    }
    expect(await dump()).toEqual(await dump())
  })
  it('has the same ordinary content with and without faults', async () => {
    const dump = async (fill: typeof seedSchool) => {
      const { db, close } = await testService({ fill })
      const lessons = await db.selectFrom('lessons').selectAll().where('course_id', '<', 9000).execute()
      const entries = await db
        .selectFrom('timetable_entries')
        .selectAll()
        .where('course_id', '<', 9000)
        .execute()
      const changes = await db
        .selectFrom('representations')
        .select(['course_id', 'date', 'body'])
        .where('course_id', '<', 9000)
        .execute()
      const homework = await db.selectFrom('homeworks').selectAll().where('course_id', '<', 9000).execute()
      const handedIn = await db.selectFrom('submissions').selectAll().where('todo_id', '<', 100).execute()
      const documents = await db
        .selectFrom('documents')
        .select(['name', 'sha1', 'related_to'])
        .where('todo_id', '<', 100)
        .execute()
      const files = await db.selectFrom('files').selectAll().where('course_id', '<', 9000).execute()
      const talk = await db.selectFrom('messages').selectAll().where('chat_id', '<', 9000).execute()
      await close()
      return { lessons, entries, changes, homework, handedIn, documents, files, talk }
    }
    const plain = await dump(seedSchool)
    expect(Math.min(...Object.values(plain).map(rows => rows.length))).toBeGreaterThan(15)
    expect(await dump(faultySchool as typeof seedSchool)).toEqual(plain)
  })
  it('has three classes, an empty one, then one class per fault', async () => {
    const { db, close } = await testService({ fill: faultySchool })
    const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id').execute()
    expect(courses.slice(0, 4).map(course => [course.id, course.name])).toEqual([
      [1, '8b'],
      [2, '10a'],
      [3, '6c'],
      [4, 'Drama group'],
    ])
    expect(courses.slice(4).map(course => course.id)).toEqual(faultClasses.map(fault => fault.id))
    await close()
  })
  it('gives each subject an administrator, and pupils no explicit access', async () => {
    const { db, close } = await open()
    const rows = await db
      .selectFrom('permissions')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select(['resource_id', 'login', 'is_write', 'is_admin', 'users.is_teacher'])
      .where('resource_field', '=', 'lesson_id')
      .execute()
    expect(rows.filter(row => row.is_admin === 1)).toHaveLength(36)
    expect(rows.every(row => row.is_teacher === 1 && row.is_write === 1)).toBe(true)
    expect(
      rows.filter(row => row.login === 'albrecht' && row.is_admin === 1).map(row => row.resource_id),
    ).toEqual([1, 25])
    expect(rows.filter(row => row.login === 'albrecht' && row.resource_id <= 12)).toHaveLength(12)
    await close()
  })
})
