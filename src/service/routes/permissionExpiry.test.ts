import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { Permission } from '../../contract/permissions.ts'
import { ProblemBody } from '../../contract/session.ts'
import { listenTo } from '../../testing/listenTo.ts'
import { smallChats, smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testNow, testService } from '../../testing/testService.ts'

const { people, lessons } = smallSchool
const path = '/api/v2/permissions'
const hour = 3_600_000
const homeworkPath = `/api/v2/courses/1/homeworks/${smallHomework.maths}`
const onHomework = { todo_id: smallHomework.maths }
const tonight = '2026-11-18T23:59:59+01:00'
const nextNight = '2026-11-19T23:59:59+01:00'

let school: TestService
let token: string
let weber: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
  weber = await school.signIn('weber')
})
afterEach(async () => {
  vi.useRealTimers()
  await school.close()
})

const create = (body: object, resource_ids: object = onHomework) =>
  school.send('POST', path, { token, body: { resource_ids, target_ids: { user_id: people.weber }, ...body } })
const grant = async (body: object, resource_ids?: object) => {
  const response = await create(body, resource_ids)
  expect(response.status).toBe(200)
  return Permission.parse(await response.json())
}
const statusFor = async (callerToken: string) =>
  (await school.send('GET', homeworkPath, { token: callerToken })).status
const list = async (query = `todo_id=${smallHomework.maths}`) => {
  const response = await school.send('GET', `${path}?${query}`, { token })
  return z.array(Permission).parse(await response.json())
}
const advanceTo = (time: string) => school.advance(Date.parse(time) - school.clock())

describe('a permission with an end', () => {
  it('ends at that time', async () => {
    expect(await statusFor(weber)).toBe(404)
    expect(await grant({ expires_at: '2026-11-18T22:59:59Z' })).toMatchObject({
      is_write: false,
      expires_at: tonight,
    })
    expect(await statusFor(weber)).toBe(200)
    advanceTo('2026-11-18T23:59:58+01:00')
    weber = await school.signIn('weber')
    token = await school.signIn('albrecht')
    expect(await statusFor(weber)).toBe(200)
    expect(await list()).toMatchObject([{ expires_at: null }, { expires_at: tonight }])
    advanceTo('2026-11-19T00:00:00+01:00')
    expect(await statusFor(weber)).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['lesson_id', lessons.maths],
    ['chat_id', smallChats.talk],
  ])('can be on any content: %s', async (field, id) => {
    const before = await list(`${field}=${id}`)
    await grant({ expires_at: tonight }, { [field]: id })
    expect(await list(`${field}=${id}`)).toHaveLength(before.length + 1)
    school.advance(24 * hour)
    token = await school.signIn('albrecht')
    expect(await list(`${field}=${id}`)).toEqual(before)
  })

  it('ends for many people at once', async () => {
    const { id } = await school.db
      .selectFrom('users')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const user = await school.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', people.weber)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 450 }, (_, at) => id + 1 + at)
    await school.db
      .insertInto('users')
      .values(ids.map(each => ({ ...user, id: each, login: `cover${each}` })))
      .execute()
    await school.db
      .insertInto('permissions')
      .values(
        ids.map(user_id => ({
          ...{ resource_field: 'todo_id', resource_id: smallHomework.maths, user_id },
          ...({ is_write: 0, is_admin: 0, given_by_user_id: null } as const),
          ...{
            given_at: new Date(testNow).toISOString(),
            expires_at: new Date(testNow + hour).toISOString(),
          },
        })),
      )
      .execute()
    expect(await list()).toHaveLength(451)
    school.advance(hour)
    token = await school.signIn('albrecht')
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['in the past', { expires_at: '2026-11-18T10:19:00+01:00' }],
    ['now', { expires_at: new Date(testNow).toISOString() }],
    ['in more than 400 days', { expires_at: '2027-12-24T10:20:01+01:00' }],
    ['without an offset', { expires_at: '2026-11-18 23:59:59' }],
    ['no time', { expires_at: 'tomorrow' }],
    ['of an administrator', { expires_at: tonight, is_admin: true }],
  ])('refuses an end %s with an error for the field', async (_what, body) => {
    const response = await create(body)
    expect(response.status).toBe(422)
    const { error } = ProblemBody.parse(await response.json())
    expect(Object.keys(error.fields ?? {})).toEqual(['expires_at'])
    expect(await list()).toHaveLength(1)
  })
})

