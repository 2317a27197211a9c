import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heartbeatInterval, missedEvents } from '../../contract/events.ts'
import { type Listener, listenTo } from '../../testing/listenTo.ts'
import { smallChats, smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { onPostgres } from '../../testing/testPostgres.ts'
import { type Send, type TestService, testService } from '../../testing/testService.ts'

// ../invalidates.test.ts checks who receives the events of every write.

const { people } = smallSchool
const { talk } = smallChats
const messages = `/api/v2/chats/${talk}/messages`

let school: TestService
const listeners: Listener[] = []
beforeEach(async () => {
  school = await testService()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const listener of listeners.splice(0)) await listener.close()
  await school.close()
})

async function listen(
  login: string,
  { send = school.send, scopes }: { send?: Send; scopes?: Parameters<TestService['signIn']>[1] } = {},
): Promise<Listener> {
  const listener = await listenTo(send, await school.signIn(login, scopes))
  listeners.push(listener)
  return listener
}

async function write(login: string, path: string, body: unknown, method = 'POST'): Promise<Response> {
  return school.send(method, path, { token: await school.signIn(login), body })
}
const sendMessage = (text: string) => write('albrecht', messages, { text })
const kindsOf = (listener: Listener) => listener.received.map(({ kind }) => kind)

describe('an event', () => {
  it('is sent with its version, to the members of the chat only', async () => {
    const [sommer, weber] = [await listen('sommer'), await listen('weber')]
    const { version } = await (await sendMessage('Hello')).json()
    await expect
      .poll(() => sommer.received)
      .toEqual([
        { kind: 'message', id: talk, version },
        { kind: 'chat', id: talk, version },
      ])
    expect(weber.received).toEqual([])
  })

  it('repeats the ID of its write, if it is valid', async () => {
    const sommer = await listen('sommer')
    const token = await school.signIn('albrecht')
    for (const id of ['page-1', 'x'.repeat(65), 'a b', undefined]) {
      const headers = id === undefined ? {} : { 'X-Write-ID': id }
      await school.send('POST', messages, { token, headers, body: { text: 'Hello' } })
      await expect.poll(() => kindsOf(sommer)).toEqual(['message', 'chat'])
      expect(sommer.received.splice(0).map(({ write_id }) => write_id)).toEqual(
        id === 'page-1' ? [id, id] : [undefined, undefined],
      )
    }
  })

  it('is sent for each of several concurrent changes', async () => {
    const sommer = await listen('sommer')
    const path = `/api/v2/courses/1/homeworks/${smallHomework.maths}`
    const token = await school.signIn('albrecht')
    const changes = Array.from({ length: 5 }, (_, index) => ({ note: `Change ${index}` }))
    await Promise.all(changes.map(body => school.send('PUT', path, { token, body })))
    await sendMessage('The last')
    await expect.poll(() => kindsOf(sommer)).toContain('message')
    expect(kindsOf(sommer).filter(kind => kind === 'homework')).toHaveLength(5)
  })

  it('is not sent for a refused write', async () => {
    const ruiz = await listen('ruiz')
    expect((await write('sommer', messages, { text: 'No' })).status).toBe(403)
    await sendMessage('Yes')
    await expect.poll(() => kindsOf(ruiz)).toEqual(['message', 'chat'])
  })

  it('is sent only to sessions with the scope of its resource', async () => {
    const sommer = await listen('sommer', { scopes: ['chats'] })
    await sendMessage('Hello')
    await expect.poll(() => kindsOf(sommer)).toEqual(['chat'])
  })

  it('about a deleted permission is the last one that its user receives', async () => {
    const [ruiz, albrecht] = [await listen('ruiz'), await listen('albrecht')]
    const grant = await school.db
      .selectFrom('permissions')
      .select('id')
      .where('resource_field', '=', 'chat_id')
      .where('resource_id', '=', talk)
      .where('user_id', '=', people.ruiz)
      .executeTakeFirstOrThrow()
    await write('albrecht', `/api/v2/permissions/${grant.id}`, undefined, 'DELETE')
    await expect.poll(() => kindsOf(ruiz)).toEqual(['permission', 'chat', 'message'])
    await sendMessage('Among us')
    await expect.poll(() => kindsOf(albrecht).slice(-2)).toEqual(['message', 'chat'])
    expect(ruiz.received).toHaveLength(3)
  })

  it('about a read position is sent to that user only', async () => {
    const [sommer, ruiz] = [await listen('sommer'), await listen('ruiz')]
    await write('sommer', `/api/v2/chats/${talk}/read`, { message_id: smallChats.messages.ruizs })
    await expect.poll(() => kindsOf(sommer)).toEqual(['chat'])
    await sendMessage('Hello')
    await expect.poll(() => kindsOf(ruiz)).toEqual(['message', 'chat'])
  })

  it('about submissions is sent to pupil and correctors, about corrections once returned', async () => {
    const [sommer, albrecht, ruiz] = [await listen('sommer'), await listen('albrecht'), await listen('ruiz')]
    await write('sommer', `/api/v2/todos/${smallHomework.maths}/submissions`, { comment: 'Done.' })
    await expect.poll(() => kindsOf(albrecht)).toEqual(['submission'])
    await expect.poll(() => kindsOf(sommer)).toEqual(['submission', 'homework'])
    const correction = new FormData()
    correction.append('related_to', `todo.${smallHomework.maths}.user.${people.sommer}.correction`)
    correction.append('file', new File(['text'], 'a.txt'))
    await write('albrecht', '/api/v2/documents', correction)
    await expect.poll(() => kindsOf(albrecht)).toEqual(['submission', 'submission'])
    expect(sommer.received).toHaveLength(2)
    const returned = `/api/v2/todos/${smallHomework.maths}/submissions/${people.sommer}`
    await write('albrecht', returned, { teacher_correction: 'Good.' })
    await expect.poll(() => kindsOf(sommer)).toEqual(['submission', 'homework', 'submission'])
    await sendMessage('Hello')
    await expect.poll(() => kindsOf(ruiz)).toEqual(['message', 'chat'])
  })
})

