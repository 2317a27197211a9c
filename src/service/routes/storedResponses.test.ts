import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { talk } = smallChats
const { people } = smallSchool
const key = '"6f9619ff-8b86-4d01-b42d-00cf4fc964ff"'
const otherKey = '"7f9619ff-8b86-4d01-b42d-00cf4fc964ff"'
const hour = 3_600_000

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

const sendMessage = (text: string, options = { key }) =>
  school.send('POST', `/api/v2/chats/${talk}/messages`, {
    token,
    body: { text },
    headers: { 'Idempotency-Key': options.key },
  })
const count = async () => {
  const counted = school.db.selectFrom('idempotency_keys').select(({ fn }) => fn.countAll().as('rows'))
  return Number((await counted.executeTakeFirstOrThrow()).rows)
}

describe('the announcement', () => {
  it('is a header of every response to a signed-in user', async () => {
    const read = await school.send('GET', '/api/v2/me', { token })
    expect(read.headers.get('Accept-Idempotency-Key')).toBe('?1')
    expect((await sendMessage('Hello.')).headers.get('Idempotency-Key')).toBe(key)
  })

  it('is missing with documentedOnly, and the write is executed again', async () => {
    const documented = await testService({ documentedOnly: true })
    try {
      const token = await documented.signIn('albrecht')
      const send = () =>
        documented.send('POST', `/api/v2/chats/${talk}/messages`, {
          token,
          body: { text: 'Hello.' },
          headers: { 'Idempotency-Key': key },
        })
      const [first, second] = [await send(), await send()]
      expect((await second.json()).id).not.toBe((await first.json()).id)
      for (const { headers } of [first, second]) {
        expect(headers.has('Idempotency-Key')).toBe(false)
        expect(headers.has('Accept-Idempotency-Key')).toBe(false)
      }
    } finally {
      await documented.close()
    }
  })
})

describe('the stored responses', () => {
  const insertResponses = async (rows: { count: number; size: number; age: number; user_id: number }) => {
    const created_at = new Date(school.clock() - rows.age).toISOString()
    const values = Array.from({ length: rows.count }, (_, index) => ({
      ...{ user_id: rows.user_id, key_hash: `${rows.age} ${index}`, fingerprint: '', size: rows.size },
      created_at,
    }))
    for (let index = 0; index < values.length; index += 100)
      await school.db
        .insertInto('idempotency_keys')
        .values(values.slice(index, index + 100))
        .execute()
  }

  it('are deleted after 24 hours, in bounded steps', async () => {
    await insertResponses({ count: 60, size: 1, age: 25 * hour, user_id: people.sommer })
    await sendMessage('Hello.')
    expect(await count()).toBe(11)
    await sendMessage('Hello.', { key: otherKey })
    expect(await count()).toBe(2)
  })

  it.each([
    ['2,000 keys', { count: 2000, size: 1 }, 1500],
    ['16 MB', { count: 100, size: 170_000 }, 75],
  ] as const)('of one user are limited to %s: the oldest are deleted', async (_limit, rows, expected) => {
    await insertResponses({ ...rows, age: hour, user_id: people.albrecht })
    await insertResponses({ count: 3, size: 1, age: hour + 1, user_id: people.sommer })
    const first = await (await sendMessage('Hello.')).text()
    expect(await count()).toBe(expected + 3)
    expect(await (await sendMessage('Hello.')).text()).toBe(first)
  })
})
