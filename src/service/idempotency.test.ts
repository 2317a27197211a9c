import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomUuid } from '../lib/encoding.ts'
import { smallChats, smallFiles, smallSchool } from '../testing/sampleSchool.ts'
import { onPostgres } from '../testing/testPostgres.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { serviceSchema } from './db/dialects.ts'

const { talk, messages } = smallChats
const { people, lessons } = smallSchool
const key = '"6f9619ff-8b86-4d01-b42d-00cf4fc964ff"'
const otherKey = '"7f9619ff-8b86-4d01-b42d-00cf4fc964ff"'
const hour = 3_600_000

let school: TestService
let token: string
let ruiz: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
})
afterEach(() => school.close())

type RequestOptions = { token?: string; key?: string | undefined }
const post = (path: string, body: unknown, options: RequestOptions = {}) =>
  school.send('POST', `/api/v2${path}`, {
    token: options.token ?? token,
    body,
    headers: {
      ...('key' in options ? options.key && { 'Idempotency-Key': options.key } : { 'Idempotency-Key': key }),
    },
  })
const sendMessage = (text: string, options?: RequestOptions) =>
  post(`/chats/${talk}/messages`, { text }, options)
const messageRequest = (idempotencyKey: string) =>
  new Request(`https://school.example/api/v2/chats/${talk}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify({ text: 'Hello.' }),
  })
const upload = (content: string, options?: RequestOptions, related_to = 'chat-message-file-new') => {
  const form = new FormData()
  form.append('related_to', related_to)
  form.append('file', new File([content], 'plan.txt'))
  return post('/documents', form, options)
}
const count = async (table: 'messages' | 'documents' | 'permissions' | 'homeworks' | 'idempotency_keys') => {
  const counted = school.db.selectFrom(table).select(({ fn }) => fn.countAll().as('rows'))
  return Number((await counted.executeTakeFirstOrThrow()).rows)
}
/** Updates of a table fail until the returned function is called. */
const failUpdates = async (table: 'chats' | 'idempotency_keys') => {
  const name = onPostgres ? sql.id(serviceSchema, table) : sql.id(table)
  await (onPostgres
    ? sql`alter table ${name} add constraint fails check (id < 0) not valid`
    : sql`create trigger fails before update on ${name} begin select raise(abort, 'failure'); end`
  ).execute(school.db)
  return () =>
    (onPostgres ? sql`alter table ${name} drop constraint fails` : sql`drop trigger fails`).execute(school.db)
}

describe('a repeated write', () => {
  it.each([
    ['message', 'messages', () => sendMessage('Hello.')],
    ['upload', 'documents', () => upload('The plan.')],
    ['class file upload', 'documents', () => upload('The plan.', {}, `file.${smallFiles.sheet}`)],
    [
      'grant',
      'permissions',
      () =>
        post('/permissions', {
          resource_ids: { chat_id: talk },
          target_ids: { user_id: people.kern },
          is_write: true,
          is_admin: false,
        }),
    ],
    [
      'homework',
      'homeworks',
      () =>
        post('/courses/1/homeworks', {
          lesson_id: lessons.maths,
          text: 'Fractions',
          until_datetime: '2026-11-23',
        }),
    ],
  ] as const)('is executed once and answered with the same response: %s', async (_name, table, request) => {
    const before = await count(table)
    const first = await request()
    const repeated = await request()
    expect([first.status, repeated.status]).toEqual([200, 200])
    expect(await repeated.text()).toBe(await first.text())
    expect(repeated.headers.get('Content-Type')).toBe('application/json')
    expect(await count(table)).toBe(before + 1)
  })

  it('does not toggle a reaction, and counts a vote once', async () => {
    const reactions = `/chats/${talk}/messages/${messages.poll}/reactions`
    const votes = `/chats/${talk}/messages/${messages.poll}/poll/votes`
    const options = await school.db.selectFrom('poll_options').select('id').orderBy('id').execute()
    for (const [path, body] of [
      [reactions, { emoji: '👍' }],
      [votes, { option_ids: [options[0]?.id] }],
    ] as const) {
      const keyOptions = { key: path === reactions ? key : otherKey }
      const [first, repeated] = [await post(path, body, keyOptions), await post(path, body, keyOptions)]
      expect(first.status).toBe(200)
      expect(await repeated.text()).toBe(await first.text())
    }
    expect(
      await school.db
        .selectFrom('reactions')
        .select('emoji')
        .where('message_id', '=', messages.poll)
        .execute(),
    ).toEqual([{ emoji: '👍' }])
  })

  it('with DELETE returns the response of the first request', async () => {
    const { id } = await (await sendMessage('Hello.', { key: undefined })).json()
    const remove = () =>
      school.send('DELETE', `/api/v2/chats/${talk}/messages/${id}`, {
        token,
        headers: { 'Idempotency-Key': key },
      })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
  })

  it('is executed again without a key, and with another key', async () => {
    const before = await count('messages')
    for (const optionalKey of [undefined, undefined, key, otherKey])
      await sendMessage('Hello.', { key: optionalKey })
    expect(await count('messages')).toBe(before + 4)
  })

  it('is executed again for another user with the same key', async () => {
    const [firstResponse, otherResponse] = [
      await (await sendMessage('Hello.')).json(),
      await (await sendMessage('Hello.', { token: ruiz })).json(),
    ]
    expect(otherResponse.id).not.toBe(firstResponse.id)
    expect(otherResponse.user.id).toBe(people.ruiz)
  })

  it('is executed again after 24 hours', async () => {
    const first = await (await sendMessage('Hello.')).json()
    school.advance(24 * hour)
    token = await school.signIn('albrecht')
    expect((await (await sendMessage('Hello.')).json()).id).toBe(first.id)
    school.advance(1)
    expect((await (await sendMessage('Hello.')).json()).id).not.toBe(first.id)
  })

  it('is not announced to other users again', async () => {
    const version = async () =>
      (await school.db.selectFrom('chats').select('version').where('id', '=', talk).executeTakeFirstOrThrow())
        .version
    await sendMessage('Hello.')
    const before = await version()
    await sendMessage('Hello.')
    expect(await version()).toBe(before)
  })

  it('is answered although its response was lost with the process', async () => {
    const first = await sendMessage('Hello.')
    await first.body?.cancel()
    const next = school.createSecond()
    const repeated = await next('POST', `/api/v2/chats/${talk}/messages`, {
      token,
      body: { text: 'Hello.' },
      headers: { 'Idempotency-Key': key },
    })
    const row = await school.db.selectFrom('messages').select('id').where('text', '=', 'Hello.').execute()
    expect(row).toEqual([{ id: (await repeated.json()).id }])
  })

  it('repeats an upload after the quota or the permission has changed', async () => {
    const first = await (await upload('The plan.', {}, `file.${smallFiles.sheet}`)).text()
    await school.db.deleteFrom('permissions').where('resource_field', '=', 'file_id').execute()
    await school.db.deleteFrom('memberships').execute()
    expect(await (await upload('The plan.', {}, `file.${smallFiles.sheet}`)).text()).toBe(first)
  })

  it('repeats the secret of a token only to the sender of the key', async () => {
    const create = () =>
      school.send('POST', '/api/v2/personal_access_tokens', {
        basic: `albrecht:${smallSchool.password}`,
        body: { name: 'Calendar', scopes: ['me'] },
        headers: { 'Idempotency-Key': key },
      })
    const first = await (await create()).json()
    expect(await (await create()).json()).toEqual(first)
    const { response } = await school.db
      .selectFrom('idempotency_keys')
      .select('response')
      .executeTakeFirstOrThrow()
    expect(new TextDecoder('latin1').decode(response ?? undefined)).not.toContain(first.token)
  })
})

describe('a key', () => {
  it('is refused with 422 for another body, another path and another file', async () => {
    expect((await sendMessage('Hello.')).status).toBe(200)
    // One after the other: the key of a running request is refused with 409.
    const otherWrites = [
      () => sendMessage('Good morning.'),
      () => post('/chats', { name: 'Trip' }),
      () => upload('The plan.'),
    ]
    for (const send of otherWrites) {
      const response = await send()
      expect(response.status).toBe(422)
      expect((await response.json()).error.name).toBe('idempotency_key_reused')
    }
    expect((await upload('The plan.', { key: otherKey })).status).toBe(200)
    expect((await upload('Other plan', { key: otherKey })).status).toBe(422)
  })

  it.each(['', '""', '"a', '"ä"', 'a b', `"${'a'.repeat(256)}"`])(
    'is refused with 400 if malformed: %s',
    async header => {
      const response = await school.service.fetch(messageRequest(header))
      expect(response.status).toBe(400)
      expect((await response.json()).error.name).toBe('idempotency_key_malformed')
    },
  )

  it('may be a token without quotes, which is the same key', async () => {
    const first = await sendMessage('Hello.')
    const repeated = await sendMessage('Hello.', { key: key.slice(1, -1) })
    expect(await repeated.text()).toBe(await first.text())
    expect(repeated.headers.get('Idempotency-Key')).toBe(key.slice(1, -1))
  })

  it('is not used up by a refused request', async () => {
    expect((await sendMessage('')).status).toBe(422)
    expect((await sendMessage('Hello.', { token: await school.signIn('weber') })).status).toBe(404)
    expect((await post('/documents', { text: '' })).status).toBe(415)
    expect((await sendMessage('Hello.')).status).toBe(200)
  })

  it('is not used up by a request whose transaction fails', async () => {
    const restoreUpdates = await failUpdates('chats')
    await expect(sendMessage('Hello.')).rejects.toThrow()
    expect(await count('idempotency_keys')).toBe(0)
    await restoreUpdates()
    expect((await sendMessage('Hello.')).status).toBe(200)
  })

  it('undoes the write if the response can’t be stored', async () => {
    const before = await count('messages')
    const restoreUpdates = await failUpdates('idempotency_keys')
    await expect(sendMessage('Hello.')).rejects.toThrow()
    expect([await count('idempotency_keys'), await count('messages')]).toEqual([0, before])
    await restoreUpdates()
  })

  it('executes one of several concurrent requests, also at two processes', async () => {
    const before = await count('messages')
    const second = school.createSecond()
    const atSecond = () =>
      second('POST', `/api/v2/chats/${talk}/messages`, {
        token,
        body: { text: 'Hello.' },
        headers: { 'Idempotency-Key': key },
      })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? sendMessage('Hello.') : atSecond())),
    )
    expect(await count('messages')).toBe(before + 1)
    for (const response of responses) {
      expect([200, 409]).toContain(response.status)
      if (response.status !== 409) continue
      expect((await response.json()).error.name).toBe('idempotency_key_in_use')
      expect(response.headers.get('Retry-After')).toBe('1')
    }
    expect((await sendMessage('Hello.')).status).toBe(200)
  })

  it.runIf(onPostgres)('is refused with 409 while its first request is running', async () => {
    const sendTwice = async () => {
      const newKey = `"${randomUuid()}"`
      const both = await Promise.all([
        school.serviceWithoutFaults.fetch(messageRequest(newKey)),
        school.serviceWithoutFaults.fetch(messageRequest(newKey)),
      ])
      return both.map(({ status }) => status).toSorted()
    }
    // On a busy computer, the first request may end before the second one uses the key.
    await expect.poll(sendTwice).toEqual([200, 409])
  })
})
