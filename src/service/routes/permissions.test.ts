import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { Permission } from '../../contract/permissions.ts'
import { ProblemBody } from '../../contract/session.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people, lessons } = smallSchool
const grants = smallSchool.permissions
const path = '/api/v2/permissions'

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

const get = (id: number | string, callerToken = token) =>
  school.send('GET', `${path}/${id}`, { token: callerToken })
const list = (query: string, callerToken = token) =>
  school.send('GET', `${path}?${query}`, { token: callerToken })
const create = (body: unknown, callerToken = token) => school.send('POST', path, { token: callerToken, body })
const change = (id: number, body: unknown, callerToken = token) =>
  school.send('PUT', `${path}/${id}`, { token: callerToken, body })
const remove = (id: number, callerToken = token) =>
  school.send('DELETE', `${path}/${id}`, { token: callerToken })
const read = async (response: Response) => Permission.parse(await response.json())
const onMaths = { resource_ids: { lesson_id: lessons.maths } }
const give = async (user_id: number, flags: Record<string, boolean> = {}) =>
  read(await create({ ...onMaths, target_ids: { user_id }, ...flags }))
const stored = () =>
  school.db
    .selectFrom('permissions')
    .select(['id', 'user_id', 'is_write', 'is_admin'])
    .where('resource_field', '=', 'lesson_id')
    .execute()
const fieldsOf = async (response: Response) => {
  expect(response.status).toBe(422)
  return Object.keys(ProblemBody.parse(await response.json()).error.fields ?? {})
}

describe('reading permissions', () => {
  it('returns all fields of a permission', async () => {
    const expected = {
      id: grants.sommerOnMaths,
      resource_ids: { lesson_id: lessons.maths },
      target: {
        ids: { user_id: people.sommer },
        type: 'User',
        name: 'Sommer',
        display_name: 'User Sommer',
        image: 'https://school.example/api/v2/avatars/initials?of=S&colour=10',
        targets_multiple_users: false,
        is_teacher: false,
      },
      is_write: false,
      is_admin: false,
      given_by_user_id: null,
      given_at: '2026-11-18T10:20:00+01:00',
      expires_at: null,
    }
    expect(await (await get(grants.sommerOnMaths)).json()).toEqual(expected)
    const all = z.array(Permission).parse(await (await list(`lesson_id=${lessons.maths}`)).json())
    expect(all.map(permission => permission.id)).toEqual([grants.albrechtOnMaths, grants.sommerOnMaths])
    expect(all[1]).toEqual(expected)
  })

  it('requires a permission on the resource, of any kind', async () => {
    const sommer = await school.signIn('sommer')
    expect((await get(grants.albrechtOnMaths, sommer)).status).toBe(200)
    expect((await list(`lesson_id=${lessons.maths}`, sommer)).status).toBe(200)
    expect(
      await describeError(await list(`lesson_id=${lessons.art}`, sommer)),
      'own class, no permission',
    ).toBe('403 forbidden')
    expect(await describeError(await list(`lesson_id=${lessons.english}`, sommer)), 'other class').toBe(
      '404 not_found',
    )
    expect(await describeError(await get(grants.kernOnEnglish, sommer))).toBe('404 not_found')
  })

  it('requires exactly one resource of a known kind', async () => {
    for (const query of ['', 'lesson_id=1&chat_id=1']) {
      const { error } = ProblemBody.parse(await (await list(query)).json())
      expect(error).toMatchObject({
        code: 422,
        message: expect.stringContaining('name exactly one resource'),
      })
    }
    expect(await fieldsOf(await list('lesson_id=x'))).toEqual(['lesson_id'])
    expect(await fieldsOf(await list('lesson_id=-1'))).toEqual(['lesson_id'])
    for (const id of ['0', '99', '99999999999', '9007199254740991']) {
      expect(await describeError(await list(`lesson_id=${id}`)), id).toBe('404 not_found')
    }
    for (const id of ['0', '99', 'x', '1.5', '99999999999', '01', '%2e%2e']) {
      expect(await describeError(await get(id)), id).toBe('404 not_found')
    }
  })
})

