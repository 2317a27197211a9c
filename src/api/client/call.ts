import type { z } from 'zod/mini'
import { type Answer, type Endpoint, type Input, type Output, paramNames } from '../../contract/endpoint.ts'
import { writeIdHeader } from '../../contract/events.ts'
import { formatIdempotencyKey, idempotencyHeader, takesIdempotencyKey } from '../../contract/idempotency.ts'
import { InvalidResponse, parseResponse, parseResponseStream } from '../../contract/parseResponse.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { ApiError, errorOf } from './ApiError.ts'
import type { KeySupport } from './keySupport.ts'
import type { Lacking } from './lacking.ts'
import type { OwnWrites } from './ownWrites.ts'
import type { Priority, RateLimit } from './rateLimit.ts'
import { nextRequestNumber, readTag, responseInfoOf, setResponseInfo } from './responseInfo.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Priority in the rate limit, by default `user`. */
  priority?: Priority
  as?: Credentials
  /** Time limit of the request, in ms. */
  timeout?: number
  /** Cached data of a GET. If the service answers 304, this object is returned. */
  cached?: unknown
  /** The `Idempotency-Key` of a write: the same one if it is sent again. By default a new one. */
  key?: string | undefined
  /** Called right before the request is sent. If it rejects, nothing is sent and the error is passed on. */
  leaving?: () => Promise<void>
}

/**
 * Validates the input, waits for the rate limit, sends the request and validates the response. Throws `ApiError` or the
 * abort reason.
 */
export type Call = {
  <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>
  (endpoint: Endpoint, input: object, options?: CallOptions): Promise<unknown>
}

type Needs = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  rateLimit: RateLimit
  lacking: Lacking
  keySupport: KeySupport
  ownWrites: OwnWrites
  clock: () => number
}

const second = 1000
const timeoutOf = (endpoint: Endpoint) => {
  if (endpoint.encoding === 'multipart') return 600 * second
  if (endpoint.answer.kind === 'bytes') return 120 * second
  return endpoint.method === 'GET' ? 20 * second : 30 * second
}

