import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomUuid } from '../lib/encoding.ts'
import { smallChats, smallSchool } from '../testing/sampleSchool.ts'
import { readToken, signInFlow } from '../testing/signInFlow.ts'
import { onPostgres } from '../testing/testPostgres.ts'
import { type Send, type TestService, testService } from '../testing/testService.ts'

const rounds = 100
const { people } = smallSchool

let school: TestService
let both: readonly [Send, Send]
beforeEach(async () => {
  school = await testService()
  both = [school.send, school.createSecond()]
})
afterEach(() => school.close())

const me = async (send: Send, token: string) => (await send('GET', '/api/v2/me', { token })).status
const atBoth = (...request: Parameters<Send>) => Promise.all(both.map(send => send(...request)))

it('a code exchanged at both processes at once gives tokens once', async () => {
  const flows = both.map(send => signInFlow({ send }))
  for (let round = 0; round < rounds; round += 1) {
    const code = (await flows[round % 2]?.code()) ?? ''
    const responses = await Promise.all(flows.map(flow => flow.exchange(code)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const successful = responses.find(({ status }) => status === 200)
    const { access_token } = await readToken(successful ?? Response.error())
    for (const send of both) expect(await me(send, access_token)).toBe(200)
  }
})

it('a token revoked at one process is refused by the other', async () => {
  const path = '/api/v2/personal_access_tokens'
  const basic = `albrecht:${smallSchool.password}`
  const created = await school.send('POST', path, { basic, body: { name: 'Calendar', scopes: ['me'] } })
  const { id, token } = (await created.json()) as { id: number; token: string }
  for (const send of both) expect(await me(send, token)).toBe(200)
  await both[0]('DELETE', `${path}/${id}`, { basic })
  for (const send of both) expect(await me(send, token)).toBe(401)
})

it('a refresh token used at both processes returns the same tokens', async () => {
  const flows = both.map(send => signInFlow({ send }))
  let { refresh_token } = await signInFlow(school).signIn()
  for (let round = 0; round < rounds; round += 1) {
    const [first, other] = await Promise.all(
      flows.map(async flow => readToken(await flow.refresh(refresh_token))),
    )
    expect(other).toEqual(first)
    refresh_token = first?.refresh_token ?? ''
  }
})

it('two administrators who demote each other at once leave one', async () => {
  const tokens = [await school.signIn('albrecht'), await school.signIn('ruiz')]
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await (
      await school.send('POST', '/api/v2/chats', {
        token: tokens[0] ?? '',
        body: { name: `Round ${round}`, broadcast_only: false, files_allowed: true },
      })
    ).json()
    await school.send('POST', '/api/v2/permissions', {
      token: tokens[0] ?? '',
      body: {
        resource_ids: { chat_id: id },
        target_ids: { user_id: people.ruiz },
        is_write: true,
        is_admin: true,
      },
    })
    const grants = await grantsOn(id)
    expect(grants).toHaveLength(2)
    const responses = await Promise.all(
      both.map((send, index) =>
        send('PUT', `/api/v2/permissions/${grants[1 - index]?.id}`, {
          token: tokens[index] ?? '',
          body: { is_admin: false },
        }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await grantsOn(id)).filter(({ is_admin }) => is_admin === 1)).toHaveLength(1)
  }
})

const grantsOn = (chatId: number) =>
  school.db
    .selectFrom('permissions')
    .select(['id', 'is_admin'])
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', chatId)
    .orderBy('user_id')
    .execute()

it('the same file uploaded to both processes at once is stored once', async () => {
  const token = await school.signIn('ruiz')
  for (let round = 0; round < rounds; round += 1) {
    const message_key = randomUuid()
    const responses = await Promise.all(
      both.map(async send => {
        const body = new FormData()
        body.append('related_to', 'chat-message-file-new')
        body.append('message_key', message_key)
        body.append('file', new File([`Round ${round}`], 'a.txt'))
        return (await send('POST', '/api/v2/documents', { token, body })).json()
      }),
    )
    expect(responses[0]).toMatchObject({ id: expect.any(Number) })
    expect(responses[1].id).toBe(responses[0].id)
    const stored = await school.db
      .selectFrom('documents')
      .select('id')
      .where('message_key', '=', message_key)
      .execute()
    expect(stored).toHaveLength(1)
    await school.db.deleteFrom('documents').where('message_key', '=', message_key).execute()
  }
})

it('two concurrent changes of one homework are both stored', async () => {
  const token = await school.signIn('albrecht')
  const body = {
    lesson_id: 1,
    text: 'Old',
    note: 'Old',
    until_datetime: '2026-11-20',
    is_submissionable: true,
  }
  const created = await (await school.send('POST', '/api/v2/courses/1/homeworks', { token, body })).json()
  const path = `/api/v2/courses/1/homeworks/${created[0].id}`
  for (let round = 0; round < rounds; round += 1) {
    const lesson_id = 1 + (round % 2)
    const changes = [{ text: `Text ${round}` }, { lesson_id, points: round + 1 }]
    const responses = await Promise.all(
      both.map((send, index) => send('PUT', path, { token, body: changes[index] })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const now = await (await school.send('GET', path, { token })).json()
    expect([now.text, now.lesson.id, now.points]).toEqual([`Text ${round}`, lesson_id, round + 1])
  }
})

if (onPostgres)
  it('wrong passwords are counted across both processes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => tryPassword(both[index % 2] ?? both[0])),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20)
  })

const tryPassword = (send: Send) => send('GET', '/api/v2/personal_access_tokens', { basic: 'albrecht:wrong' })

it('a message sent to one process can be read from the other', async () => {
  const token = await school.signIn('ruiz')
  for (let round = 0; round < rounds; round += 1) {
    const [send = school.send, read = school.send] = round % 2 === 0 ? both : both.toReversed()
    const path = `/api/v2/chats/${smallChats.talk}/messages`
    expect((await send('POST', path, { token, body: { text: `Round ${round}` } })).status).toBe(200)
    const list = await (await read('GET', path, { token })).json()
    expect(list.at(-1).text).toBe(`Round ${round}`)
  }
  for (const response of await atBoth('GET', '/api/v2/chats', { token })) expect(response.status).toBe(200)
})
