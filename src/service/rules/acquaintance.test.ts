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

describe('adding by number', () => {
  /** A chat the caller makes, and what giving somebody access to it is answered. */
  const adding = async (by: string) => {
    const made = await school.send('POST', '/api/v2/chats', { token: by, body: { name: 'Trip' } })
    const { id } = z.object({ id: z.int() }).parse(await made.json())
    const add = (user_id: number) =>
      school.send('POST', '/api/v2/permissions', {
        token: by,
        body: { resource_ids: { chat_id: id }, target_ids: { user_id }, is_write: true },
      })
    return { id, add }
  }

  it('pupils add people of their own classes only, and learn nothing of anybody else', async () => {
    const { add } = await adding(await school.signIn('sommer'))
    expect((await add(people.ruiz)).status).toBe(200)
    const strangers = [people.kern, people.weber, people.pending, 9999, 2 ** 31]
    const answers = await Promise.all(strangers.map(async id => (await add(id)).text()))
    expect(new Set(answers).size).toBe(1)
    expect(ProblemBody.parse(JSON.parse(answers[0] ?? '')).error).toMatchObject({
      code: 403,
      message: 'Pupils add people of their own classes. Ask a teacher to add anybody else.',
    })
  })

  it('pupils change what somebody may do who was added by a teacher', async () => {
    const { id, add } = await adding(await school.signIn('sommer'))
    const given = { resource_field: 'chat_id', resource_id: id, is_write: 0, is_admin: 0 } as const
    const by = { given_by_user_id: people.albrecht, given_at: new Date(school.clock()).toISOString() }
    await school.db
      .insertInto('permissions')
      .values({ user_id: people.kern, ...given, ...by })
      .execute()
    expect(Permission.parse(await (await add(people.kern)).json())).toMatchObject({ is_write: true })
  })

  it('teachers add everybody of the school, and are told who is nobody', async () => {
    const { add } = await adding(await school.signIn('albrecht'))
    expect((await add(people.weber)).status).toBe(200)
    expect((await add(9999)).status).toBe(422)
  })
})
