import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toClockTime, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, getWeekday } from '../lib/week.ts'
import { findDuplicates, openSeedSchool, seedSchools, timeZone } from '../testing/seedSchools.ts'
import type { TestService } from '../testing/testService.ts'

const classes = ['8b', '10a', '6c']

type Change = {
  unit_id?: number
  lesson_id?: number
  kind?: 'cancelled' | 'substituted' | 'moved' | 'note'
  teacher?: string
  room?: string
}

/** Lessons in all classes, with substitutions. */
async function dayIn({ db }: TestService, date: string) {
  const planned = await db
    .selectFrom('timetable_entries')
    .innerJoin('units', 'units.id', 'unit_id')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .innerJoin('courses', 'courses.id', 'timetable_entries.course_id')
    .select([
      'courses.id as course_id',
      'courses.name as course',
      'unit_id',
      'lesson_id',
      'position',
      'start_time',
    ])
    .select(['lessons.name as subject', 'lessons.short', 'teacher', 'lessons.room'])
    .where('weekday', '=', getWeekday(date))
    .execute()
  const stored = await db.selectFrom('representations').selectAll().where('date', '=', date).execute()
  const changes = stored.flatMap(({ course_id, body }) => {
    const change: unknown = JSON.parse(body)
    return typeof change === 'object' ? [{ course_id, ...(change as Change) }] : []
  })
  return planned.map(lesson => {
    const change = changes.find(
      one =>
        one.course_id === lesson.course_id &&
        one.unit_id === lesson.unit_id &&
        one.lesson_id === lesson.lesson_id,
    )
    return {
      ...lesson,
      planned: lesson.teacher,
      change,
      isCancelled: change?.kind === 'cancelled',
      teacher: change?.teacher ?? lesson.teacher,
      room: change?.room ?? lesson.room,
    }
  })
}

/** `day` is the date in school time. */
async function messagesIn({ db }: TestService, name: RegExp) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'chat_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['chats.name as chat', 'users.name as from', 'text', 'sent_at'])
    .orderBy('messages.id')
    .execute()
  return rows
    .filter(({ chat }) => name.test(chat))
    .map(row => ({ ...row, day: toSchoolDay(Date.parse(row.sent_at), timeZone) }))
}

/** Dates that a user is likely to open. */
const datesAround = (now: number) =>
  Array.from({ length: 17 }, (_, index) => addDaysToDay(toSchoolDay(now, timeZone), index - 7))

