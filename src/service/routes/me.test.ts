import { afterAll, beforeAll, expect, it } from 'vitest'
import { me } from '../../contract/me.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
})
afterAll(() => school.close())

const get = async (path: string, login = 'albrecht') => {
  const token = await school.signIn(login)
  return { token, body: await (await school.send('GET', `/api/v2${path}`, { token })).json() }
}

it('GET /me returns the signed-in user', async () => {
  const teacher = parseResponse(me.get.response, (await get('/me')).body)
  expect(teacher).toMatchObject({ name: 'Jana Albrecht', is_teacher: true, badges: { teacher: 'Teacher' } })
  const pupil = parseResponse(me.get.response, (await get('/me', 'sommer')).body)
  expect(pupil).toMatchObject({ name: 'Mika Sommer', is_student: true, is_teacher: false, badges: [] })
  expect(pupil.registered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
})

it('GET memberships returns the caller’s own memberships only', async () => {
  const classes = async (login: string) => {
    const { rows, unreadable } = parseResponse(
      me.memberships.response,
      (await get('/me/courses/memberships', login)).body,
    )
    expect(unreadable).toBe(0)
    return rows.map(row => row.course_id)
  }
  expect(await classes('albrecht')).toEqual([1, 3])
  expect(await classes('ruiz')).toEqual([1, 2])
  expect(await classes('kern')).toEqual([2, 3, 4])
  expect(await classes('tanaka')).toEqual([1])
  expect(await classes('weber')).toEqual([2])
})

it('GET access_token returns the token of the request and its lifetime', async () => {
  const { token, body } = await get('/me/access_token')
  const parsed = parseResponse(me.accessToken.response, body)
  expect(parsed).toMatchObject({
    token,
    expires_in: 3600,
    type: 'Bearer',
    expires_at: '2026-11-18T11:20:00+01:00',
  })
})

it('GET /ips returns the addresses of the service', async () => {
  expect(parseResponse(me.ips.response, (await get('/ips')).body)).toEqual({
    dns: ['school.example'],
    webhooks: [],
  })
})