describe('an event stream', () => {
  it('starts at once, is not cached, and has the rate limit headers', async () => {
    const { response } = await listen('sommer')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-remaining': expect.any(String),
    })
  })

  it('answers HEAD without a body, and other methods with 405', async () => {
    const token = await school.signIn('sommer')
    const head = await school.send('HEAD', '/api/v2/events', { token })
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
      200,
      'text/event-stream',
      null,
    ])
    const post = await school.send('POST', '/api/v2/events', { token })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('closes when its token is revoked or expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [sommer, ruiz] = [await listen('sommer'), await listen('ruiz', { send: school.createSecond() })]
    const albrecht = await listen('albrecht')
    const revoked_at = new Date(school.clock()).toISOString()
    await school.db
      .updateTable('tokens')
      .set({ revoked_at })
      .where('user_id', 'in', [people.sommer, people.ruiz])
      .execute()
    vi.advanceTimersByTime(heartbeatInterval)
    await expect.poll(() => [sommer.isClosed(), ruiz.isClosed()]).toEqual([true, true])
    expect(albrecht.isClosed()).toBe(false)
    school.advance(3_600_000 - 2 * heartbeatInterval)
    vi.advanceTimersByTime(heartbeatInterval)
    await expect.poll(() => albrecht.isClosed()).toBe(true)
  })

  it('closes with its service, which then answers 503', async () => {
    const sommer = await listenTo(direct, await school.signIn('sommer'))
    school.service.close()
    await expect.poll(() => sommer.isClosed()).toBe(true)
    const response = await direct('GET', '/api/v2/events', { token: await school.signIn('sommer') })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  })
})

/** Sends requests to the first process. `school.send` alternates on PostgreSQL. */
const direct: Send = (method, path, { token, body } = {}) =>
  school.service.fetch(
    new Request(`https://school.example${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { address: '192.0.2.1' },
  )

it('a message reaches the listeners of another process without a timer', async () => {
  const [sommer, token] = [
    await listen('sommer', { send: school.createSecond() }),
    await school.signIn('albrecht'),
  ]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  for (let round = 0; round < 5; round += 1) {
    const sent = await direct('POST', messages, { token, body: { text: `Round ${round}` } })
    const { version } = await sent.json()
    while (!sommer.received.some(event => event.kind === 'message' && event.version === version)) {
      await sommer.nextData()
    }
  }
})

if (onPostgres)
  it('listeners are notified of missed events after the PostgreSQL connection broke', async () => {
    const [sommer, ruiz] = [await listen('sommer'), await listen('ruiz', { send: school.createSecond() })]
    await sendMessage('Before')
    for (const listener of [sommer, ruiz])
      await expect.poll(() => kindsOf(listener)).toEqual(['message', 'chat'])
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'staffroom changes' and datname = current_database()`.execute(school.db)
    expect(ended.rows.length).toBeGreaterThanOrEqual(2)
    for (const listener of [sommer, ruiz])
      await expect.poll(() => listener.received.at(-1)).toEqual(missedEvents)
    await sendMessage('After')
    for (const listener of [sommer, ruiz]) {
      await expect.poll(() => kindsOf(listener).slice(2)).toEqual(['everything', 'message', 'chat'])
    }
  })
