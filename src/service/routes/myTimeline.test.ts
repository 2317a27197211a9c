import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { submissions } from '../../contract/submissions.ts'
import { type MyTimelineDay, timeline } from '../../contract/timeline.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

async function get(path: string, login: string): Promise<unknown> {
  const response = await school.send('GET', `/api/v2${path}`, { token: await school.signIn(login) })
  expect(response.status).toBe(200)
  return response.json()
}

async function getDays(login: string): Promise<MyTimelineDay[]> {
  const { rows, unreadable } = parseResponse(
    timeline.mine.response,
    await get('/me/timetable/timeline', login),
  )
  expect(unreadable).toBe(0)
  return rows
}

const listLessons = (days: readonly MyTimelineDay[]) =>
  days.flatMap(day =>
    day.lessons.flatMap(slot => (slot.lessons ?? []).map(lesson => ({ ...slot, date: day.date, lesson }))),
  )

describe('GET /me/timetable/timeline', () => {
  it('has a teacher’s lessons of all classes, with the class', async () => {
    const lessons = listLessons(await getDays('albrecht'))
    const own = lessons.filter(({ lesson }) => lesson.teacher === 'Albrecht')
    expect(new Set(own.map(({ course_name }) => course_name)).size).toBeGreaterThan(1)
    const all = await get('/courses/1/timetable/timeline', 'albrecht')
    const inClass = listLessons(parseResponse(timeline.days.response, all).rows as MyTimelineDay[])
    expect(
      own.filter(({ course_id }) => course_id === 1).map(({ date, unit }) => [date, unit.start]),
    ).toEqual(
      inClass
        .filter(({ lesson }) => lesson.teacher === 'Albrecht')
        .map(({ date, unit }) => [date, unit.start]),
    )
  })

  it('has covers, with the substitution', async () => {
    const days = await getDays('kern')
    const covers = listLessons(days).filter(({ lesson }) => lesson.teacher !== 'Kern')
    expect(covers.length).toBeGreaterThan(0)
    for (const { date, course_id, lesson } of covers) {
      const day = days.find(candidate => candidate.date === date)
      expect(day?.representations).toContainEqual(
        expect.objectContaining({ course_id, lesson_id: lesson.id, teacher: 'Kern' }),
      )
    }
  })

  it('has breaks and free periods between lessons only', async () => {
    const days = (await getDays('albrecht')).filter(day => day.lessons.length > 0)
    expect(days.length).toBeGreaterThan(3)
    for (const { lessons } of days) {
      expect(lessons.at(0)?.course_id).not.toBeNull()
      expect(lessons.at(-1)?.course_id).not.toBeNull()
    }
    const pauses = days.flatMap(day => day.lessons.filter(slot => slot.course_id === null))
    expect(pauses.some(slot => slot.is_break)).toBe(true)
    expect(pauses.some(slot => !slot.is_break)).toBe(true)
  })

  it('has all lessons of a pupil’s class', async () => {
    const inClass = await get('/courses/1/timetable/timeline', 'sommer')
    const expected = listLessons(parseResponse(timeline.days.response, inClass).rows as MyTimelineDay[])
    expect(listLessons(await getDays('sommer')).map(({ lesson }) => lesson.id)).toEqual(
      expected.map(({ lesson }) => lesson.id),
    )
  })

  it('has the role in each lesson, however the plan names the teacher', async () => {
    const other = await testService({ fill: seedSchool })
    const { id: kernId } = await other.db
      .updateTable('users')
      .set({ short: 'KN' })
      .where('name', '=', 'Peter Kern')
      .returning('id')
      .executeTakeFirstOrThrow()
    const getRoles = async (login: string) => {
      const token = await other.signIn(login)
      const response = await other.send('GET', '/api/v2/me/timetable/timeline', { token })
      const { rows } = parseResponse(timeline.mine.response, await response.json())
      return listLessons(rows).map(({ role, lesson }) => `${role} ${lesson.teacher}`)
    }
    const rename = (from: string, to: string) =>
      other.db
        .updateTable('representations')
        .set(({ fn, val }) => ({ body: fn<string>('replace', ['body', val(`"${from}"`), val(`"${to}"`)]) }))
        .execute()
    const before = await getRoles('kern')
    const covers = before.filter(text => /^cover (?!Kern)/.test(text))
    expect(covers.length).toBeGreaterThan(0)
    expect(before.filter(text => text.endsWith(' Kern'))).toContain('own Kern')
    await rename('Kern', 'KN')
    expect(await getRoles('kern')).toEqual(before)
    // The short name decides, so the beginning of the family name is another teacher.
    await rename('KN', 'Ker')
    expect((await getRoles('kern')).filter(text => text.startsWith('cover'))).toEqual([])
    await other.db.updateTable('users').set({ short: null }).where('id', '=', kernId).execute()
    expect(await getRoles('kern')).toEqual(before)
    await other.close()
  })

  it('has the role "given" only for lessons that another teacher takes', async () => {
    const other = await testService({ fill: seedSchool })
    const lesson = listLessons(await getDays('albrecht')).find(
      each => each.role === 'own' && each.lesson.teacher === 'Albrecht',
    )
    if (!lesson) throw new Error('Albrecht has no lesson')
    const replaceBy = async (teacher: string) => {
      const { date, course_id, unit } = lesson
      await other.db.deleteFrom('representations').where('date', '=', date).execute()
      const body = { lesson_id: lesson.lesson.id, unit_id: unit.id, kind: 'substituted', teacher }
      await other.db
        .insertInto('representations')
        .values({ course_id: course_id ?? 0, date, body: JSON.stringify(body) })
        .execute()
      const response = await other.send('GET', '/api/v2/me/timetable/timeline', {
        token: await other.signIn('albrecht'),
      })
      const { rows } = parseResponse(timeline.mine.response, await response.json())
      const found = listLessons(rows).filter(each => each.date === date && each.unit.id === unit.id)
      return found.map(({ role }) => role)
    }
    expect(await replaceBy('Alb')).toEqual(['own'])
    expect(await replaceBy('Ruiz')).toEqual(['given'])
    expect(await replaceBy('---')).toEqual(['cancelled'])
    await other.close()
  })

  it('tells teachers with the same family name apart', async () => {
    const namesake = await testService({ fill: seedSchool })
    await namesake.db
      .updateTable('users')
      .set({ name: 'Omar Albrecht' })
      .where('name', '=', 'Omar Ruiz')
      .execute()
    const token = await namesake.signIn('ruiz')
    const response = await namesake.send('GET', '/api/v2/me/timetable/timeline', { token })
    const { rows } = parseResponse(timeline.mine.response, await response.json())
    expect(listLessons(rows).filter(({ lesson }) => lesson.teacher === 'Albrecht')).toEqual([])
    const own = await namesake.send('GET', '/api/v2/me/timetable/timeline', {
      token: await namesake.signIn('albrecht'),
    })
    const { rows: ownRows } = parseResponse(timeline.mine.response, await own.json())
    const isOwn = ({ lesson }: { lesson: { teacher: string } }) => lesson.teacher === 'Albrecht'
    const before = listLessons(await getDays('albrecht')).filter(isOwn)
    expect(
      listLessons(ownRows)
        .filter(isOwn)
        .map(({ date, unit }) => [date, unit.start]),
    ).toEqual(before.map(({ date, unit }) => [date, unit.start]))
    await namesake.close()
  })
})

