import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homework } from '../contract/homework.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { submissions } from '../contract/submissions.ts'
import { workStateOf } from '../contract/workCounts.ts'
import { parseInstant } from '../lib/schoolTime.ts'
import { hostileHomework } from '../testing/faults/faults.ts'
import { crowdedSchool, faultySchool, type TestService, testService } from '../testing/testService.ts'
import { testSize } from '../testing/testSize.ts'
import { seedSchool } from './seedSchool.ts'

const berlin = 'Europe/Berlin'

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

const readHomework = async (login: string, course: number) => {
  const token = await school.signIn(login)
  const response = await school.send('GET', `/api/v2/courses/${course}/homeworks`, { token })
  const { rows, unreadable } = parseResponse(homework.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows
}
const readEntries = async (login: string, todo: number) => {
  const token = await school.signIn(login)
  const response = await school.send('GET', `/api/v2/todos/${todo}/submissions`, { token })
  const { rows, unreadable } = parseResponse(submissions.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows.map(entry => entry.submission)
}
const instant = (text: string | null) => parseInstant(text ?? '', berlin) ?? Number.NaN

describe('the homework of the made-up school', () => {
  it.each([
    ['albrecht', 1],
    ['ruiz', 2],
    ['kern', 3],
  ])('has past and future due times for %s in class %i, and was set in the past', async (login, course) => {
    const rows = await readHomework(login, course)
    const due = rows.map(row => instant(row.until_datetime))
    expect(due.some(at => at < school.clock())).toBe(true)
    expect(due.some(at => at > school.clock())).toBe(true)
    expect(due.some(at => at > school.clock() + 7 * 86_400_000)).toBe(true)
    for (const row of rows) {
      expect(row.time * 1000).toBeLessThan(school.clock())
      expect(instant(row.until_datetime)).toBeGreaterThan(row.time * 1000)
    }
    expect(rows.some(row => row.can_correct)).toBe(true)
  })

  it('is due in a lesson of its subject, on every day of the week', async () => {
    // `small` has the first and last school day and a day without school.
    for (const date of testSize({ small: [16, 20, 22], full: [16, 17, 18, 19, 20, 21, 22] })) {
      const now = Date.parse(`2026-11-${date}T07:00:00+01:00`)
      const { db, close } = await testService({ fill: seedSchool, now })
      const rows = await db
        .selectFrom('homeworks')
        .innerJoin('timetable_entries', 'timetable_entries.lesson_id', 'homeworks.lesson_id')
        .innerJoin('units', 'units.id', 'timetable_entries.unit_id')
        .select(['homeworks.id', 'due_at', 'weekday', 'start_time'])
        .execute()
      for (const [id, slots] of Map.groupBy(rows, row => row.id)) {
        const at = new Date(slots[0]?.due_at ?? '')
        const clock = `${String(at.getUTCHours() + 1).padStart(2, '0')}:${String(at.getUTCMinutes()).padStart(2, '0')}`
        const meets = slots.some(slot => slot.weekday === at.getUTCDay() && slot.start_time === clock)
        // Homework for today may lack a lesson.
        expect([id, meets || clock === '08:00']).toEqual([id, true])
      }
      const future = await db
        .selectFrom('submissions')
        .select('submitted_at')
        .where('submitted_at', '>', new Date(now).toISOString())
        .execute()
      expect(future).toEqual([])
      await close()
    }
  })
})

describe('submissions', () => {
  it('have every state', async () => {
    const [fractions] = await readHomework('albrecht', 1)
    expect(fractions?.text).toBe('Fractions p. 42')
    const all = await readEntries('albrecht', fractions?.id ?? 0)
    expect(all).toHaveLength(28)
    expect(new Set(all.map(workStateOf))).toEqual(new Set(['missing', 'toCorrect', 'corrected']))
    const missing = all.filter(one => workStateOf(one) === 'missing')
    expect(new Set(missing.map(one => one.is_acknowledged))).toEqual(new Set([true, false]))
    const due = instant(fractions?.until_datetime ?? '')
    const delays = all.filter(one => one.is_submitted).map(one => instant(one.submitted_at) - due)
    // Due on Friday at 08:50, handed in at 18:02.
    expect(delays).toContain((9 * 60 + 12) * 60_000)
    expect(delays.some(delay => delay < 0)).toBe(true)
    const corrected = all.filter(one => one.is_corrected)
    expect(new Set(corrected.map(one => one.points === null))).toEqual(new Set([true, false]))
    expect(corrected.some(one => !one.is_submitted)).toBe(true)
    expect(corrected.every(one => one.corrected_at !== null && !one.user_can_submit)).toBe(true)
  })

  it('have files of every kind, including photos', async () => {
    const files = (await readEntries('albrecht', 1)).flatMap(one => one.files)
    expect(new Set(files.map(file => file.type))).toEqual(new Set(['image', 'pdf', 'text', 'file']))
    for (const photo of files.filter(file => file.type === 'image')) {
      // Photos are larger than generated placeholders.
      expect(photo.size).toBeGreaterThan(15_000)
      expect(photo.size).toBeLessThan(45_000)
    }
  })

  it('have hostile files and texts in a school with faults', async () => {
    const faulty = await testService({ fill: faultySchool })
    const token = await faulty.signIn('albrecht')
    const response = await faulty.send('GET', `/api/v2/todos/${hostileHomework.odd}/submissions`, { token })
    const all = parseResponse(submissions.list.response, await response.json()).rows.map(
      entry => entry.submission,
    )
    await faulty.close()
    const files = all.flatMap(one => one.files)
    for (const name of ['drawing.svg', 'page.html', 'homework\u202egpj.exe']) {
      expect(files.find(file => file.name === name)).toMatchObject({ content_type: 'text/plain' })
    }
    const comments = all.map(one => one.comment ?? '').join('\n')
    expect(comments).toContain('<script>')
    expect(all.map(one => one.comment_formatted).join('\n')).toContain('a service that escapes nothing')
    expect(comments).toContain('javascript:')
    const formatted = all.map(one => one.comment_formatted ?? '')
    expect(formatted.filter(html => /<script|onerror/.test(html))).toHaveLength(1)
  })

  it('are small enough for the first visit of the demo', async () => {
    const sizes = await school.db.selectFrom('documents').select('size').execute()
    expect(sizes.length).toBeGreaterThan(40)
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_800_000)
  })

  it('are the same in every run', async () => {
    const again = await testService({ fill: seedSchool, isFilledAgain: true })
    for (const table of ['homeworks', 'submissions', 'documents'] as const) {
      const rows = async ({ db }: TestService) => db.selectFrom(table).selectAll().execute()
      expect(await rows(again)).toEqual(await rows(school))
    }
    await again.close()
  })

  it('are 1,000 in the crowd', async () => {
    const crowd = await testService({ fill: crowdedSchool })
    const { id } = await crowd.db
      .selectFrom('homeworks')
      .select('id')
      .where('course_id', '=', 5)
      .executeTakeFirstOrThrow()
    const token = await crowd.signIn('albrecht')
    const response = await crowd.send('GET', `/api/v2/todos/${id}/submissions`, { token })
    const { rows, unreadable } = parseResponse(submissions.list.response, await response.json())
    expect([rows.length, unreadable]).toEqual([1000, 0])
    await crowd.close()
  })
})
