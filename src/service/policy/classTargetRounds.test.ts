import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertClassGrant, joinClass, leaveClass } from '../../testing/insertClassGrant.ts'
import { createContent } from '../../testing/sampleContent.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { toPermissionId } from '../db/classPermissionIds.ts'
import { findContent } from './content.ts'

const { courses, people } = smallSchool
const rounds = 100

let school: TestService
let albrecht: string
let weber: string
beforeAll(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  weber = await school.signIn('weber')
})
afterAll(() => school.close())

const course_id = courses['8b']
const classGrantsOn = (id: number) =>
  school.db
    .selectFrom('class_permissions')
    .select('id')
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', id)
    .execute()
const give = (chat_id: number) =>
  school.send('POST', '/api/v2/permissions', {
    token: albrecht,
    body: { resource_ids: { chat_id }, target_ids: { course_id }, is_write: true },
  })
const revoke = async (chat_id: number) => {
  const [row] = await classGrantsOn(chat_id)
  await school.send('DELETE', `/api/v2/permissions/${toPermissionId(row?.id ?? 0)}`, { token: albrecht })
}

async function administered(): Promise<{ id: number; own: number }> {
  const id = await createContent(school, 'chat_id')
  const given = { given_by_user_id: null, given_at: new Date(school.clock()).toISOString() }
  const resource = { resource_field: 'chat_id', resource_id: id, user_id: people.albrecht }
  const row = await school.db
    .insertInto('permissions')
    .values({ ...resource, is_write: 1, is_admin: 1, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, own: row.id }
}

type Snapshot = { status: number; tag: string; text: string }
const read = async (path: string): Promise<Snapshot> => {
  const response = await school.send('GET', path, { token: weber })
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
}

/** E.g. joining while the class gains access. */
const combinations = [
  { before: [], during: ['join', 'give'] },
  { before: ['join', 'give'], during: ['leave', 'revoke'] },
  { before: ['give'], during: ['join', 'revoke'] },
  { before: ['join'], during: ['leave', 'give'] },
] as const

it('members of a class have access exactly while they and the class have it', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const { before, during } = combinations[round % combinations.length] ?? combinations[0]
    const { id } = await administered()
    const steps = {
      join: () => joinClass(school, people.weber, course_id),
      leave: () => leaveClass(school, people.weber, course_id),
      give: () => give(id),
      revoke: () => revoke(id),
    }
    await leaveClass(school, people.weber, course_id)
    for (const step of before) await steps[step]()
    const chatPath = `/api/v2/chats/${id}`
    const reads: Snapshot[] = []
    const lists: Snapshot[] = []
    await Promise.all([
      ...during.map(step => steps[step]()),
      ...[1, 2, 3].map(async () => {
        reads.push(await read(chatPath), await read(`${chatPath}/messages`))
        lists.push(await read('/api/v2/chats'))
      }),
    ])
    const caseName = `${[...before, 'then', ...during].join(' ')} in round ${round}`
    for (const { status } of reads) expect([200, 404], caseName).toContain(status)
    const hasAccess = during.every(step => step === 'join' || step === 'give')
    expect([caseName, (await read(chatPath)).status]).toEqual([caseName, hasAccess ? 200 : 404])
    const latest = await read('/api/v2/chats')
    expect([caseName, latest.text.includes(`"url":"https://school.example/chats/${id}"`)]).toEqual([
      caseName,
      hasAccess,
    ])
    // A client that has an ETag of during the race misses no change.
    for (const { tag, text } of lists)
      if (tag === latest.tag) expect([caseName, text]).toEqual([caseName, latest.text])
    expect((await classGrantsOn(id)).length, caseName).toBe(during.some(step => step === 'revoke') ? 0 : 1)
    for (const { status } of reads) outcomes.add(`${during.join(' and ')}: ${status}`)
  }
  expect(outcomes.size).toBeGreaterThanOrEqual(combinations.length)
})

/** On PostgreSQL (project `postgres`) this test fails without `lockGrants`. */
it('deleted content has no permission of a class, also after a concurrent grant', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    const { id, own } = await administered()
    const remove = () => school.send('DELETE', `/api/v2/permissions/${own}`, { token: albrecht })
    // Each of them is first in some rounds.
    const writes = round % 2 === 0 ? [give(id), remove()] : [remove(), give(id)]
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    outcomes.add(Math.max(...statuses))
    expect(await findContent(school.db, { field: 'chat_id', id })).toBeUndefined()
    expect([round, await classGrantsOn(id)]).toEqual([round, []])
  }
  expect([...outcomes].toSorted()).toEqual([200, 404])
})

it('two concurrent grants to a class create one permission', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await administered()
    const responses = await Promise.all([give(id), give(id)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await classGrantsOn(id)).toHaveLength(1)
  }
})

it('a chat keeps its administrators when its last member leaves the class', async () => {
  const { id } = await administered()
  await insertClassGrant(school, 'chat_id', id, { course_id: courses['10a'], is_write: 1 })
  for (const user of [people.kern, people.weber]) await leaveClass(school, user, courses['10a'])
  const response = await school.send('GET', `/api/v2/chats/${id}`, { token: albrecht })
  expect(await response.json()).toMatchObject({ is_admin: true, member_count: 1 })
})
