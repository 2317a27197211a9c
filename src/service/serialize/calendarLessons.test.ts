import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NewCalendar } from '../../contract/calendar.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { expectBlockedBelow } from '../../testing/expectBlockedBelow.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { createNameMatch } from './teacherNames.ts'

type Event = Record<string, string>

async function fetchCalendar(school: TestService, login: string, body: object = {}): Promise<string> {
  const token = await school.signIn(login)
  const created = await school.send('POST', '/api/v2/me/calendar', { token, body })
  if (created.status !== 200) throw new Error(await describeError(created))
  const { pathname } = new URL(NewCalendar.parse(await created.json()).url)
  const response = await school.send('GET', pathname)
  if (response.status !== 200) throw new Error(await describeError(response))
  return (await response.text()).replaceAll('\r\n ', '')
}

/** Properties of each event, without the escapes of iCalendar. */
const readEvents = (calendar: string): Event[] =>
  calendar
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map(event =>
      Object.fromEntries(
        event.split('\r\n').flatMap(line => {
          const [, name, value = ''] = /^([A-Z]+):(.*)$/.exec(line) ?? []
          return name ? [[name, value.replaceAll('\\n', '\n').replaceAll(/\\([\\;,])/g, '$1')]] : []
        }),
      ),
    )

const nameOf = (calendar: string) => /^X-WR-CALNAME:(.*)\r$/m.exec(calendar)?.[1]
const today = (events: Event[]) => events.filter(({ DTSTART }) => DTSTART?.startsWith('20261118'))
const subjects = (events: Event[]) => new Set(events.map(({ SUMMARY }) => SUMMARY))

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

describe('the calendar of a class', () => {
  let calendar: string
  let events: Event[]
  beforeAll(async () => {
    calendar = await fetchCalendar(school, 'sommer', { course_id: 1 })
    events = readEvents(calendar)
  })

  it('has the lessons of nine weeks, without breaks and holidays', () => {
    const days = events.map(({ DTSTART = '' }) => DTSTART.slice(0, 8)).toSorted()
    expect([days[0], days.at(-1)]).toEqual(['20261116', expect.stringMatching(/^202701/)])
    expect(nameOf(calendar)).toBe('Timetable 8b')
    // A training day, and the school holidays.
    expect(days.filter(day => day === '20261120' || day === '20261216')).toEqual([])
    expect([...subjects(events)].filter(subject => /break/i.test(subject ?? ''))).toEqual([])
  })

  it('names teacher and room, and the previous ones of a substitution', () => {
    expect(today(events)).toContainEqual(
      expect.objectContaining({
        DTSTART: '20261118T075000Z',
        DTEND: '20261118T083500Z',
        SUMMARY: 'Maths',
        LOCATION: '204',
        DESCRIPTION: 'Teacher: Albrecht',
        STATUS: 'CONFIRMED',
      }),
    )
    expect(today(events)).toContainEqual(
      expect.objectContaining({
        SUMMARY: 'Latin',
        DESCRIPTION: 'Teacher: Brandt instead of Thoma',
        STATUS: 'CONFIRMED',
      }),
    )
    expect(today(events)).toContainEqual(
      expect.objectContaining({
        SUMMARY: 'English',
        LOCATION: '206',
        DESCRIPTION: 'Teacher: Ruiz\nRoom: 206 instead of 101',
      }),
    )
  })

  it('marks cancelled lessons', () => {
    expect(today(events).filter(({ STATUS }) => STATUS === 'CANCELLED')).toEqual([
      expect.objectContaining({ SUMMARY: 'Cancelled: French', DTSTART: '20261118T085500Z' }),
    ])
  })

  it('has UIDs without IDs', () => {
    const uids = events.map(({ UID }) => UID)
    expect(new Set(uids).size).toBe(uids.length)
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{32}@school\.example$/)
  })

  it('is in the language of the user', async () => {
    const german = await fetchCalendar(school, 'sommer', { course_id: 1, language: 'de' })
    expect(nameOf(german)).toBe('Stundenplan 8b')
    expect(today(readEvents(german)).map(({ SUMMARY }) => SUMMARY)).toContain('Entfällt: French')
  })

  it('has no names of pupils, no homework and no notes', async () => {
    const pupils = await school.db.selectFrom('users').select('name').where('is_teacher', '=', 0).execute()
    const homework = await school.db.selectFrom('homeworks').select('text').execute()
    const own = await fetchCalendar(school, 'albrecht')
    expect(pupils.length).toBeGreaterThan(20)
    for (const text of [...pupils.map(({ name }) => name), ...homework.map(each => each.text)]) {
      expect(calendar.includes(text) || own.includes(text), text).toBe(false)
    }
    const substitutions = await school.db.selectFrom('representations').select('body').execute()
    const notes = substitutions.flatMap(({ body }) => (JSON.parse(body) as { note?: string }).note ?? [])
    expect(notes.length).toBeGreaterThan(5)
    for (const note of notes) expect(calendar.includes(note) || own.includes(note), note).toBe(false)
  })
})

