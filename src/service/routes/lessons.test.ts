import { afterAll, beforeAll, expect, it } from 'vitest'
import { lessons } from '../../contract/lessons.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

const get = async (path: string, login = 'albrecht') =>
  school.send('GET', `/api/v2${path}`, { token: await school.signIn(login) })

it('GET lessons lists the twelve subjects of a class', async () => {
  const { rows, unreadable } = parseResponse(
    lessons.list.response,
    await (await get('/courses/1/lessons')).json(),
  )
  expect(unreadable).toBe(0)
  expect(rows).toHaveLength(12)
  expect(rows[0]).toMatchObject({
    name: 'Maths',
    room: '204',
    teacher: 'Albrecht',
    color: '#3177dc',
    rooms: {},
  })
})

it('a lesson without rooms has an empty array (api.md § Lesson)', async () => {
  expect(await (await get('/courses/1/lessons/1')).json()).toMatchObject({ rooms: [] })
  expect(await (await get('/courses/1/lessons/5')).json()).toMatchObject({ rooms: { '2-2-0': 'Bio 2' } })
})

it('colours are #RRGGBB or empty (api.md § Lesson)', async () => {
  const colours: unknown[] = []
  for (const course of [1, 2]) {
    const subjects = await (await get(`/courses/${course}/lessons`, 'ruiz')).json()
    const days = await (await get(`/courses/${course}/timetable/timeline`, 'ruiz')).json()
    const hours = days.flatMap((day: { lessons: { lessons: object[] | null }[] }) => day.lessons)
    const planned = hours.flatMap((hour: { lessons: object[] | null }) => hour.lessons ?? [])
    colours.push(...[...subjects, ...planned].map(({ color }: { color: unknown }) => color))
  }
  expect(colours.length).toBeGreaterThan(60)
  for (const colour of colours) expect(colour).toMatch(/^(?:#[0-9a-f]{6})?$/i)
  expect(colours).toContain('')
})

it('subjects answer 404 through another class, and to non-members', async () => {
  const single = await get('/courses/1/lessons/1')
  expect(parseResponse(lessons.get.response, await single.json()).name).toBe('Maths')
  expect((await get('/courses/3/lessons/1')).status).toBe(404)
  expect((await get('/courses/1/lessons/1', 'kern')).status).toBe(404)
  expect((await get('/courses/1/lessons', 'kern')).status).toBe(404)
})