describe('GET /me/homeworks', () => {
  it('counts submissions like their list', async () => {
    const { rows, unreadable } = parseResponse(homework.mine.response, await get('/me/homeworks', 'albrecht'))
    expect(unreadable).toBe(0)
    const counted = rows.filter(({ counts }) => counts)
    expect(counted.length).toBeGreaterThan(3)
    for (const { id, counts } of counted) {
      const list = parseResponse(submissions.list.response, await get(`/todos/${id}/submissions`, 'albrecht'))
      const states = list.rows.map(({ submission }) => submission)
      expect({ id, ...counts }).toEqual({
        id,
        of: states.length,
        seen: states.filter(state => state.is_acknowledged || state.is_submitted || state.is_corrected)
          .length,
        handed_in: states.filter(state => state.is_submitted).length,
        to_correct: states.filter(state => state.is_submitted && !state.is_corrected).length,
        corrected: states.filter(state => state.is_corrected).length,
      })
    }
  })

  it.each(['albrecht', 'sommer'])('has the same entries as the list of the class for %s', async login => {
    const { rows } = parseResponse(homework.mine.response, await get('/me/homeworks', login))
    const list = parseResponse(homework.list.response, await get('/courses/1/homeworks', login))
    expect(list.rows).toEqual(rows.filter(({ course_id }) => course_id === 1))
    expect(list.rows.some(({ counts, own_status }) => counts ?? own_status)).toBe(true)
  })

  it('has the own status of a pupil, and no counts', async () => {
    const { rows } = parseResponse(homework.mine.response, await get('/me/homeworks', 'sommer'))
    expect(rows.every(({ counts }) => counts === null)).toBe(true)
    expect(rows.some(({ own_status }) => own_status?.is_corrected)).toBe(true)
    const list = parseResponse(homework.list.response, await get('/courses/1/homeworks', 'sommer'))
    expect(rows.map(({ id }) => id)).toEqual(list.rows.map(({ id }) => id))
  })

  it('starts at a due day', async () => {
    const all = parseResponse(homework.mine.response, await get('/me/homeworks', 'albrecht')).rows
    const recent = await get('/me/homeworks?due_from=2026-11-18', 'albrecht')
    expect(parseResponse(homework.mine.response, recent).rows.map(({ id }) => id)).toEqual(
      all.filter(({ until_datetime }) => until_datetime >= '2026-11-18').map(({ id }) => id),
    )
  })
})
