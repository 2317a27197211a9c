import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { gracePeriodMs } from '../service/auth/refresh.ts'
import {
  appOrigin,
  errorResponse,
  type TestGateway,
  testGateway,
  tokenResponse,
} from '../testing/testGateway.ts'

const refreshes = ({ upstreamRequests }: TestGateway) =>
  upstreamRequests.filter(firstSession => firstSession.body.includes('"refresh_token"'))
const refresh = (on: TestGateway, id: string, generation?: number) =>
  on.call('POST', '/session/refresh', { id, body: { generation } })

it('sends one refresh for 20 concurrent calls', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  const all = await Promise.all(Array.from({ length: 20 }, () => refresh(test, id, 1)))
  for (const { response } of all)
    expect(await response.json()).toMatchObject({ signed_in: true, generation: 2 })
  expect(refreshes(test)).toHaveLength(1)
})

it('sends one refresh from several processes on one database', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  const gateways = [test.gateway, test.createSecond(), test.createSecond()]
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

it('returns the current generation to an outdated page', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await refresh(test, id, 1)
  const lateGateway = await refresh(test, id, 1)
  expect(await lateGateway.response.json()).toMatchObject({ generation: 2 })
  expect(refreshes(test)).toHaveLength(1)
})

it('stores new tokens before it responds', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.responses.token = () => tokenResponse(2, { refresh_token: undefined })
  await refresh(test, id, 1)
  await refresh(test, id, 2)
  expect(refreshes(test).map(firstSession => JSON.parse(firstSession.body).refresh_token)).toEqual([
    'refresh-1',
    'refresh-1',
  ])
  await test.call('GET', '/api/v2/me', { id })
  expect(test.upstreamRequests.at(-1)?.headers.get('Authorization')).toBe('Bearer access-2')
})

describe('a failed refresh that does not invalidate the grant', () => {
  it.each([
    ['a server error', () => new Response('', { status: 503 }), 503],
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 503],
    ['HTML', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 502],
    ['truncated JSON', () => new Response('{"access_token":'), 502],
    ['another shape', () => Response.json({ token: 1 }), 502],
    ['429', () => new Response('', { status: 429, headers: { 'Retry-After': '9' } }), 429],
    ['invalid client credentials', () => errorResponse(400, 'invalid_client'), 500],
  ])('keeps the session: %s', async (_what, token, status) => {
    const test = await testGateway()
    const id = await test.signIn()
    test.responses.token = token
    const { response, session } = await refresh(test, id, 1)
    expect(response.status).toBe(status)
    if (status === 429) expect(response.headers.get('Retry-After')).toBe('9')
    expect(session).toBeUndefined()
    test.responses.token = () => tokenResponse(5)
    expect(await (await refresh(test, id, 1)).response.json()).toMatchObject({
      signed_in: true,
      generation: 2,
    })
  })

  it('keeps the session if the service times out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const test = await testGateway()
    const id = await test.signIn()
    const requested = Promise.withResolvers<void>()
    test.responses.token = () => {
      requested.resolve()
      return new Promise<Response>(() => undefined)
    }
    const renewal = refresh(test, id, 1)
    await requested.promise
    vi.advanceTimersByTime(30_000)
    expect((await renewal).response.status).toBe(504)
    test.responses.token = () => tokenResponse(5)
    expect((await refresh(test, id, 1)).response.status).toBe(200)
  })
})

it('ends the session on invalid_grant', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.responses.token = () => errorResponse(400, 'invalid_grant')
  const { response } = await refresh(test, id, 1)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { name: 'signed_out' } })
  expect((await test.call('GET', '/api/v2/me', { id })).response.status).toBe(401)
})

it('uses the tokens of another process after invalid_grant', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.responses.token = async () => {
    await test.db.updateTable('sessions').set({ generation: 2, refreshing_until: null }).execute()
    return errorResponse(400, 'invalid_grant')
  }
  expect(await (await refresh(test, id, 1)).response.json()).toMatchObject({ signed_in: true, generation: 2 })
})

it('a refresh in flight at sign-out does not restore the session', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  test.responses.token = async () => {
    await test.call('DELETE', '/session', { id })
    return tokenResponse(2)
  }
  expect((await refresh(test, id, 1)).response.status).toBe(401)
  expect(await test.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('takes over the refresh lock of a process that died', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await test.db.updateTable('sessions').set({ refreshing_until: '2026-11-18T09:20:30.000Z' }).execute()
  test.advance(31_000)
  expect(await (await refresh(test, id, 1)).response.json()).toMatchObject({ generation: 2 })
})

it('takes over a refresh lock from before the clock was set back', async () => {
  const test = await testGateway()
  const id = await test.signIn()
  await test.db.updateTable('sessions').set({ refreshing_until: '2026-11-19T09:20:30.000Z' }).execute()
  expect(await (await refresh(test, id, 1)).response.json()).toMatchObject({ generation: 2 })
})

describe('a lost refresh response', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  it("times out within a third of the token's grace period", async () => {
    const test = await testGateway()
    const id = await test.signIn()
    const requested = Promise.withResolvers<void>()
    test.responses.token = () => {
      requested.resolve()
      return new Promise<Response>(() => undefined)
    }
    const renewal = refresh(test, id, 1)
    await requested.promise
    vi.advanceTimersByTime(gracePeriodMs / 3)
    expect((await renewal).response.status).toBe(504)
  })
})