describe('a second grant', () => {
  it('with an end does not change access without an end', async () => {
    const first = await grant({ is_write: true })
    expect(await grant({ expires_at: tonight })).toEqual(first)
    const own = (await list()).find(({ is_admin }) => is_admin)
    const again = await grant({ expires_at: tonight, target_ids: { user_id: people.albrecht } })
    expect(again, 'the only administrator').toEqual(own)
    school.advance(48 * hour)
    token = await school.signIn('albrecht')
    expect(await list()).toMatchObject([{ is_admin: true }, { id: first.id, is_write: true }])
  })

  it('with an end keeps the later of two ends', async () => {
    const first = await grant({ expires_at: tonight })
    expect(await grant({ expires_at: nextNight })).toEqual({ ...first, expires_at: nextNight })
    expect(await grant({ expires_at: tonight })).toEqual({ ...first, expires_at: nextNight })
    advanceTo('2026-11-19T12:00:00+01:00')
    weber = await school.signIn('weber')
    expect(await statusFor(weber)).toBe(200)
  })

  it('with an end does not turn Write into Read', async () => {
    const first = await grant({ is_write: true, expires_at: tonight })
    expect(await grant({ expires_at: nextNight })).toEqual({ ...first, expires_at: nextNight })
    expect(await grant({ is_write: true, expires_at: tonight })).toMatchObject({ is_write: true })
  })

  it('with an end turns Read into Write', async () => {
    await grant({ expires_at: nextNight })
    expect(await grant({ is_write: true, expires_at: tonight })).toMatchObject({
      is_write: true,
      expires_at: nextNight,
    })
  })

  it.each([{}, { expires_at: null }, { is_admin: true }])(
    'without an end removes the end: %j',
    async body => {
      await grant({ expires_at: tonight })
      expect(await grant(body)).toMatchObject({ expires_at: null })
      school.advance(24 * hour)
      weber = await school.signIn('weber')
      expect(await statusFor(weber)).toBe(200)
    },
  )

  it('in the second of the end starts again', async () => {
    await grant({ expires_at: tonight })
    advanceTo('2026-11-18T23:59:58.900+01:00')
    token = await school.signIn('albrecht')
    weber = await school.signIn('weber')
    await list()
    school.advance(200)
    expect(await grant({ expires_at: nextNight })).toMatchObject({ expires_at: nextNight })
    school.advance(2000)
    expect(await statusFor(weber)).toBe(200)
  })
})

it('a change keeps the end, but an administrator has no end', async () => {
  const { id } = await grant({ expires_at: tonight })
  const change = async (body: object) => {
    const response = await school.send('PUT', `${path}/${id}`, { token, body })
    return Permission.parse(await response.json())
  }
  expect(await change({ is_write: true })).toMatchObject({ is_write: true, expires_at: tonight })
  expect(await change({ is_admin: true })).toMatchObject({ is_admin: true, expires_at: null })
  expect(await change({ is_admin: false })).toMatchObject({ is_admin: false, expires_at: null })
})

it('the end notifies the user and other users with access, also without requests', async () => {
  await grant({ expires_at: tonight })
  advanceTo('2026-11-18T23:59:58+01:00')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const listeners = await Promise.all(
    ['weber', 'albrecht', 'kern'].map(async login => listenTo(school.send, await school.signIn(login))),
  )
  const [ofWeber, ofAlbrecht, ofKern] = listeners
  await vi.advanceTimersByTimeAsync(1000)
  expect(ofWeber?.received).toEqual([])
  school.advance(2000)
  await vi.advanceTimersByTimeAsync(1000)
  const kinds = (received: readonly { kind: string }[] = []) => received.map(({ kind }) => kind)
  await expect
    .poll(() => kinds(ofWeber?.received))
    .toEqual(['permission', 'homework', 'submission', 'marking'])
  await expect.poll(() => kinds(ofAlbrecht?.received)).toEqual(['permission', 'marking'])
  expect(ofKern?.received).toEqual([])
  for (const listener of listeners) await listener.close()
})

it('requests to several processes at the end delete each permission once', async () => {
  const sends = [school.send, school.createSecond()]
  const permissions = await Promise.all(
    [people.weber, people.kern, people.ruiz].map(user_id =>
      grant({ expires_at: tonight, target_ids: { user_id } }),
    ),
  )
  advanceTo('2026-11-18T23:59:58+01:00')
  const [listener, other] = await Promise.all([
    listenTo(school.send, await school.signIn('weber')),
    school.signIn('kern'),
  ])
  advanceTo(tonight)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => sends[at % 2]?.('GET', homeworkPath, { token: other })),
  )
  expect(new Set(statuses.map(response => response?.status))).toEqual(new Set([404]))
  for (const { id } of permissions) {
    const admin = await school.signIn('albrecht')
    expect(await describeError(await school.send('GET', `${path}/${id}`, { token: admin }))).toBe(
      '404 not_found',
    )
  }
  await expect
    .poll(() => listener.received.map(({ kind }) => kind))
    .toEqual(['permission', 'homework', 'submission', 'marking'])
  await listener.close()
})

it('without extensions, the service ignores the end and does not return it', async () => {
  const documented = await testService({ documentedOnly: true })
  const admin = await documented.signIn('albrecht')
  const body = { resource_ids: onHomework, target_ids: { user_id: people.weber }, expires_at: tonight }
  const granted = await documented.send('POST', path, { token: admin, body })
  expect(granted.status).toBe(200)
  expect(await granted.json()).not.toHaveProperty('expires_at')
  documented.advance(48 * hour)
  const later = await documented.signIn('weber')
  expect((await documented.send('GET', homeworkPath, { token: later })).status).toBe(200)
  await documented.close()
})