describe('granting permissions', () => {
  it('returns the permission with the caller and the time', async () => {
    school.advance(60_000)
    expect(await give(people.weber, { is_write: true })).toMatchObject({
      target: { ids: { user_id: people.weber }, name: 'Weber' },
      is_write: true,
      is_admin: false,
      given_by_user_id: people.albrecht,
      given_at: '2026-11-18T10:21:00+01:00',
    })
    const weber = await school.signIn('weber')
    expect((await list(`lesson_id=${lessons.maths}`, weber)).status).toBe(200)
  })

  it('twice updates the flags of one permission', async () => {
    const first = await give(people.weber)
    const again = await give(people.weber, { is_write: true, is_admin: true })
    expect(again).toEqual({ ...first, is_write: true, is_admin: true })
    expect(await stored()).toHaveLength(4)
  })

  it('requires an administrator of the resource', async () => {
    const body = { ...onMaths, target_ids: { user_id: people.weber } }
    expect(await describeError(await create(body, await school.signIn('sommer')))).toBe('403 forbidden')
    expect(await describeError(await create(body, await school.signIn('kern')))).toBe('404 not_found')
    expect(await describeError(await create(body, await school.signIn('pending')))).toBe('404 not_found')
  })

  it.each([
    ['an unknown user', { ...onMaths, target_ids: { user_id: 99 } }, 'target_ids.user_id'],
    ['an ID out of range', { ...onMaths, target_ids: { user_id: 2 ** 40 } }, 'target_ids.user_id'],
    ['a group', { ...onMaths, target_ids: { group_id: 1 } }, 'target_ids.group_id'],
    ['two targets', { ...onMaths, target_ids: { user_id: 1, group_id: 1 } }, 'target_ids'],
    ['no target', onMaths, 'target_ids'],
    ['no resource', { resource_ids: {}, target_ids: { user_id: 1 } }, 'resource_ids'],
    [
      'an unknown kind of resource',
      { resource_ids: { building_id: 1 }, target_ids: { user_id: 1 } },
      'resource_ids',
    ],
    ['invalid flags', { ...onMaths, target_ids: { user_id: 1 }, is_write: 'yes' }, 'is_write'],
  ])('refuses %s with an error for the field', async (_what, body, field) => {
    expect(await fieldsOf(await create(body))).toEqual([field])
  })

  it('can’t demote the last administrator', async () => {
    expect(await describeError(await create({ ...onMaths, target_ids: { user_id: people.albrecht } }))).toBe(
      '409 last_admin',
    )
  })
})

describe('changing permissions', () => {
  it('sets only the flags that are sent', async () => {
    const id = grants.sommerOnMaths
    const before = await read(await get(id))
    const body = {
      is_write: true,
      id: 7,
      target: { ids: { user_id: 9 } },
      given_by_user_id: 9,
      resource_ids: {},
    }
    expect(await read(await change(id, body))).toEqual({ ...before, is_write: true })
    expect(await read(await change(id, { is_admin: true }))).toEqual({
      ...before,
      is_write: true,
      is_admin: true,
    })
    expect(await read(await change(id, {}))).toEqual({ ...before, is_write: true, is_admin: true })
    expect(await read(await get(id))).toEqual({ ...before, is_write: true, is_admin: true })
  })

  it('refuses to demote the last administrator until there is another one', async () => {
    const own = grants.albrechtOnMaths
    expect(await describeError(await change(own, { is_admin: false, is_write: false }))).toBe(
      '409 last_admin',
    )
    expect(await read(await get(own))).toMatchObject({ is_admin: true, is_write: true })
    await change(grants.sommerOnMaths, { is_admin: true })
    expect((await change(own, { is_admin: false })).status).toBe(200)
    expect(await describeError(await change(own, { is_admin: true }))).toBe('403 forbidden')
  })

  it('requires an administrator', async () => {
    const body = { is_admin: true }
    expect(await describeError(await change(grants.sommerOnMaths, body, await school.signIn('sommer')))).toBe(
      '403 forbidden',
    )
    expect(await describeError(await change(grants.sommerOnMaths, body, await school.signIn('weber')))).toBe(
      '404 not_found',
    )
    expect(await describeError(await change(99, body))).toBe('404 not_found')
  })
})