describe('the calendar of own lessons', () => {
  it('of a pupil has all lessons of the class', async () => {
    const own = readEvents(await fetchCalendar(school, 'sommer'))
    const ofClass = readEvents(await fetchCalendar(school, 'tanaka', { course_id: 1 }))
    expect(own).toHaveLength(ofClass.length)
    expect([...subjects(own)]).toEqual(expect.arrayContaining(['Maths 8b', 'English 8b']))
  })

  it('of a teacher has the lessons in all classes, and no others', async () => {
    const calendar = await fetchCalendar(school, 'albrecht')
    const events = readEvents(calendar)
    expect(nameOf(calendar)).toBe('My lessons')
    const regular = [...subjects(events)].filter(subject => !subject?.includes(':'))
    expect(regular.toSorted()).toEqual(['Maths 6c', 'Maths 8b'])
    const [lesson] = today(events).filter(({ SUMMARY }) => SUMMARY === 'Maths 8b')
    expect(lesson).toMatchObject({ LOCATION: '204', STATUS: 'CONFIRMED' })
    expect(lesson).not.toHaveProperty('DESCRIPTION')
  })

  it('of a teacher has the lessons to cover, also in other classes', async () => {
    const kern = await school.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'kern')
      .executeTakeFirstOrThrow()
    const memberships = await school.db
      .selectFrom('memberships')
      .select('course_id')
      .where('user_id', '=', kern.id)
      .execute()
    expect(memberships.map(({ course_id }) => course_id)).not.toContain(1)
    const covers = readEvents(await fetchCalendar(school, 'kern')).filter(({ SUMMARY }) =>
      SUMMARY?.endsWith(' 8b'),
    )
    expect(covers.length).toBeGreaterThan(0)
    expect(new Set(covers.map(({ SUMMARY }) => SUMMARY))).toEqual(new Set(['Cover: German 8b']))
    expect(covers[0]?.DESCRIPTION).toBe('Teacher: Kern instead of Seidel')
  })

  it('of a teacher marks lessons that another teacher takes', async () => {
    const representation = await school.db
      .selectFrom('representations')
      .select(['id', 'body'])
      .where('course_id', '=', 1)
      .where('date', '=', '2026-11-18')
      .where('body', 'like', '%"note"%')
      .execute()
    const ofMaths = representation.find(({ body }) => (JSON.parse(body) as { kind?: string }).kind === 'note')
    const { unit_id, lesson_id } = JSON.parse(ofMaths?.body ?? '{}') as Record<string, number>
    const body = JSON.stringify({ unit_id, lesson_id, kind: 'substituted', teacher: 'Demir' })
    await school.db
      .updateTable('representations')
      .set({ body })
      .where('id', '=', ofMaths?.id ?? 0)
      .execute()
    expect(today(readEvents(await fetchCalendar(school, 'albrecht')))).toContainEqual(
      expect.objectContaining({
        SUMMARY: 'Covered: Maths 8b',
        DESCRIPTION: 'Teacher: Demir instead of Albrecht',
        STATUS: 'CANCELLED',
        TRANSP: 'TRANSPARENT',
      }),
    )
  })

  it('of a teacher omits a class that the teacher has left', async () => {
    const { id } = await school.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'albrecht')
      .executeTakeFirstOrThrow()
    const membership = school.db
      .updateTable('memberships')
      .where('user_id', '=', id)
      .where('course_id', '=', 1)
    await membership.set({ is_accepted: 0 }).execute()
    const events = readEvents(await fetchCalendar(school, 'albrecht'))
    await membership.set({ is_accepted: 1 }).execute()
    expect([...subjects(events)]).toContain('Maths 6c')
    expect([...subjects(events)]).not.toContain('Maths 8b')
  })

  it('of a teacher blocks no other request for long', async () => {
    let length = 0
    await expectBlockedBelow(60, async () => {
      length = readEvents(await fetchCalendar(school, 'albrecht')).length
    })
    expect(length).toBeGreaterThan(50)
  })
})

describe('createNameMatch', () => {
  const teachers = [
    { id: 1, name: 'Jana Albrecht', subjectIds: [], classIds: [1] },
    { id: 2, name: 'Ina Weber', subjectIds: [], classIds: [1] },
    { id: 3, name: 'Jörg Weber', subjectIds: [], classIds: [2] },
    { id: 4, name: 'Peter Kern', subjectIds: [11], classIds: [1] },
    { id: 5, name: 'Eva Kerner', subjectIds: [], classIds: [1] },
  ]
  it.each([
    ['Albrecht', 1, true],
    ['albrecht', 1, true],
    ['Jana Albrecht', 1, true],
    ['Alb.', 1, true],
    ['Demir / Albrecht', 1, true],
    ['Demir', 1, false],
    ['', 1, false],
    ['Weber', 2, false],
    ['Ina Weber', 2, true],
    ['Kern', 4, true],
    ['Kern', 5, false],
    ['Kerner', 5, true],
    ['Ker', 4, false],
  ])('%j of teacher %i: %s', (text, id, expected) => {
    expect(createNameMatch(id, teachers)(text)).toBe(expected)
  })

  it.each([
    ['Weber', { subjectId: 10, classId: 1 }, 2, true],
    ['Weber', { subjectId: 10, classId: 1 }, 3, false],
    ['Weber', { subjectId: 20, classId: 2 }, 3, true],
    ['Weber', { subjectId: 30, classId: 3 }, 2, false],
    // Both belong to the class, one administers the subject.
    ['Ker', { subjectId: 11, classId: 1 }, 4, true],
    ['Ker', { subjectId: 10, classId: 1 }, 4, false],
    // A teacher with a unique name need not belong to the class.
    ['Albrecht', { subjectId: 20, classId: 2 }, 1, true],
  ])('%j as the teacher of %o is teacher %i: %s', (text, subject, id, expected) => {
    expect(createNameMatch(id, teachers)(text, subject)).toBe(expected)
  })
})
