import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { Permission } from '../../contract/permissions.ts'
import { ProblemBody } from '../../contract/session.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

describe('adding people to a chat by ID', () => {
  const setUpChat = async (login: string) => {
    const created = await school.send('POST', '/api/v2/chats', { token: login, body: { name: 'Trip' } })
    const { id } = z.object({ id: z.int() }).parse(await created.json())
    const add = (user_id: number) =>
      school.send('POST', '/api/v2/permissions', {
        token: login,
        body: { resource_ids: { chat_id: id }, target_ids: { user_id }, is_write: true },
      })
    return { id, add }
  }

  it('pupils can add people of their own classes only', async () => {
    const { add } = await setUpChat(await school.signIn('sommer'))
    expect((await add(people.ruiz)).status).toBe(200)
    const strangers = [people.kern, people.weber, people.pending, 9999, 2 ** 31]
    const responses = await Promise.all(strangers.map(async id => (await add(id)).text()))
    expect(new Set(responses).size).toBe(1)
    expect(ProblemBody.parse(JSON.parse(responses[0] ?? '')).error).toMatchObject({
      code: 403,
      message: 'Pupils add people of their own classes. Ask a teacher to add anybody else.',
    })
  })

  it('pupils can change the access of a person whom a teacher added', async () => {
    const { id, add } = await setUpChat(await school.signIn('sommer'))
    const grantFields = { resource_field: 'chat_id', resource_id: id, is_write: 0, is_admin: 0 } as const
    const by = { given_by_user_id: people.albrecht, given_at: new Date(school.clock()).toISOString() }
    await school.db
      .insertInto('permissions')
      .values({ user_id: people.kern, ...grantFields, ...by })
      .execute()
    expect(Permission.parse(await (await add(people.kern)).json())).toMatchObject({ is_write: true })
  })

  it('teachers can add everyone of the school', async () => {
    const { add } = await setUpChat(await school.signIn('albrecht'))
    expect((await add(people.weber)).status).toBe(200)
    expect((await add(9999)).status).toBe(422)
  })
})
