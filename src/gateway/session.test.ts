import { expect, it, onTestFinished, vi } from 'vitest'
import { activityHeader } from '../contract/session.ts'
import { errorResponse, settings, testGateway, tokenResponse } from '../testing/testGateway.ts'

it('POST /session exchanges the code once and returns no tokens', async () => {
  const { call, upstreamRequests } = await testGateway()
  const { response, session } = await call('POST', '/session', {
    body: { code: 'the-code', state: 'the-state' },
  })
  const text = await response.text()
  expect(JSON.parse(text)).toEqual({
    signed_in: true,
    expires_in: 3600,
    generation: 1,
    user: { id: 7, name: 'Jana Albrecht' },
    draft_key: expect.stringMatching(/^[\w-]{43}$/),
    settings,
  })
  expect(text).not.toMatch(/access-1|refresh-1|the-secret/)
  expect(upstreamRequests.map(one => `${one.method} ${one.path}`)).toEqual([
    'POST /api/v2/oauth2/token',
    'GET /api/v2/me',
  ])
  expect(JSON.parse(upstreamRequests[0]?.body ?? '')).toEqual({
    client_id: 'staffroom',
    client_secret: 'the-secret',
    grant_type: 'authorization_code',
    code: 'the-code',
    state: 'the-state',
    redirect_uri: settings.redirect_uri,
  })
  expect(session?.id).toMatch(/^[\w-]{43}$/)
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

it.each([
  ['of two users', [{ user_id: 9 }, { user_id: 9 }, { user_id: 4 }]],
  ['with a row that names no user', [{ user_id: 9 }, { course_id: 2 }]],
])('takes no user ID from memberships %s', async (_what, rows) => {
  const { call, upstreamRequests, responses } = await testGateway()
  responses.api = () =>
    upstreamRequests.at(-1)?.path === '/api/v2/me' ? errorResponse(404, 'not_found') : Response.json(rows)
  const { response, session } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(await response.json()).toMatchObject({ error: { name: 'profile_missing' } })
  expect(session).toBeUndefined()
})

it('signs in a user whose profile has only an ID', async () => {
  const { call, responses } = await testGateway()
  responses.api = () => Response.json({ id: 9, name: null, badges: 'none' })
  const { response } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(await response.json()).toMatchObject({ signed_in: true, user: { id: 9 } })
})

it('returns profile_missing if no endpoint identifies the user', async () => {
  const { call, responses } = await testGateway()
  responses.api = () => errorResponse(404, 'not_found')
  const { response, session } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ error: { name: 'profile_missing' } })
  expect(session).toBeUndefined()
})

it('stores neither the session ID nor tokens as plain text', async () => {
  const { db, signIn } = await testGateway()
  const id = await signIn()
  const text = JSON.stringify(await db.selectFrom('sessions').selectAll().execute())
  expect(text).toContain('Jana')
  expect(text).not.toContain(id)
  expect(text).not.toMatch(/access-1|refresh-1/)
})

it('removes NUL characters from the stored name', async () => {
  const { call, responses } = await testGateway()
  responses.api = () => Response.json({ id: 7, name: 'Jana\0 Albrecht' })
  const { response } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect([response.status, (await response.json()).user]).toEqual([200, { id: 7, name: 'Jana Albrecht' }])
})

it('creates a new session ID at every sign-in', async () => {
  const { call, signIn } = await testGateway()
  const old = await signIn()
  const { session } = await call('POST', '/session', { id: old, body: { code: 'c', state: 's' } })
  expect(session?.id).not.toBe(old)
  expect(await (await call('GET', '/session', { id: old })).response.json()).toMatchObject({
    signed_in: false,
  })
})

it.each([
  ['no code', { state: 's' }, 400, 'malformed'],
  ['no body', undefined, 400, 'malformed'],
])('refuses %s without a request to the service', async (_what, body, status, name) => {
  const { call, upstreamRequests } = await testGateway()
  const { response } = await call('POST', '/session', { body })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { name } })
  expect(upstreamRequests).toEqual([])
})

it.each([
  ['POST', '/session', { code: 'c', state: 's' }],
  ['POST', '/session/refresh', { generation: 1 }],
  ['POST', '/api/v2/chats', { name: 'Trip' }],
])('refuses a body that is not UTF-8: %s %s', async (method, path, body) => {
  const { call, upstreamRequests, signIn } = await testGateway()
  const id = await signIn()
  const before = upstreamRequests.length
  for (const charset of ['iso-8859-1', '"utf-16"', 'windows-1252; boundary=x']) {
    const headers = { 'Content-Type': `application/json; charset=${charset}` }
    const { response } = await call(method, path, { id, body, headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { name: 'malformed' } })
  }
  expect(upstreamRequests.length).toBe(before)
  const fine = { 'Content-Type': 'application/json; charset="UTF-8"' }
  expect((await call(method, path, { id, body, headers: fine })).response.status).not.toBe(400)
})

it.each([
  ['a used code', () => errorResponse(400, 'invalid_grant'), 400, 'invalid_grant'],
  [
    'a used code in the format of RFC 6749',
    () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    400,
    'invalid_grant',
  ],
  ['a wrong client secret', () => errorResponse(401, 'invalid_client'), 500, 'misconfigured'],
  ['too many calls', () => new Response('', { status: 429, headers: { 'Retry-After': '17' } }), 429, 'busy'],
  ['an HTML page', () => new Response('<html>'), 502, 'bad_gateway'],
  ['a server error', () => new Response('', { status: 500 }), 503, 'unavailable'],
  ['no network', () => Promise.reject(new TypeError('fetch failed')), 503, 'unavailable'],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: 'https://evil.example' } }),
    502,
    'bad_gateway',
  ],
])('reports %s at the token exchange, without a retry', async (_what, token, status, name) => {
  const { call, upstreamRequests, responses } = await testGateway()
  responses.token = token
  const { response, session } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { name, code: status } })
  expect(session).toBeUndefined()
  expect(upstreamRequests).toHaveLength(1)
})