describe.each(seedSchools)('the school of $name, in $language', opening => {
  let school: TestService
  beforeAll(async () => {
    school = await openSeedSchool(opening)
  })
  afterAll(() => school.close())

  it('uses no teacher and no room twice in one period', async () => {
    for (const date of datesAround(school.clock())) {
      const taught = (await dayIn(school, date)).filter(({ isCancelled }) => !isCancelled)
      expect([date, findDuplicates(taught.map(({ position, teacher }) => `${position} ${teacher}`))]).toEqual(
        [date, []],
      )
      expect([date, findDuplicates(taught.map(({ position, room }) => `${position} ${room}`))]).toEqual([
        date,
        [],
      ])
    }
  })

  it('has different substitutions in each class', async () => {
    const stored = await school.db
      .selectFrom('representations')
      .innerJoin('courses', 'courses.id', 'course_id')
      .select(['courses.name', 'date'])
      .distinct()
      .execute()
    expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(classes))
    for (const date of new Set(stored.map(row => row.date))) {
      const day = await dayIn(school, date)
      const shapes = classes.map(name =>
        day
          .filter(({ course, change }) => course === name && change)
          .map(({ position, change }) => `${position} ${change?.kind} ${change?.room}`)
          .toSorted()
          .join(),
      )
      expect([date, shapes.filter(shape => shape === '')]).toEqual([date, []])
      expect([date, findDuplicates(shapes)]).toEqual([date, []])
    }
  })

  it('has chats that agree with the timetable', async () => {
    const classChat = await messagesIn(school, /^(Class|Klasse) 8b$/)
    const moved = classChat.at(-1)
    const words = /^(.+) (?:is in|ist heute in) (\S+?)(?: today)?, (?:period )?(\d+)\.(?: Stunde\.)?$/.exec(
      moved?.text ?? '',
    )
    const [, subject, room, period] = words ?? []
    const own = moved?.day ?? ''
    const today = (await dayIn(school, own)).filter(({ course }) => course === '8b')
    expect(today.find(lesson => lesson.change?.kind === 'moved')).toMatchObject({ subject, room })
    expect(today.find(lesson => lesson.position === Number(period))).toMatchObject({ subject, room })
    // The message comes before that lesson.
    expect(Number(period)).toBeGreaterThan(2)

    const staff = (await messagesIn(school, /8b$/)).filter(({ chat }) => /^(Teachers|Lehrkräfte)/.test(chat))
    const ill = staff.find(({ day, text }) => day === own && /\b(ill|krank)\b/.test(text))
    const illName = ill?.from.split(' ').at(-1) ?? ''
    for (const date of datesAround(school.clock()).filter(date => date >= own)) {
      const day = await dayIn(school, date)
      if (day.every(({ change }) => !change)) continue
      const uncovered = day.filter(lesson => lesson.teacher === illName && !lesson.isCancelled)
      expect([date, uncovered.map(({ course, subject }) => `${course} ${subject}`)]).toEqual([date, []])
    }
    const offer = staff.find(({ day, text }) => day === own && /8b.*(period \d|\d\. Stunde)/.test(text))
    const offered = Number(/(\d)/.exec(offer?.text.replace('8b', '') ?? '')?.[1])
    expect(today.find(({ position }) => position === offered)).toMatchObject({
      teacher: offer?.from.split(' ').at(-1),
      planned: illName,
    })
    const next = staff.at(-1)
    const nextDay = datesAround(school.clock()).find(date => date > own && getWeekday(date) <= 5) ?? ''
    const weekdays = [
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'],
    ].map(names => names[getWeekday(nextDay) - 1] ?? '')
    expect(weekdays.some(name => next?.text.includes(name))).toBe(true)
    const coveredLesson = (await dayIn(school, nextDay)).find(
      ({ course, subject, planned }) =>
        course === '8b' && planned === illName && next?.text.includes(subject),
    )
    expect(coveredLesson?.teacher).toBe(next?.from.split(' ').at(-1))

    // A teacher asks for a substitute in 8b on Wednesday, period 3: both have lessons then.
    const [question, refusal, , thanks] = staff.filter(
      ({ text, day }) =>
        day < own && /take my|übernehmen|6c|Ich kann das|I can do it|Thank you, Cl|Danke, Cl/.test(text),
    )
    const period3 = (await dayIn(school, '2026-11-18')).filter(({ position }) => position === 3)
    expect(question?.text).toMatch(/Wednesday, period 3|Mittwoch.*3\. Stunde/)
    expect(period3.find(({ planned }) => planned === question?.from.split(' ').at(-1))?.course).toBe('8b')
    expect(period3.find(({ planned }) => planned === refusal?.from.split(' ').at(-1))?.course).toBe('6c')
    expect(thanks?.from).toBe(question?.from)
  })

  it('mentions lessons in chats only on days that have them', async () => {
    const messages = await messagesIn(school, /./)
    const pe = messages.filter(({ text }) => /\bPE (on the|is inside)|\bSport (heute|ist heute)/.test(text))
    expect(pe.length).toBeGreaterThan(1)
    expect(pe.map(({ day }) => getWeekday(day))).toEqual(pe.map(() => 2))
    const holidays = await school.db.selectFrom('holidays').select('date').execute()
    const trip = messages.filter(({ text }) =>
      /(We go to|On) .*Museum of Communication|Museum für Kommunikation/.test(text),
    )
    expect(trip.length).toBeGreaterThan(1)
    for (const { text } of trip) {
      for (const { date } of holidays) {
        const [, , month = '', day = ''] = /(\d+)-(\d+)-(\d+)/.exec(date) ?? []
        expect(text).not.toMatch(new RegExp(`\\b${Number(day)}\\.? (${monthNames[Number(month) - 1]})`))
      }
    }
    // No messages during the holidays.
    const farewellIndex = messages.findIndex(({ text }) =>
      /Enjoy the holidays\. Nobody|Schöne Ferien! Eine Woche/.test(text),
    )
    const again = messages
      .slice(farewellIndex)
      .find(({ text }) => /^(Welcome back! We|Willkommen zurück! Heute)/.test(text))
    expect(getWeekday(messages[farewellIndex]?.day ?? '')).toBe(5)
    expect(again?.day).toBe(addDaysToDay(messages[farewellIndex]?.day ?? '', 10))
  })

  it('has no homework due in a cancelled lesson', async () => {
    const homework = await school.db.selectFrom('homeworks').select(['text', 'lesson_id', 'due_at']).execute()
    for (const { text, lesson_id, due_at } of homework) {
      const at = Date.parse(due_at)
      const day = (await dayIn(school, toSchoolDay(at, timeZone))).filter(
        lesson => lesson.lesson_id === lesson_id,
      )
      const due = day.find(lesson => lesson.start_time === toClockTime(at, timeZone))
      expect([text, due?.isCancelled ?? false]).toEqual([text, false])
    }
  })

  it('keeps pupils out of the chat of the parents', async () => {
    const members = await school.db
      .selectFrom('permissions')
      .innerJoin('chats', 'chats.id', 'resource_id')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['chats.name', 'users.name as user', 'is_teacher'])
      .where('resource_field', '=', 'chat_id')
      .where('chats.name', 'in', ['Parents 8b', 'Eltern 8b'])
      .execute()
    expect(members.length).toBeGreaterThan(2)
    expect(members.filter(({ is_teacher }) => is_teacher === 0)).toEqual([])
    const token = await school.signIn('sommer')
    const response = await school.send('GET', '/api/v2/chats', { token })
    const chats: { name: string }[] = await response.json()
    expect(chats.filter(({ name }) => /Parents|Eltern/.test(name))).toEqual([])
  })
})

const monthNames = [
  ...['Jan|Januar', 'Feb|Februar', 'Mar|März', 'Apr|April', 'May|Mai', 'Jun|Juni', 'Jul|Juli', 'Aug|August'],
  ...['Sep|September', 'Oct|Oktober', 'Nov|November', 'Dec|Dezember'],
]
