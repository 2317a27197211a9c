import { afterEach, describe, expect, it } from 'vitest'
import { ProblemBody } from '../contract/session.ts'
import { smallSchool } from '../testing/sampleSchool.ts'
import { describeError, readToken, signInFlow } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'

let school: TestService
afterEach(() => school.close())
const open = async (options?: Parameters<typeof testService>[0]) => {
  school = await testService(options)
  return school.signIn('albrecht')
}
const path = '/api/v2/permissions'

describe('every response', () => {
  it('has no-store, nosniff, its content type and the rate limit headers', async () => {
    const token = await open()
    const responses = [
      await school.send('GET', '/api/v2/me', { token }),
      await school.send('GET', '/api/v2/me'),
      await school.send('GET', '/nowhere'),
      await school.send('PATCH', '/api/v2/me'),
    ]
    expect(responses.map(response => response.status)).toEqual([200, 401, 404, 405])
    for (const { headers } of responses) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('x-ratelimit-limit')).not.toBeNull()
    }
  })

  it('to an internal error is a 500 error body without details', async () => {
    const reported: unknown[] = []
    const token = await open({ report: error => reported.push(error) })
    await school.db.schema.dropTable('permissions').execute()
    const response = await school.send('GET', `${path}?lesson_id=1`, { token })
    expect(ProblemBody.parse(await response.clone().json()).error.message).not.toContain('permissions')
    expect(await describeError(response)).toBe('500 internal')
    expect(reported.map(String)).toEqual([
      expect.stringMatching(/no such table: permissions|permissions" does not exist/),
    ])
  })
})

describe('paths and methods', () => {
  it('return 404 for unknown paths, and 405 with Allow for other methods', async () => {
    const token = await open()
    for (const unknown of [
      '/',
      '/api/v2',
      '/api/v2/',
      '/api/v2/nothing',
      '/api/v3/me',
      '/api/v2/me/',
      '/api/v2//me',
    ]) {
      expect(await describeError(await school.send('GET', unknown, { token })), unknown).toBe('404 not_found')
    }
    const allow = async (method: string, to: string) => {
      const response = await school.send(method, to, { token })
      expect(await describeError(response)).toBe('405 method_not_allowed')
      return response.headers.get('allow')
    }
    expect(await allow('DELETE', path)).toBe('GET, POST, HEAD')
    expect(await allow('OPTIONS', `${path}/1`)).toBe('GET, PUT, DELETE, HEAD')
    expect(await allow('GET', '/api/v2/oauth2/token')).toBe('POST')
    const head = await school.send('HEAD', '/api/v2/me', { token })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('return 404 for invalid IDs', async () => {
    const token = await open()
    for (const id of [
      'x',
      '-1',
      '1.0',
      '+1',
      '1e1',
      '0x1',
      '%31%00',
      '2147483648',
      '9'.repeat(30),
      '%',
      '%zz',
    ]) {
      expect((await school.send('GET', `${path}/${id}`, { token })).status, id).toBe(404)
    }
  })

  it('return 404 for assumed endpoints with documentedOnly', async () => {
    const token = await open({ documentedOnly: true })
    const statusOf = async (method: string, to: string) => (await school.send(method, to, { token })).status
    expect(await statusOf('GET', '/api/v2/me')).toBe(200)
    expect(await statusOf('GET', `${path}?lesson_id=1`)).toBe(200)
    for (const assumed of [
      '/me/courses/memberships',
      '/courses/1',
      '/courses/1/members',
      '/me/access_token',
    ]) {
      expect(await statusOf('GET', `/api/v2${assumed}`), assumed).toBe(404)
    }
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await statusOf(method, '/api/v2/personal_access_tokens'), method).toBe(404)
    }
    const flow = signInFlow(school)
    expect((await flow.signIn()).token_type, 'signing in stays').toBe('Bearer')
  })
})

