import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ResourceField, resourceFields } from '../../contract/permissions.ts'
import { createContent } from '../../testing/sampleContent.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { findContent } from './content.ts'

const { people } = smallSchool
/** On PostgreSQL (project `postgres`) this test fails without `lockGrants`. */
const rounds = 1000

let school: TestService
let tokens: readonly [string, string]
beforeAll(async () => {
  school = await testService()
  tokens = [await school.signIn('albrecht'), await school.signIn('weber')]
})
afterAll(() => school.close())

/** The permission that each administrator changes. */
const targetIndexes = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const
const actions = ['DELETE', 'DELETE', 'PUT'] as const

it('administrators who remove each other never leave content without one (rule 37)', async () => {
  const outcomes = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const field = resourceFields[round % resourceFields.length] ?? 'lesson_id'
    const { id, fileIds } = await twoAdmins(field, round)
    const grants = (await grantsOn(field, [id])).filter(grant => grant.is_admin === 1)
    const targets = targetIndexes[Math.floor(round / 6) % targetIndexes.length] ?? targetIndexes[0]
    const action = actions[Math.floor(round / 18) % actions.length] ?? 'DELETE'
    await Promise.all(
      tokens.map((token, index) => {
        const method = index === 0 ? action : 'DELETE'
        const body = method === 'PUT' ? { body: { is_admin: false } } : {}
        return school.send(method, `/api/v2/permissions/${grants[targets[index] ?? 0]?.id}`, {
          token,
          ...body,
        })
      }),
    )
    const remaining = await grantsOn(field, [id])
    const exists = (await findContent(school.db, { field, id })) !== undefined
    const caseName = `${field} in round ${round}`
    expect([caseName, remaining.some(grant => grant.is_admin === 1)]).toEqual([caseName, exists])
    if (!exists) expect([caseName, await grantsOn(field, [id, ...fileIds])]).toEqual([caseName, []])
    const outcome = `${field} ${exists ? 'stays' : 'goes'}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect([...outcomes.keys()].toSorted()).toEqual(
    resourceFields.flatMap(field => [`${field} goes`, `${field} stays`]).toSorted(),
  )
})

const grantsOn = (field: ResourceField, ids: readonly number[]) =>
  school.db
    .selectFrom('permissions')
    .select(['id', 'is_admin'])
    .where('resource_field', '=', field)
    .where('resource_id', 'in', ids)
    .orderBy('id')
    .execute()

/** Albrecht and weber administer it, and sommer can read it. */
async function twoAdmins(field: ResourceField, round: number): Promise<{ id: number; fileIds: number[] }> {
  const id = await createContent(school, field)
  const fileIds = field === 'file_id' && round % 2 === 0 ? [await createContent(school, 'file_id', id)] : []
  const grantFields = { given_by_user_id: null, given_at: new Date(school.clock()).toISOString() }
  const grant = (resource_id: number, user_id: number, flag: 0 | 1) =>
    ({ resource_field: field, resource_id, user_id, is_write: flag, is_admin: flag, ...grantFields }) as const
  await school.db
    .insertInto('permissions')
    .values([
      grant(id, people.albrecht, 1),
      grant(id, people.weber, 1),
      grant(id, people.sommer, 0),
      ...fileIds.map(fileId => grant(fileId, people.sommer, 1)),
    ])
    .execute()
  return { id, fileIds }
}
