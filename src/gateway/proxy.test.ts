import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listEndpoints } from '../contract/allEndpoints.ts'
import { pageHeader } from '../contract/session.ts'
import { appOrigin, testGateway } from '../testing/testGateway.ts'

describe('origin check', () => {
  const paths = [
    ['GET', '/session'],
    ['POST', '/session'],
    ['POST', '/session/refresh'],
    ['DELETE', '/session'],
    ['GET', '/api/v2/me'],
    ['GET', '/api/v2/unknown'],
  ]
  it.each(paths)('%s %s is refused with 403 unless a page sends it', async (method, path) => {
    const { gateway, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    upstreamRequests.length = 0
    const from = async (headers: Record<string, string>) =>
      (await gateway.fetch(new Request(appOrigin + path, { method, headers }), { id })).response.status
    expect(await from({})).toBe(403)
    expect(await from({ 'Sec-Fetch-Site': 'same-origin' })).toBe(403)
    expect(await from({ [pageHeader]: '1' })).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await from({ [pageHeader]: '1', 'Sec-Fetch-Site': site, Origin: appOrigin })).toBe(403)
    }
    expect(await from({ [pageHeader]: '1', Origin: 'https://evil.example' })).toBe(403)
    expect(upstreamRequests).toEqual([])
    expect(await from({ [pageHeader]: '1', Origin: appOrigin })).not.toBe(403)
  })
})

describe('requests to the service', () => {
  it('are allowed for all endpoints without secrets or tokens', async () => {
    const { call, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    for (const { endpoint, name } of listEndpoints()) {
      upstreamRequests.length = 0
      const path = (endpoint.base + endpoint.path).replaceAll(/:[a-z_]+/g, '12')
      const headers = endpoint.auth === 'password' ? { Authorization: 'Basic YTpi' } : {}
      const { response, route } = await call(endpoint.method, path, { id, headers })
      if (endpoint.auth === 'none' || name === 'me.accessToken') {
        expect([name, response.status, upstreamRequests.length]).toEqual([name, 404, 0])
      } else {
        expect([name, upstreamRequests[0]?.method, upstreamRequests[0]?.path]).toEqual([
          name,
          endpoint.method,
          path,
        ])
        expect(route).toBe(endpoint.base + endpoint.path)
      }
    }
  })

  it.each([
    '/api/v2/oauth2/token',
    '/api/v2/permissions/../oauth2/token',
    '/api/v2/permissions/12%2f..',
    '/api/v2/permissions/1e3',
    '/api/v2/permissions/-1',
    '/api/v2/permissions/12/',
    '/api/v2//me',
    '/api/v2/ME',
    '/api/v1/me',
    '/api/v2/courses/0/lessons',
  ])('are not sent for %s', async path => {
    const { call, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    upstreamRequests.length = 0
    expect((await call('GET', path, { id })).response.status).toBe(404)
    expect((await call('POST', path, { id, body: {} })).response.status).toBe(404)
    expect(upstreamRequests).toEqual([])
  })

  it('have the token, our client name and only allowed headers', async () => {
    const { call, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    const headers = {
      Cookie: 'a=b',
      Authorization: 'Basic abc',
      'X-Forwarded-For': '1.2.3.4',
      'If-None-Match': '"x"',
      'Idempotency-Key': '"k"',
      'X-Write-ID': 'one',
    }
    await call('GET', '/api/v2/courses/7/timetable/timeline?days_forward=3', { id, headers })
    const sent = upstreamRequests.at(-1)
    expect(sent?.path).toBe('/api/v2/courses/7/timetable/timeline?days_forward=3')
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      authorization: 'Bearer access-1',
      'idempotency-key': '"k"',
      'if-none-match': '"x"',
      'user-agent': 'Staffroom/1.2.3',
      'x-client': 'Staffroom/1.2.3',
      'x-write-id': 'one',
    })
  })

  it('have the typed password if the endpoint requires one', async () => {
    const { call, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    const sendWith = async (headers: Record<string, string>, as: string | null = id) =>
      (await call('POST', '/api/v2/personal_access_tokens', { id: as, body: { name: 'x' }, headers }))
        .response
    expect((await sendWith({ Authorization: 'Basic YTpi' })).status).toBe(200)
    expect(upstreamRequests.at(-1)?.headers.get('Authorization')).toBe('Basic YTpi')
    upstreamRequests.length = 0
    for (const headers of [{}, { Authorization: 'Bearer access-1' }, { Authorization: 'Basic' }]) {
      const refused = await sendWith(headers)
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { error: { name: 'password_needed' } },
      ])
    }
    expect((await sendWith({ Authorization: 'Basic YTpi' }, null)).status, 'signed out').toBe(401)
    expect(upstreamRequests).toEqual([])
  })

  it('have at most 1 MB of JSON, else 413', async () => {
    const { call, upstreamRequests, signIn } = await testGateway()
    const id = await signIn()
    upstreamRequests.length = 0
    const { response } = await call('POST', '/api/v2/chats', { id, body: { name: 'x'.repeat(1_000_001) } })
    expect(response.status).toBe(413)
    expect(upstreamRequests).toEqual([])
  })
})

