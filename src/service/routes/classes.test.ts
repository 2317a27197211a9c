import { afterAll, beforeAll, expect, it } from 'vitest'
import { courses } from '../../contract/courses.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

const get = async (path: string, login: string) =>
  school.send('GET', `/api/v2${path}`, { token: await school.signIn(login) })

it('GET /courses/:id returns a class to its members', async () => {
  const course = parseResponse(courses.get.response, await (await get('/courses/1', 'sommer')).json())
  expect(course).toMatchObject({ id: 1, name: '8b', school_id: 1, is_teacher_mode: true })
  expect(course.created).toBeLessThan(school.clock() / 1000)
})

it('GET members lists teachers first, and 28 pupils', async () => {
  const { rows, unreadable } = parseResponse(
    courses.members.response,
    await (await get('/courses/1/members', 'albrecht')).json(),
  )
  expect(unreadable).toBe(0)
  expect(rows.filter(row => row.is_teacher === false)).toHaveLength(28)
  expect(rows[0]).toMatchObject({ name: 'Jana Albrecht', is_teacher: true })
  expect(rows.map(row => row.name)).not.toContain('Peter Kern')
})

it('GET members excludes pending users', async () => {
  const pending = await testService()
  const token = await pending.signIn('albrecht')
  const response = await (await pending.send('GET', '/api/v2/courses/1/members', { token })).json()
  const names = parseResponse(courses.members.response, response).rows.map(row => row.name)
  expect(names).toContain('Sommer')
  expect(names).not.toContain('Pending')
  await pending.close()
})

it('classes return 404 to users who are not members', async () => {
  for (const path of ['/courses/1', '/courses/1/members', '/courses/99']) {
    expect((await get(path, 'kern')).status).toBe(404)
  }
})
