import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseResponse } from '../../contract/parseResponse.ts'
import { timeline } from '../../contract/timeline.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

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

it('GET timeline has the defaults of api.md: breaks, holidays, from Monday, seven days forward', async () => {
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
