import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { Permission } from '../../contract/permissions.ts'
import { ProblemBody } from '../../contract/session.ts'
import { leaveClass } from '../../testing/insertClassGrant.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { pageSize } from '../http/streamRows.ts'

const { courses, people } = smallSchool
const chat_id = smallChats.talk
const path = '/api/v2/permissions'

let school: TestService
let albrecht: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
})
afterEach(() => school.close())

const give = (body: object, token = albrecht, content: object = { chat_id }) =>
  school.send('POST', path, {
    token,
    body: { resource_ids: content, target_ids: { course_id: courses['8b'] }, ...body },
  })
const change = (id: number, body: object, token = albrecht) =>
  school.send('PUT', `${path}/${id}`, { token, body })
const remove = (id: number, token = albrecht) => school.send('DELETE', `${path}/${id}`, { token })
const parse = async (response: Response) => {
  expect(response.status).toBe(200)
  return Permission.parse(await response.json())
}
const list = async (token = albrecht) => {
  const response = await school.send('GET', `${path}?chat_id=${chat_id}`, { token })
  return z.array(Permission).parse(await response.json())
}
const stored = () => school.db.selectFrom('class_permissions').selectAll().execute()
const errorOf = async (response: Response) => ProblemBody.parse(await response.json()).error

describe('a permission of a class', () => {
  it('is one row with its number of people, after those of people', async () => {
    school.advance(60_000)
    const given = await parse(await give({ is_write: true }))
    const expected = {
      resource_ids: { chat_id },
      target: {
        ids: { course_id: courses['8b'] },
        type: 'Class',
        name: '8b',
        display_name: 'Class 8b, 3 people',
        image: 'https://school.example/api/v2/avatars/initials?of=8&colour=5',
        targets_multiple_users: true,
        member_count: 3,
      },
      is_write: true,
      is_admin: false,
      given_by_user_id: people.albrecht,
      given_at: '2026-11-18T10:21:00+01:00',
      expires_at: null,
    }
    expect(given).toEqual({ id: given.id, ...expected })
    const listed = await list()
    expect(listed.map(({ target }) => target.name)).toEqual(['Albrecht', 'Ruiz', 'Sommer', '8b'])
    expect(listed.at(-1)).toEqual(given)
    const single = await school.send('GET', `${path}/${given.id}`, { token: albrecht })
    expect(await parse(single)).toEqual(given)
    await leaveClass(school, people.sommer, courses['8b'])
    await leaveClass(school, people.ruiz, courses['8b'])
    expect((await list()).at(-1)?.target.display_name).toBe('Class 8b, 1 person')
  })

  it('is updated by a second grant, and can be changed and deleted', async () => {
    const first = await parse(await give({}))
    expect(await parse(await give({ is_write: true }))).toEqual({ ...first, is_write: true })
    expect(await parse(await change(first.id, { is_write: false }))).toEqual(first)
    expect(await stored()).toHaveLength(1)
    expect((await remove(first.id)).status).toBe(200)
    expect(await describeError(await remove(first.id))).toBe('404 not_found')
    expect(await stored()).toEqual([])
  })

  it('never administers, so that content always has a person who does', async () => {
    const refused = await give({ is_admin: true })
    expect(refused.status).toBe(422)
    expect((await errorOf(refused)).fields).toEqual({
      is_admin: 'A class cannot administer. Choose a person.',
    })
    const { id } = await parse(await give({ is_write: true }))
    expect(await describeError(await change(id, { is_admin: true }))).toBe('422 invalid')
    const own = (await list()).find(({ target }) => target.ids.user_id === people.albrecht)?.id ?? 0
    expect(await describeError(await change(own, { is_admin: false }))).toBe('409 last_admin')
    expect((await remove(own)).status).toBe(200)
    const chats = await school.db.selectFrom('chats').select('id').where('id', '=', chat_id).execute()
    expect([chats, await stored()]).toEqual([[], []])
  })

  it('has no end', async () => {
    const refused = await give({ expires_at: '2026-11-20T08:00:00+01:00' })
    expect([refused.status, (await errorOf(refused)).fields]).toEqual([
      422,
      { expires_at: 'The access of a class has no end.' },
    ])
    expect(await parse(await give({}))).toMatchObject({ expires_at: null })
  })

  it('is in a list of more than one page', async () => {
    const at = new Date(school.clock()).toISOString()
    const dates = { registered_at: at, last_seen_at: at, birthday: null }
    const readers = Array.from({ length: pageSize - 3 }, (_, index) => ({
      ...{ login: `reader${index}`, password_hash: '', name: `Reader ${index}`, is_teacher: 0 as const },
      ...dates,
    }))
    const users = await school.db.insertInto('users').values(readers).returning('id').execute()
    const grant = { resource_field: 'chat_id', resource_id: chat_id, is_write: 0, is_admin: 0 } as const
    await school.db
      .insertInto('permissions')
      .values(users.map(({ id }) => ({ ...grant, user_id: id, given_by_user_id: null, given_at: at })))
      .execute()
    await give({})
    const rows = await list()
    expect([rows.length, rows.at(-1)?.target.name]).toEqual([pageSize + 1, '8b'])
  })
})

describe('giving access to a class', () => {
  it('requires membership, and unknown classes look equal', async () => {
    const at = new Date(school.clock()).toISOString()
    const course = { name: '7c', school_id: 1, created_at: at, timetable_week: null, is_teacher_mode: 1 }
    const { id: other } = await school.db
      .insertInto('courses')
      .values({ ...course, is_teacher_mode: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = [courses['10a'], other, 9999, 2 ** 31]
    for (const token of [albrecht, await school.signIn('sommer')]) {
      const own = await school.send('POST', '/api/v2/chats', { token, body: { name: 'Trip' } })
      const content = { chat_id: z.object({ id: z.int() }).parse(await own.json()).id }
      const responses = await Promise.all(
        ids.map(course_id => give({ target_ids: { course_id } }, token, content)),
      )
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
      expect(new Set(await Promise.all(responses.map(response => response.text()))).size).toBe(1)
      expect((await give({}, token, content)).status).toBe(token === albrecht ? 200 : 403)
    }
  })

  it('requires an accepted membership', async () => {
    await school.db
      .updateTable('memberships')
      .set({ is_accepted: 0 })
      .where('user_id', '=', people.albrecht)
      .execute()
    expect(await describeError(await give({}))).toBe('403 forbidden')
    expect(await stored()).toEqual([])
  })

  it('requires an administrator', async () => {
    expect(await describeError(await give({}, await school.signIn('ruiz')))).toBe('403 forbidden')
    expect(await describeError(await give({}, await school.signIn('kern')))).toBe('404 not_found')
  })
})

describe('leaving a chat', () => {
  it('is not possible with the permission of the class', async () => {
    const { id } = await parse(await give({}))
    const response = await remove(id, await school.signIn('sommer'))
    expect(response.status).toBe(403)
    expect((await errorOf(response)).message).toBe(
      'You are in this chat because your class is. Only an administrator or a teacher of the class may remove the class.',
    )
    expect(await describeError(await remove(id, await school.signIn('weber')))).toBe('404 not_found')
    expect(await stored()).toHaveLength(1)
  })

  it('by deleting a direct permission keeps the one of the class', async () => {
    await give({})
    const sommer = await school.signIn('sommer')
    const own = (await list(sommer)).find(({ target }) => target.ids.user_id === people.sommer)?.id ?? 0
    expect((await remove(own, sommer)).status).toBe(200)
    expect((await list(sommer)).map(({ target }) => target.name)).toEqual(['Albrecht', 'Ruiz', '8b'])
  })
})
