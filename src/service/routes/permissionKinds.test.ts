import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { notFound } from '../../http/problem.ts'
import { insertClassGrant } from '../../testing/insertClassGrant.ts'
import { createContent } from '../../testing/sampleContent.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { findContent, parseContent } from '../policy/content.ts'

const { courses, people } = smallSchool

/** Expected statuses in the order of `requests` below. */
const table: Record<string, string> = {
  'no token': '401 401 401 401 401 401',
  'a user of another class without a permission': '404 404 404 404 404 404',
  'a pending member of the class': '404 404 404 404 404 404',
  'a member of the class without a permission': '403 403 403 403 403 403',
  'a reader': '200 200 403 403 403 403',
  'a writer': '200 200 403 403 403 403',
  'an administrator who may not write': '200 200 200 200 200 200',
  'an administrator': '200 200 200 200 200 200',
  'a reader through their class': '200 200 403 403 403 403',
  'a writer through their class': '200 200 403 403 403 403',
  'a reader whose class may write': '200 200 403 403 403 403',
  'an administrator whose class may read': '200 200 200 200 200 200',
  'a pending member of a class that may write': '404 404 404 404 404 404',
}

/** Chats have no class. */
const rowOf = (role: string, field: ResourceField) =>
  field === 'chat_id' && role === 'a member of the class without a permission'
    ? table['a user of another class without a permission']
    : table[role]

let school: TestService
let tokens: Record<string, string | undefined>
beforeAll(async () => {
  school = await testService()
  const { signIn } = school
  tokens = {
    'no token': undefined,
    'a user of another class without a permission': await signIn('kern'),
    'a pending member of the class': await signIn('pending'),
    'a member of the class without a permission': await signIn('ruiz'),
    'a reader': await signIn('sommer'),
    'a writer': await signIn('sommer'),
    'an administrator who may not write': await signIn('sommer'),
    'an administrator': await signIn('sommer'),
    'a reader through their class': await signIn('kern'),
    'a writer through their class': await signIn('kern'),
    'a reader whose class may write': await signIn('sommer'),
    'an administrator whose class may read': await signIn('sommer'),
    'a pending member of a class that may write': await signIn('pending'),
  }
})
afterAll(() => school.close())

const flagsOf: Record<string, { is_write: 0 | 1; is_admin: 0 | 1 }> = {
  'a reader': { is_write: 0, is_admin: 0 },
  'a writer': { is_write: 1, is_admin: 0 },
  'an administrator who may not write': { is_write: 0, is_admin: 1 },
  'an administrator': { is_write: 1, is_admin: 1 },
  'a reader whose class may write': { is_write: 0, is_admin: 0 },
  'an administrator whose class may read': { is_write: 1, is_admin: 1 },
}

const classGrants: Record<string, { course_id: number; is_write: 0 | 1 }> = {
  'a reader through their class': { course_id: courses['10a'], is_write: 0 },
  'a writer through their class': { course_id: courses['10a'], is_write: 1 },
  'a reader whose class may write': { course_id: courses['8b'], is_write: 1 },
  'an administrator whose class may read': { course_id: courses['8b'], is_write: 0 },
  'a pending member of a class that may write': { course_id: courses['8b'], is_write: 1 },
}

describe.each(resourceFields)('%s', field => {
  it.each(Object.keys(table))('permission endpoints respond as api.md defines: %s', async role => {
    const id = await createContent(school, field)
    const otherGrant = await give(field, id, people.albrecht, { is_write: 1, is_admin: 1 })
    const another = await give(field, id, people.weber, { is_write: 0, is_admin: 0 })
    const flags = flagsOf[role]
    if (flags) await give(field, id, people.sommer, flags)
    const classGrant = classGrants[role]
    if (classGrant) await insertClassGrant(school, field, id, classGrant)
    const requests: [method: string, path: string, body?: object][] = [
      ['GET', `?${field}=${id}`],
      ['GET', `/${otherGrant}`],
      ['POST', '', { resource_ids: { [field]: id }, target_ids: { user_id: people.ruiz } }],
      ['PUT', `/${otherGrant}`, { is_write: false }],
      ['PUT', `/${another}`, { is_admin: true }],
      ['DELETE', `/${another}`],
    ]
    // Sequentially, because a write affects the next request.
    const statuses: number[] = []
    for (const [method, path, body] of requests) {
      const token = tokens[role]
      const sending = { ...(token && { token }), ...(body && { body }) }
      statuses.push((await school.send(method, `/api/v2/permissions${path}`, sending)).status)
    }
    expect(statuses.join(' ')).toBe(rowOf(role, field))
  })

  it('is deleted with its permissions when its last administrator is removed', async () => {
    const id = await createContent(school, field)
    const token = tokens['an administrator'] ?? ''
    const [own, other] = [
      await give(field, id, people.sommer, { is_write: 1, is_admin: 1 }),
      await give(field, id, people.albrecht, { is_write: 1, is_admin: 1 }),
    ]
    await give(field, id, people.weber, { is_write: 1, is_admin: 0 })
    await insertClassGrant(school, field, id, { course_id: courses['10a'], is_write: 1 })
    const remove = (grant: number) => school.send('DELETE', `/api/v2/permissions/${grant}`, { token })
    const found = () => findContent(school.db, { field, id })
    expect([(await remove(other)).status, await found()]).toEqual([200, expect.anything()])
    const demoted = await school.send('PUT', `/api/v2/permissions/${own}`, {
      token,
      body: { is_admin: false },
    })
    expect([demoted.status, await found()]).toEqual([409, expect.anything()])
    expect([(await remove(own)).status, await found()]).toEqual([200, undefined])
    for (const table of ['permissions', 'class_permissions'] as const) {
      const remaining = school.db.selectFrom(table).select('id').where('resource_field', '=', field)
      expect(await remaining.where('resource_id', '=', id).execute()).toEqual([])
    }
  })
})

it('an ID out of range is not found, without a query', () => {
  expect(() => parseContent({ file_id: 2 ** 31 })).toThrow(notFound().message)
})

async function give(
  resource_field: ResourceField,
  resource_id: number,
  user_id: number,
  flags: { is_write: 0 | 1; is_admin: 0 | 1 },
): Promise<number> {
  const grantFields = { given_by_user_id: null, given_at: new Date(school.clock()).toISOString() }
  const grant = { resource_field, resource_id, user_id, ...flags, ...grantFields }
  return (await school.db.insertInto('permissions').values(grant).returning('id').executeTakeFirstOrThrow())
    .id
}
