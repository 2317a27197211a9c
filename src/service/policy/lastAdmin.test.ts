import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { createContent } from '../../testing/sampleContent.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { findContent } from './content.ts'

const { people } = smallSchool

let school: TestService
let token: string
let weber: string
beforeAll(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
  weber = await school.signIn('weber')
})
afterAll(() => school.close())

const pathOf = (id: number) => `/api/v2/permissions/${id}`
const change = (id: number, body: unknown, callerToken = token) =>
  school.send('PUT', pathOf(id), { token: callerToken, body })
const remove = (id: number, callerToken = token) => school.send('DELETE', pathOf(id), { token: callerToken })

/**
 * On PostgreSQL (project `postgres`) these tests fail without `lockGrants`. lastAdminRounds.test.ts has more
 * rounds and combinations.
 */
const rounds = 20

describe.each(resourceFields)('two concurrent administrators of one %s (rule 37)', field => {
  it('leave one administrator when they remove each other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, own, other } = await twoAdmins(field)
      const responses = await Promise.all([remove(other), remove(own, weber)])
      // The former administrator gets 403 in the class, otherwise 404.
      const statuses = responses.map(response => response.status)
      expect(statuses).toContain(200)
      const [first, second] = statuses
      const unseen = field === 'chat_id' ? 404 : 403
      expect(first === 200 ? second : first).toBe(first === 200 ? 404 : unseen)
      expect(await grantsOn(field, id)).toMatchObject([{ is_admin: 1 }])
      expect(await findContent(school.db, { field, id })).toBeDefined()
    }
  })

  it('leave no content without an administrator, in any combination', async () => {
    const actions = [
      (id: number, callerToken: string) => remove(id, callerToken),
      (id: number, callerToken: string) => change(id, { is_admin: false }, callerToken),
    ]
    for (const first of actions) {
      for (const second of actions) {
        for (const crossing of [true, false]) {
          const { id, own, other } = await twoAdmins(field)
          const targets = crossing ? [other, own] : [own, other]
          await Promise.all([first(targets[0] ?? 0, token), second(targets[1] ?? 0, weber)])
          const remaining = await grantsOn(field, id)
          const content = await findContent(school.db, { field, id })
          expect(remaining.some(grant => grant.is_admin === 1)).toBe(content !== undefined)
          if (!content) expect(remaining).toEqual([])
        }
      }
    }
  })
})

const grantsOn = (field: ResourceField, id: number) =>
  school.db
    .selectFrom('permissions')
    .select(['id', 'is_admin'])
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute()

/** Albrecht administers it, and so does weber, a non-member of the class. */
async function twoAdmins(field: ResourceField): Promise<{ id: number; own: number; other: number }> {
  const id = await createContent(school, field)
  const grantFields = { given_by_user_id: null, given_at: new Date(school.clock()).toISOString() }
  const grant = { resource_field: field, resource_id: id, is_write: 1, is_admin: 1, ...grantFields } as const
  await school.db
    .insertInto('permissions')
    .values([people.albrecht, people.weber].map(user_id => ({ ...grant, user_id })))
    .execute()
  const [own, other] = await grantsOn(field, id)
  return { id, own: own?.id ?? 0, other: other?.id ?? 0 }
}
