import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { graceMs } from '../service/auth/refresh.ts'
import { appOrigin, refusal, type TestGateway, testGateway, tokenAnswer } from '../testing/testGateway.ts'

const refreshes = ({ seen }: TestGateway) => seen.filter(one => one.body.includes('"refresh_token"'))
const renew = (on: TestGateway, id: string, generation?: number) =>
  on.call('POST', '/session/refresh', { id, body: { generation } })

it('asks the service once for 20 calls at the same time', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  const all = await Promise.all(Array.from({ length: 20 }, () => renew(test, id, 1)))
  for (const { response } of all)
    expect(await response.json()).toMatchObject({ signed_in: true, generation: 2 })
  expect(refreshes(test)).toHaveLength(1)
})

it('asks the service once over two processes on one database', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  const gateways = [test.gateway, test.second(), test.second()]
  const all = await Promise.all(
    gateways.flatMap(gateway =>
      Array.from({ length: 7 }, () => {
        const headers = { [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin' }
        const init = { method: 'POST', headers, body: '{"generation":1}' }
        return gateway.fetch(new Request(`${appOrigin}/session/refresh`, init), { id })
      }),
    ),
  )
  for (const { response } of all) expect(await response.json()).toMatchObject({ generation: 2 })
  expect(refreshes(test)).toHaveLength(1)
})

it('answers a page that is behind without asking the service', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await renew(test, id, 1)
  const late = await renew(test, id, 1)
  expect(await late.response.json()).toMatchObject({ generation: 2 })
  expect(refreshes(test)).toHaveLength(1)
})

it('stores the new tokens before it answers, and keeps the old refresh token where none came', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.answers.token = () => tokenAnswer(2, { refresh_token: undefined })
  await renew(test, id, 1)
  await renew(test, id, 2)
  expect(refreshes(test).map(one => JSON.parse(one.body).refresh_token)).toEqual(['refresh-1', 'refresh-1'])
  await test.call('GET', '/api/v2/me', { id })
  expect(test.seen.at(-1)?.headers.get('Authorization')).toBe('Bearer access-2')
})

describe('what says nothing about the grant', () => {
  it.each([
    ['a fault', () => new Response('', { status: 503 }), 503],
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 503],
    ['HTML', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 502],
    ['half a JSON', () => new Response('{"access_token":'), 502],
    ['another shape', () => Response.json({ token: 1 }), 502],
    ['429', () => new Response('', { status: 429, headers: { 'Retry-After': '9' } }), 429],
    ['a wrong client', () => refusal(400, 'invalid_client'), 500],
  ])('keeps the session: %s', async (_what, token, status) => {
    const test = await testGateway()
    const id = await test.signIn()
    test.answers.token = token
    const { response, session } = await renew(test, id, 1)
    expect(response.status).toBe(status)
    if (status === 429) expect(response.headers.get('Retry-After')).toBe('9')
    expect(session).toBeUndefined()
    test.answers.token = () => tokenAnswer(5)
    expect(await (await renew(test, id, 1)).response.json()).toMatchObject({ signed_in: true, generation: 2 })
  })

  it('keeps the session when the service never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const test = await testGateway()
    const id = await test.signIn()
    const asked = Promise.withResolvers<void>()
    test.answers.token = () => {
      asked.resolve()
      return new Promise<Response>(() => undefined)
    }
    const renewal = renew(test, id, 1)
    await asked.promise
    vi.advanceTimersByTime(30_000)
    expect((await renewal).response.status).toBe(504)
    test.answers.token = () => tokenAnswer(5)
    expect((await renew(test, id, 1)).response.status).toBe(200)
  })
})

it('ends the session at invalid_grant', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.answers.token = () => refusal(400, 'invalid_grant')
  const { response } = await renew(test, id, 1)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { name: 'signed_out' } })
  expect((await test.call('GET', '/api/v2/me', { id })).response.status).toBe(401)
})

it('adopts what another process stored when the service says invalid_grant', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.answers.token = async () => {
    await test.db.updateTable('sessions').set({ generation: 2, refreshing_until: null }).execute()
    return refusal(400, 'invalid_grant')
  }
  expect(await (await renew(test, id, 1)).response.json()).toMatchObject({ signed_in: true, generation: 2 })
})

it('is not brought back by a refresh that was under way at sign-out', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.answers.token = async () => {
    await test.call('DELETE', '/session', { id })
    return tokenAnswer(2)
  }
  expect((await renew(test, id, 1)).response.status).toBe(401)
  expect(await test.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('takes over the lock of a process that died', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await test.db.updateTable('sessions').set({ refreshing_until: '2026-11-18T09:20:30.000Z' }).execute()
  test.advance(31_000)
  expect(await (await renew(test, id, 1)).response.json()).toMatchObject({ generation: 2 })
})

it('takes over such a lock when the clock was set back a day meanwhile', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await test.db.updateTable('sessions').set({ refreshing_until: '2026-11-19T09:20:30.000Z' }).execute()
  expect(await (await renew(test, id, 1)).response.json()).toMatchObject({ generation: 2 })
})

describe('an answer that was lost on the way', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  it('is given up while the used refresh token is still good, twice over', async () => {
    const test = await testGateway()
    const id = await test.signIn()
    const asked = Promise.withResolvers<void>()
    test.answers.token = () => {
      asked.resolve()
      return new Promise<Response>(() => undefined)
    }
    const renewal = renew(test, id, 1)
    await asked.promise
    vi.advanceTimersByTime(graceMs / 3)
    expect((await renewal).response.status).toBe(504)
  })
})
