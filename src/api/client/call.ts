import type { z } from 'zod/mini'
import {
  type Endpoint,
  type Input,
  type Output,
  paramNames,
  type ResponseSpec,
} from '../../contract/endpoint.ts'
import { writeIdHeader } from '../../contract/events.ts'
import { formatIdempotencyKey, idempotencyHeader, usesIdempotencyKey } from '../../contract/idempotency.ts'
import {
  InvalidResponse,
  type OnPartialRows,
  parseResponse,
  parseResponseStream,
} from '../../contract/parseResponse.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { ApiError, createError } from './ApiError.ts'
import type { KeySupport } from './keySupport.ts'
import type { MissingEndpoints } from './missingEndpoints.ts'
import type { OwnWrites } from './ownWrites.ts'
import type { Priority, RateLimit } from './rateLimit.ts'
import { nextRequestNumber, readTag, responseInfoOf, setResponseInfo } from './responseInfo.ts'

export type CallOptions = {
  signal?: AbortSignal
  priority?: Priority
  as?: Credentials
  /** Until the response begins, and between the parts of a JSON response, in ms. */
  timeout?: number
  /** Returned after a 304. */
  cached?: unknown
  /** Receives the rows of a long list while it is loading. */
  onPartialRows?: OnPartialRows | undefined
  /** `Idempotency-Key`. By default a new one. */
  key?: string | undefined
  /** If it rejects, the request is not sent. */
  onBeforeSend?: () => Promise<void>
}

/** Waits for the rate limit. Throws `ApiError` or the abort reason. */
export type Call = {
  <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>
  (endpoint: Endpoint, input: object, options?: CallOptions): Promise<unknown>
}

type CallDependencies = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  rateLimit: RateLimit
  missingEndpoints: MissingEndpoints
  keySupport: KeySupport
  ownWrites: OwnWrites
  clock: () => number
}

const second = 1000
const timeoutOf = (endpoint: Endpoint) => {
  if (endpoint.encoding === 'multipart') return 600 * second
  if (endpoint.response.kind === 'bytes') return 120 * second
  return endpoint.method === 'GET' ? 20 * second : 30 * second
}

export function createCall({
  fetch,
  rateLimit,
  missingEndpoints,
  keySupport,
  ownWrites,
  clock,
}: CallDependencies): Call {
  return async <E extends Endpoint>(endpoint: E, input: Input<E> | object, options: CallOptions = {}) => {
    const { signal, priority = 'user', as } = options
    const isRead = endpoint.method === 'GET'
    const tag = isRead ? responseInfoOf(options.cached)?.tag : undefined
    const { path, init } = buildRequest(endpoint, input, { as, tag, key: options.key })
    const missing = missingEndpoints.getStatus(endpoint, path)
    if (missing !== undefined) throw new ApiError('unsupported', { endpoint, status: missing })
    await rateLimit.acquire(priority, signal)
    await options.onBeforeSend?.()
    // Waiting for the rate limit is not network time.
    const timeoutAbort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => timeoutAbort.abort(new DOMException('no response in time', 'TimeoutError')),
        options.timeout ?? timeoutOf(endpoint),
      )
    }
    restartTimer()
    const combinedSignal = signal ? AbortSignal.any([signal, timeoutAbort.signal]) : timeoutAbort.signal
    let response: Response | undefined
    const ownWrite = isRead ? undefined : ownWrites.begin()
    let isDone = false
    try {
      const request = { requestedAt: clock(), requestNumber: nextRequestNumber() }
      const headers = { ...init.headers, ...(ownWrite && { [writeIdHeader]: ownWrite.id }) }
      response = await fetch(path, { ...init, headers, signal: combinedSignal })
      rateLimit.update(response)
      missingEndpoints.learn(endpoint, path, response.status)
      keySupport.learn(response)
      const isNotModified = response.status === 304 && tag !== undefined
      if (!response.ok && !isNotModified)
        throw await createError(endpoint, response, clock(), as !== undefined)
      // A long list may take longer, as long as parts of it arrive.
      const { onPartialRows } = options
      const data = isNotModified
        ? options.cached
        : await readBody(endpoint, response, { onChunk: restartTimer, onPartialRows })
      const newTag = readTag(response.headers.get('ETag')) ?? (isNotModified ? tag : undefined)
      if (isRead) setResponseInfo(data, { ...request, ...(newTag !== undefined && { tag: newTag }) })
      isDone = true
      return data
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      signal?.throwIfAborted()
      // Aborted by a sign-out: no error to show.
      if (isAbort(cause) && !timeoutAbort.signal.aborted) throw cause
      throw new ApiError('offline', { endpoint, cause: timeoutAbort.signal.reason ?? cause })
    } finally {
      clearTimeout(timer)
      ownWrite?.end(isDone)
    }
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function readBody<E extends Endpoint>(
  endpoint: E,
  response: Response,
  { onChunk, onPartialRows }: { onChunk: () => void; onPartialRows: OnPartialRows | undefined },
): Promise<Output<E>> {
  const { response: spec } = endpoint
  try {
    if (spec.kind === 'nothing') {
      await response.body?.cancel()
      return parseResponse(spec, undefined) as Output<E>
    }
    if (spec.kind === 'bytes') return parseResponse(spec, await response.blob()) as Output<E>
    if (spec.kind === 'stream') return parseResponse(spec, streamOf(response)) as Output<E>
    return (await parseResponseStream(spec, textOf(response, onChunk), onPartialRows)) as Output<E>
  } catch (cause) {
    if (!(cause instanceof InvalidResponse || cause instanceof SyntaxError)) throw cause
    throw new ApiError('offContract', { endpoint, status: response.status, cause })
  }
}