describe('the request body', () => {
  const post = (token: string, type: string | undefined, body: BodyInit) => {
    const headers = { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) }
    const address = `https://school.example${path}`
    // A stream as body needs `duplex`, which the fetch types lack.
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return school.service.fetch(new Request(address, init))
  }
  const validBody = JSON.stringify({ resource_ids: { lesson_id: 1 }, target_ids: { user_id: 4 } })

  it('must be valid JSON with a JSON content type', async () => {
    const token = await open()
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      expect((await post(token, type, validBody)).status, type).toBe(200)
    }
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(await describeError(await post(token, type, validBody)), type).toBe('415 unsupported_media_type')
    }
    for (const text of ['', '{', 'null x', '{"a":1}}', '<p>']) {
      expect(await describeError(await post(token, 'application/json', text)), text).toBe('400 malformed')
    }
    for (const text of ['null', '[]', '7', '"x"', '{}']) {
      expect(await describeError(await post(token, 'application/json', text)), text).toBe('422 invalid')
    }
  })

  it('is at most 1 MB, with or without Content-Length', async () => {
    const token = await open()
    const padded = (size: number) => validBody.padEnd(size, ' ')
    expect((await post(token, 'application/json', padded(1_000_000))).status).toBe(200)
    expect(await describeError(await post(token, 'application/json', padded(1_000_001)))).toBe(
      '413 too_large',
    )
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)))
      },
    })
    expect(await describeError(await post(token, 'application/json', endless))).toBe('413 too_large')
    expect(sent).toBeLessThan(20)
  })
})

describe('the access token', () => {
  it.each([
    ['no token', undefined],
    ['garbage', 'Bearer garbage'],
    ['no value after the scheme', 'Bearer'],
    ['two tokens', 'Bearer a b'],
    ['an invalid character', 'Bearer \u00fc'],
  ])('is refused: %s', async (_what, authorization) => {
    await open()
    const response = await school.send('GET', '/api/v2/me', {
      headers: authorization ? { authorization } : {},
    })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await describeError(response)).toBe('401 unauthorized')
  })

  it('requires the scheme Bearer, in any case', async () => {
    const token = await open()
    const status = async (authorization: string) =>
      (await school.send('GET', '/api/v2/me', { headers: { authorization } })).status
    expect(await status(`bearer ${token}`)).toBe(200)
    expect(await status(`token ${token}`)).toBe(401)
    expect(await status(token)).toBe(401)
  })

  it('is refused with invalid_token after it expired', async () => {
    const token = await open()
    school.advance(3_600_000)
    const response = await school.send('GET', '/api/v2/me', { token })
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await describeError(response)).toBe('401 unauthorized')
  })
})

describe('the rate limit', () => {
  it('allows 300 requests a minute per IP address', async () => {
    const token = await open({ rateLimit: 300 })
    const requestsByKind = [
      () => school.send('GET', '/api/v2/me', { token }),
      () => school.send('GET', '/api/v2/me'),
      () => school.send('GET', '/nowhere'),
      () => school.send('POST', '/api/v2/oauth2/token', { body: {} }),
    ]
    const reset = String(school.clock() / 1000 + 60)
    for (let count = 1; count <= 300; count += 1) {
      const response = await requestsByKind[count % requestsByKind.length]?.()
      expect(response?.status).not.toBe(429)
      expect(response?.headers.get('x-ratelimit-limit')).toBe('300')
      expect(response?.headers.get('x-ratelimit-remaining')).toBe(String(300 - count))
      expect(response?.headers.get('x-ratelimit-reset')).toBe(reset)
    }
    school.advance(20_500)
    for (const kind of requestsByKind) {
      const response = await kind()
      expect(response.headers.get('retry-after')).toBe('40')
      expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
      expect(response.headers.get('x-ratelimit-reset')).toBe(reset)
      expect(await describeError(response)).toBe('429 too_many_requests')
    }
    const otherAddress = await school.send('GET', '/api/v2/me', { token, address: '192.0.2.2' })
    expect(otherAddress.status).toBe(200)
    school.advance(39_500)
    expect((await school.send('GET', '/api/v2/me', { token })).status).toBe(200)
  })
})

describe('hostile request values', () => {
  it('reach the database as parameters only', async () => {
    await open()
    const flow = signInFlow(school)
    const hostileText = `x' OR '1'='1' -- "; DROP TABLE users; --`
    for (const changes of [{ login: hostileText }, { password: hostileText }]) {
      await expect(flow.authorize(changes)).rejects.toThrow('422')
    }
    expect(await describeError(await flow.exchange(hostileText))).toBe('400 invalid_grant')
    const code = await flow.code({ state: hostileText, scopes: hostileText })
    await readToken(await flow.exchange(code))
    expect((await school.db.selectFrom('users').select('id').execute()).length).toBe(
      Object.keys(smallSchool.people).length,
    )
  })
})
