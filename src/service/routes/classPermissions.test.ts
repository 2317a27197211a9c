import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseResponse } from '../../contract/parseResponse.ts'
import {
  type Permission,
  permissions,
  type ResourceField,
  resourceFields,
} from '../../contract/permissions.ts'
import { insertClassGrant } from '../../testing/insertClassGrant.ts'
import { createContent } from '../../testing/sampleContent.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { courses, people } = smallSchool
const path = `/api/v2/courses/${courses['8b']}/permissions`

let school: TestService
beforeAll(async () => {
  school = await testService()
})
afterAll(() => school.close())

async function read(token: string, url = path): Promise<Permission[]> {
  const response = await school.send('GET', url, { token })
  expect(response.status).toBe(200)
  return parseResponse(permissions.ofClass.response, await response.json()).rows
}

const grantAccess = (field: ResourceField, id: number, user_id: number, is_admin: 0 | 1 = 0) =>
  school.db
    .insertInto('permissions')
    .values({
      ...{ resource_field: field, resource_id: id, user_id, is_write: 0, is_admin },
      ...{ given_by_user_id: null, given_at: '2026-11-18T08:00:00.000Z' },
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()

describe('the permissions of a class', () => {
  it.each(['albrecht', 'ruiz', 'sommer'])('are those that %s may list one by one', async login => {
    const token = await school.signIn(login)
    const user = people[login as keyof typeof people]
    for (const field of resourceFields) {
      const sharedContent = await createContent(school, field)
      await grantAccess(field, sharedContent, people.kern, 1)
      await grantAccess(field, sharedContent, user)
      await grantAccess(field, await createContent(school, field), people.kern, 1)
      await insertClassGrant(school, field, sharedContent, { course_id: courses['10a'], is_write: 1 })
      const throughClass = await createContent(school, field)
      await grantAccess(field, throughClass, people.kern, 1)
      await insertClassGrant(school, field, throughClass, { course_id: courses['8b'], is_write: 0 })
      const ofOtherClass = await createContent(school, field)
      await grantAccess(field, ofOtherClass, people.kern, 1)
      await insertClassGrant(school, field, ofOtherClass, { course_id: courses['10a'], is_write: 0 })
    }
    const inClass = {
      lesson_id: 'lessons',
      todo_id: 'homeworks',
      file_id: 'files',
      announcement_id: 'news',
    }
    const expected: Permission[] = []
    const add = async (field: ResourceField, id: number) => {
      const response = await school.send('GET', `/api/v2/permissions?${field}=${id}`, { token })
      if (response.status === 200) {
        expected.push(...parseResponse(permissions.list.response, await response.json()).rows)
      }
    }
    for (const [field, table] of Object.entries(inClass)) {
      const rows = await school.db
        .selectFrom(table as 'lessons' | 'homeworks' | 'files' | 'news')
        .select('id')
        .where('course_id', '=', courses['8b'])
        .execute()
      for (const { id } of rows) await add(field as ResourceField, id)
    }
    for (const { id } of await school.db.selectFrom('chats').select('id').execute()) await add('chat_id', id)
    const contents = school.db
      .selectFrom('lesson_contents')
      .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
      .where('course_id', '=', courses['8b'])
    for (const { id } of await contents.select('lesson_contents.id').execute()) {
      await add('lesson_comment_id', id)
    }
    expect(expected.length).toBeGreaterThan(6)
    expect(await read(token)).toEqual(expected.toSorted((a, b) => a.id - b.id))
  })

  it('contain no content of another class', async () => {
    await grantAccess('lesson_id', smallSchool.lessons.english, people.albrecht, 1)
    const token = await school.signIn('albrecht')
    const isEnglish = ({ resource_ids }: Permission) => resource_ids.lesson_id === smallSchool.lessons.english
    expect((await read(token)).some(isEnglish)).toBe(false)
    expect(
      (await read(token, `/api/v2/permissions?lesson_id=${smallSchool.lessons.english}`)).some(isEnglish),
    ).toBe(true)
  })

  it('have an ETag that changes with every grant, flag and removal', async () => {
    const token = await school.signIn('albrecht')
    const tagOf = async (ifNoneMatch?: string) => {
      const headers = ifNoneMatch === undefined ? {} : { headers: { 'If-None-Match': ifNoneMatch } }
      const response = await school.send('GET', path, { token, ...headers })
      await response.text()
      return { status: response.status, tag: response.headers.get('ETag') ?? '' }
    }
    const first = await tagOf()
    expect(first.tag).not.toBe('')
    expect(await tagOf(first.tag)).toEqual({ status: 304, tag: first.tag })
    const seen = new Set([first.tag])
    const expectNew = async () => {
      const { status, tag } = await tagOf([...seen].at(-1))
      expect(status).toBe(200)
      expect(seen).not.toContain(tag)
      seen.add(tag)
    }
    const body = {
      resource_ids: { lesson_id: smallSchool.lessons.maths },
      target_ids: { user_id: people.weber },
    }
    const created = await school.send('POST', '/api/v2/permissions', { token, body })
    const { id } = parseResponse(permissions.create.response, await created.json())
    await expectNew()
    await school.send('PUT', `/api/v2/permissions/${id}`, { token, body: { is_write: true } })
    await expectNew()
    await school.send('DELETE', `/api/v2/permissions/${id}`, { token })
    expect(await tagOf(first.tag)).toEqual({ status: 304, tag: first.tag })
  })

  it('can have more than one page', async () => {
    const token = await school.signIn('albrecht')
    const before = (await read(token)).length
    const rows = Array.from({ length: 450 }, (_, index) => ({
      ...{ login: `reader${index}`, password_hash: '', name: `Reader ${index}`, is_teacher: 0 as const },
      ...{
        birthday: null,
        registered_at: '2026-11-18T08:00:00.000Z',
        last_seen_at: '2026-11-18T08:00:00.000Z',
      },
    }))
    const users = await school.db.insertInto('users').values(rows).returning('id').execute()
    const chat = await createContent(school, 'chat_id')
    await grantAccess('chat_id', chat, people.albrecht, 1)
    for (const { id } of users) await grantAccess('chat_id', chat, id)
    for (let count = 0; count < 520; count += 1) {
      await grantAccess('file_id', await createContent(school, 'file_id'), people.albrecht, 1)
    }
    for (let count = 0; count < 520; count += 1) {
      const id = await createContent(school, 'file_id')
      await insertClassGrant(school, 'file_id', id, { course_id: courses['8b'], is_write: 0 })
    }
    const all = await read(token)
    expect(all).toHaveLength(before + 451 + 520 + 520)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})