/** Throws `InvalidResponse` for another type, e.g. the page of a proxy. */
function streamOf({ headers, body }: Response) {
  if (headers.get('Content-Type')?.startsWith('text/event-stream')) return body
  throw new InvalidResponse('expected server-sent events')
}

async function* textOf({ body }: Response, onChunk: () => void): AsyncGenerator<string, void> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onChunk()
      yield decoder.decode(read.value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    // Releases the connection if the caller stops early.
    reader.cancel().catch(() => undefined)
  }
}

const acceptHeaders: { [Kind in ResponseSpec['kind']]?: string } = {
  bytes: '*/*',
  stream: 'text/event-stream',
}

export type Credentials = { login: string; password: string }

export type RequestExtras = {
  as?: Credentials | undefined
  tag?: string | undefined
  key?: string | undefined
}

/**
 * Builds the request. The body is parsed, the query is sent unchanged. Throws `ApiError` `invalid`, or
 * `notFound` for an invalid ID in the path.
 */
export function buildRequest(
  endpoint: Endpoint,
  input: object,
  { as, tag, key }: RequestExtras = {},
): { path: string; init: RequestInit } {
  const inputs = new Map(Object.entries(input))
  const headers: Record<string, string> = {
    Accept: acceptHeaders[endpoint.response.kind] ?? 'application/json',
  }
  if (tag !== undefined) headers['If-None-Match'] = tag
  if (usesIdempotencyKey(endpoint)) headers[idempotencyHeader] = formatIdempotencyKey(key ?? randomUuid())
  if (as) headers.Authorization = `Basic ${base64(`${as.login}:${as.password}`)}`
  const init: RequestInit = { method: endpoint.method, headers }
  // A deletion must arrive even if the user leaves the page.
  if (endpoint.method === 'DELETE') init.keepalive = true
  if (endpoint.body) {
    const body = validate(endpoint, endpoint.body, inputs.get('body'))
    if (endpoint.encoding === 'multipart') init.body = toFormData(body)
    else {
      headers['Content-Type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
  }
  return { path: endpoint.base + pathOf(endpoint, inputs) + searchOf(endpoint, inputs), init }
}

function pathOf(endpoint: Endpoint, inputs: Map<string, unknown>): string {
  let path = endpoint.path
  for (const name of paramNames(endpoint.path)) {
    const id = inputs.get(name)
    // The address bar may contain anything.
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw new ApiError('notFound', { endpoint, cause: new TypeError(`${name} is no id`) })
    }
    path = path.replace(`:${name}`, String(id))
  }
  return path
}

function searchOf(endpoint: Endpoint, inputs: Map<string, unknown>): string {
  if (!endpoint.query) return ''
  const names = Object.keys(endpoint.query.shape).filter(name => inputs.get(name) !== undefined)
  validate(endpoint, endpoint.query, Object.fromEntries(names.map(name => [name, inputs.get(name)])))
  const search = new URLSearchParams()
  for (const name of names) {
    const value = inputs.get(name)
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

function validate(endpoint: Endpoint, schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.map(String).join('.')] ??= message
  throw new ApiError('invalid', { endpoint, fields, cause: result.error })
}

function toFormData(body: unknown): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) data.append(name, value)
    else if (value !== undefined && value !== null) data.append(name, String(value))
  }
  return data
}

// RFC 7617 requires UTF-8, but btoa accepts only Latin-1.
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** `meta` of a query or write. */
export type CallMeta = { endpoint: Endpoint; input: object; every?: number; priority?: 'background' }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** Throws a `TypeError` for queries not made by `query()` or `write()`. */
export function callOf(meta: Record<string, unknown> | undefined): CallMeta {
  const { endpoint, input, every, priority } = meta ?? {}
  if (!isEndpoint(endpoint)) throw new TypeError('created without query() or write(), and without a function')
  return {
    endpoint,
    input: typeof input === 'object' && input !== null ? input : {},
    ...(typeof every === 'number' ? { every } : {}),
    ...(priority === 'background' ? { priority } : {}),
  }
}