export function createCall({ fetch, rateLimit, lacking, keySupport, ownWrites, clock }: Needs): Call {
  return async <E extends Endpoint>(endpoint: E, input: Input<E> | object, options: CallOptions = {}) => {
    const { signal, priority = 'user', as } = options
    const isRead = endpoint.method === 'GET'
    const tag = isRead ? responseInfoOf(options.cached)?.tag : undefined
    const { path, init } = buildRequest(endpoint, input, { as, tag, key: options.key })
    const missing = lacking.status(endpoint, path)
    if (missing !== undefined) throw new ApiError('unsupported', { endpoint, status: missing })
    await rateLimit.acquire(priority, signal)
    await options.leaving?.()
    // Start the timeout here: time spent waiting for the rate limit must not count as network time.
    const impatience = new AbortController()
    const timer = setTimeout(
      () => impatience.abort(new DOMException('no answer in time', 'TimeoutError')),
      options.timeout ?? timeoutOf(endpoint),
    )
    const stops = signal ? AbortSignal.any([signal, impatience.signal]) : impatience.signal
    let response: Response | undefined
    const ownWrite = isRead ? undefined : ownWrites.begin()
    let isDone = false
    try {
      const request = { requestedAt: clock(), requestNumber: nextRequestNumber() }
      const headers = { ...init.headers, ...(ownWrite && { [writeIdHeader]: ownWrite.id }) }
      response = await fetch(path, { ...init, headers, signal: stops })
      rateLimit.update(response)
      lacking.learn(endpoint, path, response.status)
      keySupport.learn(response)
      const isSame = response.status === 304 && tag !== undefined
      if (!response.ok && !isSame) throw await errorOf(endpoint, response, clock(), as !== undefined)
      const answer = isSame ? options.cached : await readBody(endpoint, response)
      const newTag = readTag(response.headers.get('ETag')) ?? (isSame ? tag : undefined)
      if (isRead) setResponseInfo(answer, { ...request, ...(newTag !== undefined && { tag: newTag }) })
      isDone = true
      return answer
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      signal?.throwIfAborted()
      // Aborted internally, by a sign-out. There is no error to show.
      if (isAbort(cause) && !impatience.signal.aborted) throw cause
      throw new ApiError('offline', { endpoint, cause: impatience.signal.reason ?? cause })
    } finally {
      clearTimeout(timer)
      ownWrite?.end(isDone)
    }
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function readBody<E extends Endpoint>(endpoint: E, response: Response): Promise<Output<E>> {
  const { answer } = endpoint
  try {
    if (answer.kind === 'nothing') {
      await response.body?.cancel()
      return parseResponse(answer, undefined) as Output<E>
    }
    if (answer.kind === 'bytes') return parseResponse(answer, await response.blob()) as Output<E>
    if (answer.kind === 'stream') return parseResponse(answer, streamOf(response)) as Output<E>
    return (await parseResponseStream(answer, textOf(response))) as Output<E>
  } catch (cause) {
    // Other errors concern the connection: it broke off or was aborted.
    if (!(cause instanceof InvalidResponse || cause instanceof SyntaxError)) throw cause
    throw new ApiError('offContract', { endpoint, status: response.status, cause })
  }
}

/**
 * Returns the event stream. Throws `InvalidResponse` for another type, e.g. the page of a proxy, which would end soon
 * and contain no events.
 */
function streamOf({ headers, body }: Response) {
  if (headers.get('Content-Type')?.startsWith('text/event-stream')) return body
  throw new InvalidResponse('expected server-sent events')
}

async function* textOf({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield decoder.decode(read.value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    // Releases the connection if the caller stops early.
    reader.cancel().catch(() => undefined)
  }
}

const accepted: { [Kind in Answer['kind']]?: string } = { bytes: '*/*', stream: 'text/event-stream' }

export type Credentials = { login: string; password: string }

export type RequestExtras = {
  as?: Credentials | undefined
  tag?: string | undefined
  key?: string | undefined
}

/**
 * Builds the request. The body is sent as its schema returns it. The query is sent unchanged, because its schema
 * describes how the service parses text. Throws `ApiError` `invalid`, or `notFound` if an ID of the path is not valid.
 */
export function buildRequest(
  endpoint: Endpoint,
  input: object,
  { as, tag, key }: RequestExtras = {},
): { path: string; init: RequestInit } {
  const given = new Map(Object.entries(input))
  const headers: Record<string, string> = { Accept: accepted[endpoint.answer.kind] ?? 'application/json' }
  if (tag !== undefined) headers['If-None-Match'] = tag
  if (takesIdempotencyKey(endpoint)) headers[idempotencyHeader] = formatIdempotencyKey(key ?? randomUuid())
  if (as) headers.Authorization = `Basic ${base64(`${as.login}:${as.password}`)}`
  const init: RequestInit = { method: endpoint.method, headers }
  // A deletion must arrive even if the user leaves the page at the same moment.
  if (endpoint.method === 'DELETE') init.keepalive = true
  if (endpoint.body) {
    const body = checked(endpoint, endpoint.body, given.get('body'))
    if (endpoint.encoding === 'multipart') init.body = form(body)
    else {
      headers['Content-Type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
  }
  return { path: endpoint.base + pathOf(endpoint, given) + searchOf(endpoint, given), init }
}

function pathOf(endpoint: Endpoint, given: Map<string, unknown>): string {
  let path = endpoint.path
  for (const name of paramNames(endpoint.path)) {
    const id = given.get(name)
    // An ID from the address bar may be anything. Only integers become part of a path.
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw new ApiError('notFound', { endpoint, cause: new TypeError(`${name} is no id`) })
    }
    path = path.replace(`:${name}`, String(id))
  }
  return path
}

function searchOf(endpoint: Endpoint, given: Map<string, unknown>): string {
  if (!endpoint.query) return ''
  const names = Object.keys(endpoint.query.shape).filter(name => given.get(name) !== undefined)
  checked(endpoint, endpoint.query, Object.fromEntries(names.map(name => [name, given.get(name)])))
  const search = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

function checked(endpoint: Endpoint, schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.map(String).join('.')] ??= message
  throw new ApiError('invalid', { endpoint, fields, cause: result.error })
}

function form(body: unknown): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) data.append(name, value)
    else if (value !== undefined && value !== null) data.append(name, String(value))
  }
  return data
}

// RFC 7617 requires UTF-8, but btoa accepts only Latin-1.
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The call of a query or write, stored in its `meta` by `query()` and `write()`. */
export type CallMeta = { endpoint: Endpoint; input: object; every?: number; priority?: 'background' }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/**
 * Reads the call from `meta`. Throws a `TypeError` for queries that were created in another way. They need their own
 * function.
 */
export function callOf(meta: Record<string, unknown> | undefined): CallMeta {
  const { endpoint, input, every, priority } = meta ?? {}
  if (!isEndpoint(endpoint)) throw new TypeError('made without query() or write(), and without a function')
  return {
    endpoint,
    input: typeof input === 'object' && input !== null ? input : {},
    ...(typeof every === 'number' ? { every } : {}),
    ...(priority === 'background' ? { priority } : {}),
  }
}