it('creates no session without a user ID, and revokes the tokens', async () => {
  const { call, responses, db, upstreamRequests } = await testGateway()
  for (const api of [
    () => errorResponse(404, 'not_found'),
    () => new Response('<html>'),
    () => Response.json({ name: 'x' }),
  ]) {
    responses.api = api
    const { response, session } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
    expect(response.status).toBe(502)
    expect(session).toBeUndefined()
    expect(upstreamRequests.at(-1)?.path).toBe('/api/v2/oauth2/revoke')
  }
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it.each([0, -5, '3600', null, 1e300, undefined])('treats expires_in %s as 600 s', async expires_in => {
  const { call, responses } = await testGateway()
  responses.token = () => tokenResponse(1, { expires_in })
  const { response } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(await response.json()).toMatchObject({ expires_in: 600 })
})

it('DELETE /session deletes the session and its cookie', async () => {
  const { call, signIn, db } = await testGateway()
  const id = await signIn()
  const { session } = await call('DELETE', '/session', { id })
  expect(session).toEqual({ id: null })
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect((await call('GET', '/api/v2/me', { id })).response.status).toBe(401)
})

it('revokes the tokens at sign-out and at a new sign-in', async () => {
  const { call, signIn, upstreamRequests: sent } = await testGateway()
  const id = await signIn()
  const revoked = () =>
    sent.filter(({ path }) => path === '/api/v2/oauth2/revoke').map(({ body }) => JSON.parse(body))
  const of = (token: string) => ({
    client_id: 'staffroom',
    client_secret: 'the-secret',
    token,
    token_type_hint: 'refresh_token',
  })
  const { session } = await call('POST', '/session', { id, body: { code: 'c', state: 's' } })
  expect(revoked()).toEqual([of('refresh-1')])
  await call('DELETE', '/session', { id: session?.id ?? null })
  expect(revoked()).toEqual([of('refresh-1'), of('refresh-2')])
  await call('DELETE', '/session', { id: session?.id ?? null })
  expect(revoked(), 'a session that is over has nothing left').toHaveLength(2)
})

it.each([
  ['has no such endpoint', () => errorResponse(404, 'not_found')],
  ['returns HTML', () => new Response('<html>', { status: 500 })],
  ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
  ['does not respond', () => new Promise<Response>(() => undefined)],
])('signs out even if the service %s', async (_what, api) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { call, signIn, responses, db } = await testGateway()
  const id = await signIn()
  const requested = Promise.withResolvers<void>()
  responses.api = () => {
    requested.resolve()
    return api()
  }
  const signingOut = call('DELETE', '/session', { id })
  await requested.promise
  vi.advanceTimersByTime(30_000)
  const { response, session } = await signingOut
  expect([response.status, session]).toEqual([200, { id: null }])
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('ends a session 60 minutes after the last user action', async () => {
  const { call, signIn, advance } = await testGateway()
  const minute = 60_000
  const useGateway = { [activityHeader]: '1' }
  const pageRequest = {
    poll: (id: string, headers = {}) => call('GET', '/api/v2/chats', { id, headers }),
    readRequest: (id: string, headers = {}) => call('GET', '/session', { id, headers }),
    refresh: (id: string, headers = {}) => call('POST', '/session/refresh', { id, headers, body: {} }),
    write: (id: string, headers = {}) => call('POST', '/api/v2/chats', { id, headers, body: { name: 'x' } }),
  }
  const isSignedIn = async (id: string) => {
    const { response } = await pageRequest.readRequest(id)
    const { signed_in }: { signed_in: boolean } = await response.json()
    return signed_in
  }
  for (const [name, send] of Object.entries(pageRequest)) {
    const id = await signIn()
    for (let spent = 0; spent < 60; spent += 1) {
      await send(id)
      advance(minute)
    }
    expect([name, await isSignedIn(id)]).toEqual([name, true])
    advance(1)
    expect([name, (await pageRequest.poll(id)).response.status]).toEqual([name, 401])
    expect([name, await isSignedIn(id)]).toEqual([name, false])

    const used = await signIn()
    for (let spent = 0; spent < 300; spent += 50) {
      advance(50 * minute)
      await send(used, useGateway)
    }
    advance(60 * minute)
    expect([name, await isSignedIn(used)]).toEqual([name, true])
  }
})

it('ends every session after 30 days', async () => {
  const { call, signIn, advance } = await testGateway()
  const id = await signIn()
  const isSignedIn = async () => {
    const { response } = await call('GET', '/session', { id, headers: { [activityHeader]: '1' } })
    const { signed_in }: { signed_in: boolean } = await response.json()
    return signed_in
  }
  for (let spent = 0; spent < 30 * 24 * 60; spent += 50) {
    expect(await isSignedIn()).toBe(true)
    advance(50 * 60_000)
  }
  advance(50 * 60_000)
  expect(await isSignedIn()).toBe(false)
})

it('does not decrypt tokens of another session’s row', async () => {
  const { db, call, signIn } = await testGateway()
  const [ownId, otherId] = [await signIn(), await signIn()]
  const rows = await db.selectFrom('sessions').selectAll().execute()
  const [first, last] = rows
  await db
    .updateTable('sessions')
    .set({ tokens: first?.tokens ?? '' })
    .where('id_hash', '=', last?.id_hash ?? '')
    .execute()
  const bodies = await Promise.all(
    [ownId, otherId].map(async id => (await call('GET', '/session', { id })).response.json()),
  )
  expect(bodies.map(body => body.signed_in).sort()).toEqual([false, true])
})
