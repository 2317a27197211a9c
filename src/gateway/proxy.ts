import type { Endpoint } from '../contract/endpoint.ts'
import { givenDocument } from '../contract/session.ts'
import type { AllowedCall } from './allowlist.ts'
import { carriesDocuments, type Readdress, withDocumentPasses } from './documentPasses.ts'
import { failures, problem } from './problem.ts'
import { readBody, TooLarge } from './readBody.ts'
import { atMost, canStream, type StreamedBody } from './streamedBody.ts'
import type { AskUpstream } from './upstream.ts'

const sentOn = ['Accept', 'Accept-Language', 'Content-Type', 'If-None-Match', 'If-Match', 'Range', 'If-Range']

const passedBack = [
  'Content-Type',
  'Content-Language',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
  'Retry-After',
  'X-Accel-Buffering',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const maxJsonBytes = 1_000_000

/**
 * Sends the request to the service with the session's token. Only the headers listed here are passed on, so cookies and
 * passwords never are.
 */
export async function proxy(
  request: Request,
  call: AllowedCall,
  options: {
    authorization: string
    granted?: string | undefined
    address: string | undefined
    maxUploadBytes: number
    ask: AskUpstream
    readdress: Readdress
  },
): Promise<Response> {
  const { endpoint, path } = call
  const isRead = endpoint.method === 'GET'
  const isUpload = endpoint.encoding === 'multipart'
  const limit = isUpload ? options.maxUploadBytes : maxJsonBytes
  let body: Uint8Array<ArrayBuffer> | StreamedBody | undefined
  let isTooLarge = false
  try {
    if (isUpload && canStream) {
      body = streamed(request, limit, () => {
        isTooLarge = true
      })
    } else if (!isRead) body = await readBody(request, limit)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return tooLarge()
  }
  const answer = await options.ask({
    method: endpoint.method,
    path: path + new URL(request.url).search,
    headers: { ...only(request.headers, sentOn), Authorization: options.authorization },
    body: body instanceof Uint8Array && body.byteLength === 0 ? undefined : body,
    address: options.address,
    inSession: true,
    signal: isRead ? request.signal : undefined,
    isStream: endpoint.answer.kind === 'stream',
    long: endpoint.answer.kind === 'bytes' || isUpload,
  })
  if (isTooLarge) {
    if (answer.kind === 'answered') await answer.response.body?.cancel()
    return tooLarge()
  }
  if (answer.kind !== 'answered') return failures[answer.kind]()
  const passed = passBack(answer.response, endpoint, options.granted)
  if (!passed.ok || !passed.body || !carriesDocuments(endpoint)) return passed
  // The replaced addresses have other lengths.
  passed.headers.delete('Content-Length')
  const { status, headers } = passed
  return new Response(withDocumentPasses(passed.body, options.readdress), { status, headers })
}

// The service decides how large a file may be. This limit is only above the service's.
const tooLarge = () => problem(413, 'too_large', 'This is too large to send.')

/** Streams an upload without buffering it. Throws `TooLarge` if its Content-Length exceeds the limit. */
function streamed(request: Request, limit: number, exceeded: () => void): StreamedBody | undefined {
  const length = request.headers.get('Content-Length')
  if (Number(length ?? 0) > limit) throw new TooLarge()
  return request.body ? { stream: atMost(request.body, limit, exceeded), length } : undefined
}

/** Content from services and users must never run in the app's origin, whatever type it claims (rule 15). */
export function passBack(response: Response, endpoint: Endpoint, granted: string | undefined): Response {
  const headers = new Headers(only(response.headers, passedBack))
  // Content-Length counts the compressed bytes. It would be wrong, because the body is already decompressed.
  const length = response.headers.get('Content-Length')
  if (length !== null && !response.headers.has('Content-Encoding')) headers.set('Content-Length', length)
  if (response.status === 403) {
    const lacking = challengeOf(response.headers, endpoint.scope, granted)
    if (lacking !== undefined) headers.set('WWW-Authenticate', lacking)
  }
  headers.set('Content-Security-Policy', "sandbox; default-src 'none'")
  if (endpoint.answer.kind === 'bytes' && response.ok && !headers.has('Content-Disposition')) {
    headers.set('Content-Disposition', 'attachment')
  }
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Returns the challenge of RFC 6750 § 3.1 or the granted scope. Other challenges could make the browser ask for a
 * password.
 */
function challengeOf(headers: Headers, needed: string | undefined, granted: string | undefined) {
  const challenge = headers.get('WWW-Authenticate')
  if (challenge && /^Bearer .*insufficient_scope/i.test(challenge)) return challenge
  return needed === undefined || granted === undefined || granted.split(' ').includes(needed)
    ? undefined
    : `Bearer error="insufficient_scope", scope="${needed}"`
}

function only(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

const ofParts = ['Range', 'If-Range', 'If-None-Match']
const maxDownloadMs = 10 * 60_000

/**
 * Fetches a document by the path of a pass: GET, one host, no redirects. The response is an attachment that never runs,
 * of at most `maxBytes` bytes.
 */
export async function passedDocument(
  path: string,
  options: {
    authorization: string
    address: string | undefined
    /** Range and conditional headers of the page's request. */
    asked: Headers
    signal: AbortSignal
    maxBytes: number
    ask: AskUpstream
  },
): Promise<Response> {
  const { authorization, address, maxBytes, ask } = options
  const enough = new AbortController()
  const signal = AbortSignal.any([options.signal, enough.signal, AbortSignal.timeout(maxDownloadMs)])
  const headers = { ...only(options.asked, ofParts), Accept: '*/*', Authorization: authorization }
  const answer = await ask({ method: 'GET', path, headers, address, inSession: true, signal, long: true })
  if (answer.kind !== 'answered') return failures[answer.kind]()
  const { response } = answer
  if (Number(response.headers.get('Content-Length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    return problem(413, 'too_large', 'This file is too large to be passed on.')
  }
  const passed = passBack(response, givenDocument, undefined)
  // The list that contains the document has its name, so the service's file name is not needed.
  if (passed.ok) passed.headers.set('Content-Disposition', 'attachment')
  const body = passed.body && atMost(passed.body, maxBytes, () => enough.abort())
  return new Response(body, { status: passed.status, headers: passed.headers })
}
