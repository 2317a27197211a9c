import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { bytes, type Endpoint, endpoint, noContent, one, rows } from '../contract/endpoint.ts'
import { lessons } from '../contract/lessons.ts'
import { oauth } from '../contract/oauth.ts'
import { timeline } from '../contract/timeline.ts'
import { ApiError } from './client/ApiError.ts'
import { createCall } from './client/call.ts'
import { createKeySupport } from './client/keySupport.ts'
import { createMissingEndpoints } from './client/missingEndpoints.ts'
import { createOwnWrites } from './client/ownWrites.ts'
import { createRateLimit } from './client/rateLimit.ts'

const Thing = z.looseObject({ id: z.int(), name: z.string() })
const things = {
  list: endpoint('GET /things', '', { resource: 'chat', response: rows(Thing) }),
  get: endpoint('GET /things/:thing_id', '', { resource: 'chat', response: one(Thing) }),
  create: endpoint('POST /things', '', {
    resource: 'chat',
    body: z.object({ name: z.string().check(z.trim(), z.minLength(1)) }),
    response: one(Thing),
  }),
  remove: endpoint('DELETE /things/:thing_id', '', { resource: 'chat', response: noContent }),
  upload: endpoint('POST /things/upload', '', {
    resource: 'chat',
    encoding: 'multipart',
    body: z.object({ related_to: z.string(), file: z.instanceof(Blob) }),
    response: noContent,
  }),
  content: endpoint('GET /things/:thing_id/content', '', { resource: 'chat', response: bytes }),
  vote: endpoint('POST /things/:thing_id/vote', '', {
    resource: 'chat',
    response: noContent,
    assumed: 'for this test',
  }),
}

type Sent = { path: string; init: RequestInit }
let sent: Sent[]
let respond: () => Response | Promise<Response>
const call = createCall({
  fetch: async (path, init = {}) => {
    sent.push({ path, init })
    return respond()
  },
  rateLimit: createRateLimit(),
  missingEndpoints: createMissingEndpoints(),
  keySupport: createKeySupport(),
  ownWrites: createOwnWrites(),
  clock: Date.now,
})

const respondWith = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  respond = () => new Response(text, { status, headers })
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    cause => cause,
  )
  if (!(error instanceof ApiError)) throw error ?? new Error('did not fail')
  return error
}

beforeEach(() => {
  sent = []
  respondWith(200, [])
})

describe('the request', () => {
  it('has IDs in its path, and repeated list parameters in its query', async () => {
    await call(timeline.days, { course_id: 7, show_breaks: [true, false], days_forward: 14 })
    expect(sent[0]?.path).toBe(
      '/api/v2/courses/7/timetable/timeline?show_breaks=true&show_breaks=false&days_forward=14',
    )
    expect(sent[0]?.init.method).toBe('GET')
  })

  it('is not sent with an invalid ID', async () => {
    for (const course_id of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY]) {
      expect((await failure(call(lessons.list, { course_id }))).kind).toBe('notFound')
    }
    expect(sent).toEqual([])
  })

  it('is not sent with an invalid body or query', async () => {
    const error = await failure(call(things.create, { body: { name: '  ' } }))
    expect(error).toMatchObject({ kind: 'invalid', status: undefined })
    expect(Object.keys(error.fields)).toEqual(['name'])
    const query = await failure(call(timeline.days, { course_id: 7, days_forward: -1 }))
    expect(Object.keys(query.fields)).toEqual(['days_forward'])
    expect(sent).toEqual([])
  })

  it('has the parsed body as JSON', async () => {
    respondWith(200, { id: 1, name: 'x' })
    await call(things.create, { body: { name: ' x ' } })
    expect(sent[0]?.init.body).toBe('{"name":"x"}')
    expect(new Headers(sent[0]?.init.headers).get('Content-Type')).toBe('application/json')
  })

  it('has a file as multipart with boundary', async () => {
    respondWith(204)
    await call(things.upload, { body: { related_to: 'file.3', file: new File(['x'], 'ä.txt') } })
    const { body, headers } = sent[0]?.init ?? {}
    expect(body).toBeInstanceOf(FormData)
    if (body instanceof FormData) expect(body.get('file')).toMatchObject({ name: 'ä.txt' })
    expect(new Headers(headers).has('Content-Type')).toBe(false)
  })

  it('has an Idempotency-Key with every write', async () => {
    respondWith(200, { id: 1, name: 'x' })
    const keyOf = (at: number) => new Headers(sent[at]?.init.headers).get('Idempotency-Key')
    await call(things.create, { body: { name: 'x' } })
    await call(things.create, { body: { name: 'x' } })
    await call(things.create, { body: { name: 'x' } }, { key: 'a-key' })
    respondWith(200, [])
    await call(things.list, {})
    expect(keyOf(0)).toMatch(/^"[0-9a-f-]{36}"$/)
    expect(keyOf(1)).toMatch(/^"[0-9a-f-]{36}"$/)
    expect(keyOf(1)).not.toBe(keyOf(0))
    expect([keyOf(2), keyOf(3)]).toEqual(['"a-key"', null])
  })

  it('has login and password in UTF-8 for Basic authentication', async () => {
    await call(oauth.personalTokens, {}, { as: { login: 'jörg', password: 'p:ä' } })
    const text = new Headers(sent[0]?.init.headers).get('Authorization') ?? ''
    expect(Buffer.from(text.replace('Basic ', ''), 'base64').toString()).toBe('jörg:p:ä')
  })
})

