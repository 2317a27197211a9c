import type { Endpoint } from '../contract/endpoint.ts'
import { writeIdHeader } from '../contract/events.ts'
import { acceptsIdempotencyHeader, idempotencyHeader } from '../contract/idempotency.ts'
import { documentByPass } from '../contract/session.ts'
import { Problem } from '../http/problem.ts'
import { readBytes, tooLarge } from '../http/readBody.ts'
import type { AllowedCall } from './allowlist.ts'
import { hasDocuments, type ReplaceAddress, withDocumentPasses } from './documentPasses.ts'
import { canStream, limitBytes, type StreamedBody } from './streamedBody.ts'
import type { RequestUpstream } from './upstream.ts'

const forwardedRequestHeaders = [
  'Accept',
  'Accept-Language',
  'Content-Type',
  'If-None-Match',
  'If-Match',
  'Range',
  'If-Range',
  idempotencyHeader,
  writeIdHeader,
]

const forwardedResponseHeaders = [
  acceptsIdempotencyHeader,
  idempotencyHeader,
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

/** Never passes cookies or passwords. Throws a problem. */
export async function proxy(
  request: Request,
  { endpoint, path }: AllowedCall,
  options: {
    authorization: string
    grantedScopes?: string | undefined
    address: string | undefined
    maxUploadBytes: number
    requestUpstream: RequestUpstream
    replaceAddress: ReplaceAddress
  },
): Promise<Response> {
  const isRead = endpoint.method === 'GET'
  const isUpload = endpoint.encoding === 'multipart'
  const limit = isUpload ? options.maxUploadBytes : maxJsonBytes
  let isTooLarge = false
  const onExceeded = () => {
    isTooLarge = true
  }
  const body = isRead
    ? undefined
    : isUpload && canStream
      ? streamUpload(request, limit, onExceeded)
      : await readBytes(request, limit)
  const response = await options
    .requestUpstream({
      method: endpoint.method,
      path: path + new URL(request.url).search,
      headers: {
        ...pickHeaders(request.headers, forwardedRequestHeaders),
        Authorization: options.authorization,
      },
      body: body instanceof Uint8Array && body.byteLength === 0 ? undefined : body,
      address: options.address,
      inSession: true,
      signal: isRead ? request.signal : undefined,
    })
    .catch((error: unknown) => {
      throw isTooLarge ? tooLarge() : error
    })
  if (isTooLarge) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const pageResponse = toPageResponse(response, endpoint, options.grantedScopes)
  if (!pageResponse.ok || !pageResponse.body || !hasDocuments(endpoint)) return pageResponse
  // Replaced addresses have other lengths.
  pageResponse.headers.delete('Content-Length')
  const { status, headers } = pageResponse
  return new Response(withDocumentPasses(pageResponse.body, options.replaceAddress), { status, headers })
}

/** Throws 413 if the Content-Length exceeds the limit. The service's limit is lower. */
function streamUpload(request: Request, limit: number, onExceeded: () => void): StreamedBody | undefined {
  const length = request.headers.get('Content-Length')
  if (Number(length ?? 0) > limit) throw tooLarge()
  return request.body ? { stream: limitBytes(request.body, limit, onExceeded), length } : undefined
}

/** Content must never run in the app's origin (rule 15). */
export function toPageResponse(
  response: Response,
  endpoint: Endpoint,
  grantedScopes: string | undefined,
): Response {
  const headers = new Headers(pickHeaders(response.headers, forwardedResponseHeaders))
  // Content-Length counts compressed bytes; the body is decompressed.
  const length = response.headers.get('Content-Length')
  if (length !== null && !response.headers.has('Content-Encoding')) headers.set('Content-Length', length)
  if (response.status === 403) {
    const bearerChallenge = scopeChallenge(response.headers, endpoint.scope, grantedScopes)
    if (bearerChallenge !== undefined) headers.set('WWW-Authenticate', bearerChallenge)
  }
  headers.set('Content-Security-Policy', "sandbox; default-src 'none'")
  if (endpoint.response.kind === 'bytes' && response.ok && !headers.has('Content-Disposition')) {
    headers.set('Content-Disposition', 'attachment')
  }
  return new Response(response.body, { status: response.status, headers })
}

/** RFC 6750 § 3.1. Other challenges could open a password prompt. */
function scopeChallenge(
  headers: Headers,
  requiredScope: string | undefined,
  grantedScopes: string | undefined,
) {
  const challenge = headers.get('WWW-Authenticate')
  if (challenge && /^Bearer .*insufficient_scope/i.test(challenge)) return challenge
  return requiredScope === undefined ||
    grantedScopes === undefined ||
    grantedScopes.split(' ').includes(requiredScope)
    ? undefined
    : `Bearer error="insufficient_scope", scope="${requiredScope}"`
}

function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

const forwardedDocumentHeaders = ['Range', 'If-Range', 'If-None-Match']

/** The response is an attachment that never runs. Throws a problem. */
export async function fetchDocument(
  path: string,
  request: Request,
  options: {
    authorization: string
    address: string | undefined
    maxBytes: number
    requestUpstream: RequestUpstream
  },
): Promise<Response> {
  const { authorization, address, maxBytes, requestUpstream } = options
  const headers = {
    ...pickHeaders(request.headers, forwardedDocumentHeaders),
    Accept: '*/*',
    Authorization: authorization,
  }
  const { signal } = request
  const response = await requestUpstream({ method: 'GET', path, headers, address, inSession: true, signal })
  if (Number(response.headers.get('Content-Length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw new Problem(413, 'too_large', 'This file is too large to be passed on.')
  }
  const pageResponse = toPageResponse(response, documentByPass, undefined)
  // The list of documents has the file name.
  if (pageResponse.ok) pageResponse.headers.set('Content-Disposition', 'attachment')
  const body = pageResponse.body && limitBytes(pageResponse.body, maxBytes)
  return new Response(body, { status: pageResponse.status, headers: pageResponse.headers })
}