describe('responses of the service', () => {
  const callApi = async (api: () => Response | Promise<Response>, path = '/api/v2/me') => {
    const { call, signIn, responses } = await testGateway()
    const id = await signIn()
    responses.api = api
    return (await call('GET', path, { id })).response
  }

  it('lose cookies and connection headers, and get a sandbox CSP', async () => {
    const headers = {
      'Content-Type': 'text/html',
      'Set-Cookie': 'a=b',
      'X-RateLimit-Remaining': '12',
      'Retry-After': '3',
      'WWW-Authenticate': 'Basic',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public',
      ETag: '"1"',
      'Idempotency-Key': '"k"',
      'Accept-Idempotency-Key': '?1',
    }
    const response = await callApi(() => new Response('<script>', { status: 429, headers }))
    expect(response.status).toBe(429)
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-idempotency-key': '?1',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'text/html',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"1"',
      'idempotency-key': '"k"',
      'referrer-policy': 'no-referrer',
      'retry-after': '3',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-ratelimit-remaining': '12',
    })
    expect(await response.text()).toBe('<script>')
  })

  it('become attachments if they are documents', async () => {
    const response = await callApi(() => new Response('<svg>'), '/api/v2/documents/3/content')
    expect(response.headers.get('Content-Disposition')).toBe('attachment')
  })

  it.each([204, 304, 401, 403, 404, 500])('keep the status %i', async status => {
    expect((await callApi(() => new Response(null, { status }))).status).toBe(status)
  })

  it('state the missing scope on 403, and no other challenge', async () => {
    const challengeOf = async (path: string, status: number, challenge?: string) => {
      const headers: HeadersInit = challenge ? { 'WWW-Authenticate': challenge } : {}
      return (await callApi(() => new Response(null, { status, headers }), path)).headers.get(
        'WWW-Authenticate',
      )
    }
    const lacks = 'Bearer realm="x", error="insufficient_scope", scope="chats"'
    expect(await challengeOf('/api/v2/chats', 403, lacks)).toBe(lacks)
    expect(await challengeOf('/api/v2/chats', 401, lacks)).toBeNull()
    expect(await challengeOf('/api/v2/me', 403, 'Basic realm="x"')).toBeNull()
    expect(await challengeOf('/api/v2/chats/1/messages', 403)).toBe(
      'Bearer error="insufficient_scope", scope="chats.messages"',
    )
    expect(await challengeOf('/api/v2/me', 403)).toBeNull()
    expect(await challengeOf('/api/v2/courses/7/lessons', 403)).toBeNull()
  })

  it('with a redirect become 502 without Location', async () => {
    for (const status of [301, 302, 307]) {
      const response = await callApi(
        () => new Response(null, { status, headers: { Location: 'https://evil.example' } }),
      )
      expect([response.status, response.headers.get('Location')]).toEqual([502, null])
    }
  })

  it('with a redirect have their body cancelled', async () => {
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream({ cancel: () => cancelled.resolve() })
    await callApi(() => new Response(body, { status: 302, headers: { Location: 'https://evil.example' } }))
    await cancelled.promise
  })

  it('become 503 or 504 if the service is unreachable or slow', async () => {
    expect((await callApi(() => Promise.reject(new TypeError('fetch failed')))).status).toBe(503)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const requested = Promise.withResolvers<void>()
    const slow = callApi(() => {
      requested.resolve()
      return new Promise<Response>(() => undefined)
    })
    await requested.promise
    vi.advanceTimersByTime(30_000)
    const response = await slow
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('too long') } })
  })
})

it('returns 401 signed_out without a session', async () => {
  const { call, upstreamRequests } = await testGateway()
  const { response, session } = await call('GET', '/api/v2/me', { id: 'A'.repeat(43) })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { name: 'signed_out' } })
  // Another tab may be signing in.
  expect(session).toBeUndefined()
  expect(upstreamRequests).toEqual([])
})