describe('the response', () => {
  it('is validated entry by entry', async () => {
    respondWith(200, [{ id: 1, name: 'a', more: true }, { name: 'no id' }, { id: 1, name: 'again' }])
    expect(await call(things.list, {})).toEqual({ rows: [{ id: 1, name: 'a', more: true }], unreadable: 1 })
  })

  it('may have any body if the endpoint returns no data', async () => {
    for (const body of [undefined, '', '{"success":true}', '<p>gone</p>']) {
      respondWith(200, body)
      expect(await call(things.remove, { thing_id: 1 })).toBeUndefined()
    }
    respondWith(204)
    expect(await call(things.remove, { thing_id: 1 })).toBeUndefined()
  })

  it('may be bytes', async () => {
    respondWith(200, 'hello')
    const blob = await call(things.content, { thing_id: 1 })
    expect(await blob.text()).toBe('hello')
  })

  it('is offContract if it is HTML, truncated, of another shape or missing', async () => {
    for (const body of ['<!doctype html>', '[{', '{"id":"x"}', 'null', undefined]) {
      respondWith(200, body)
      expect((await failure(call(things.get, { thing_id: 1 }))).kind).toBe('offContract')
    }
  })
})

describe('an error', () => {
  it.each([
    [400, 'invalid'],
    [401, 'signedOut'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [405, 'offContract'],
    [409, 'conflict'],
    [410, 'notFound'],
    [413, 'tooLarge'],
    [422, 'invalid'],
    [429, 'busy'],
    [500, 'server'],
    [501, 'server'],
    [503, 'server'],
    [507, 'tooLarge'],
  ])('of status %i has the kind %s', async (status, kind) => {
    respondWith(status, {
      error: { name: 'x', message: 'Because.', code: status, fields: { name: 'too long' } },
    })
    // Has its own rate limit, because a 429 delays the next call.
    const own = createCall({
      fetch: async () => respond(),
      rateLimit: createRateLimit(),
      missingEndpoints: createMissingEndpoints(),
      keySupport: createKeySupport(),
      ownWrites: createOwnWrites(),
      clock: Date.now,
    })
    const error = await failure(own(things.get, { thing_id: 1 }))
    expect(error).toMatchObject({ kind, status, serviceMessage: 'Because.', fields: { name: 'too long' } })
    expect(error.endpoint.path).toBe('/things/:thing_id')
  })

  it.each([
    [
      'its challenge',
      { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="chats"' },
      {},
      'chats',
    ],
    ['its name', {}, { error: { name: 'insufficient_scope', message: 'no', code: 403 } }, undefined],
  ])('of a missing scope is detected by %s', async (_by, headers, body, scope) => {
    respond = async () => new Response(JSON.stringify(body), { status: 403, headers })
    expect(await failure(call(things.list, {}))).toMatchObject({ kind: 'noScope', scope })
  })

  it('of a missing assumed endpoint is unsupported', async () => {
    for (const status of [404, 405, 501]) {
      respondWith(status, '<h1>Not found</h1>')
      expect((await failure(call(things.vote, { thing_id: 1 }))).kind).toBe('unsupported')
    }
  })

  it('of status 401 is forbidden for a request with a password', async () => {
    respondWith(401)
    const as = { login: 'x', password: 'y' }
    expect((await failure(call(oauth.personalTokens, {}, { as }))).kind).toBe('forbidden')
    expect((await failure(call(oauth.personalTokens, {}))).kind).toBe('signedOut')
  })

  it('is offline without a response, and an abort is passed on', async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'))
    expect((await failure(call(things.list, {}))).kind).toBe('offline')
    const stop = new AbortController()
    respond = () => {
      stop.abort()
      return Promise.reject(stop.signal.reason)
    }
    await expect(call(things.list, {}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    respond = () => Promise.reject(new DOMException('gone', 'AbortError'))
    await expect(call(things.list, {})).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('has the endpoint, kind and status in its message', async () => {
    respondWith(503)
    const anything: Endpoint = things.get
    expect((await failure(call(anything, { thing_id: 1 }))).message).toBe(
      'GET /things/:thing_id: server (503)',
    )
  })
})