describe('deleting permissions', () => {
  it('ends the access', async () => {
    const weber = await school.signIn('weber')
    const { id } = await give(people.weber)
    expect((await get(id, weber)).status).toBe(200)
    expect(await (await remove(id)).json()).toEqual({ success: true })
    expect(await describeError(await get(id, weber))).toBe('404 not_found')
    expect(await describeError(await remove(id))).toBe('404 not_found')
  })

  it('of the last administrator deletes the subject and everything in it', async () => {
    await give(people.weber, { is_write: true })
    const creation = { created_at: '2026-11-18T09:00:00.000Z', created_by_user_id: null }
    const taught = { lesson_id: lessons.maths, date: '2026-11-18', text: 'Fractions', ...creation }
    const { id } = await school.db
      .insertInto('lesson_contents')
      .values(taught)
      .returning('id')
      .executeTakeFirstOrThrow()
    const grantFields = { given_by_user_id: null, given_at: creation.created_at }
    const flags = { is_write: 1, is_admin: 1 } as const
    await school.db
      .insertInto('permissions')
      .values({
        resource_field: 'lesson_comment_id',
        resource_id: id,
        user_id: people.ruiz,
        ...flags,
        ...grantFields,
      })
      .execute()
    expect((await remove(grants.albrechtOnMaths)).status).toBe(200)
    expect(await school.db.selectFrom('lesson_contents').selectAll().execute()).toEqual([])
    const ofIts = school.db.selectFrom('permissions').select('id')
    for (const field of ['lesson_comment_id', 'todo_id']) {
      const on8b = ofIts.where('resource_field', '=', field).where('resource_id', '=', 1)
      expect(await on8b.execute()).toEqual([])
    }
    const remaining = await school.db.selectFrom('lessons').select('id').execute()
    expect(remaining.map(lesson => lesson.id)).toEqual([lessons.art, lessons.english])
    expect(await school.db.selectFrom('timetable_entries').selectAll().execute()).toEqual([])
    expect((await stored()).map(grant => grant.id)).toEqual([grants.kernOnEnglish])
    expect(await describeError(await list(`lesson_id=${lessons.maths}`))).toBe('404 not_found')
  })

  it('of one of two administrators keeps the subject', async () => {
    const { id } = await give(people.weber, { is_admin: true })
    expect((await remove(grants.albrechtOnMaths)).status).toBe(200)
    expect(await describeError(await remove(id))).toBe('403 forbidden')
    expect((await remove(id, await school.signIn('weber'))).status).toBe(200)
    expect(
      await school.db.selectFrom('lessons').selectAll().where('id', '=', lessons.maths).execute(),
    ).toEqual([])
  })

  it('lets members leave a chat, but not remove other members', async () => {
    const sommer = await school.signIn('sommer')
    const ofTalk = async () => {
      const response = await list(`chat_id=${smallChats.talk}`)
      return z.array(Permission).parse(await response.json())
    }
    const idOf = async (user: number) =>
      (await ofTalk()).find(row => row.target.ids.user_id === user)?.id ?? 0
    expect(await describeError(await remove(await idOf(people.ruiz), sommer))).toBe('403 forbidden')
    expect((await remove(await idOf(people.sommer), sommer)).status).toBe(200)
    expect((await ofTalk()).map(row => row.target.ids.user_id)).toEqual([people.albrecht, people.ruiz])
  })

  it('requires an administrator, also for the caller’s own permission outside of chats', async () => {
    expect(await describeError(await remove(grants.sommerOnMaths, await school.signIn('sommer')))).toBe(
      '403 forbidden',
    )
  })
})
