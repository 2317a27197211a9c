import { acceptsIdempotencyHeader, idempotencyHeader } from '../../src/contract/idempotency.ts'

const idempotencyExtension =
  'extension: a write with the same key is executed once, and its response is repeated; without it the app verifies a write whose response was lost, or asks the user'

const integer = (description: string, minimum?: number) => ({
  description,
  schema: { type: 'integer', ...(minimum !== undefined && { minimum }) },
})
/** api.md § Limits. */
export const rateHeaders = {
  'X-RateLimit-Limit': integer('Requests allowed per minute'),
  'X-RateLimit-Remaining': integer('Requests still allowed in this minute', 0),
  'X-RateLimit-Reset': integer('Time of the reset, Unix seconds'),
}

export const rateLimited = Object.fromEntries(
  Object.keys(rateHeaders).map(name => [name, { $ref: `#/components/headers/${name}` }]),
)
export const etag = { ETag: { description: 'Version of the response', schema: { type: 'string' } } }
export const retryAfter = { 'Retry-After': integer('Seconds to wait', 1) }
const requestHeader = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string' },
})

export const ifNoneMatch = requestHeader('If-None-Match', 'The `ETag` of the cached response')

export const idempotencyKey = {
  ...requestHeader(
    idempotencyHeader,
    'A text in quotes, such as a UUID. For 24 hours, the same request with the same key is answered with the same response. 409: the first request is still running. 422: the key belongs to another request. A refused request does not use it up',
  ),
  'x-extension': idempotencyExtension,
}
export const acceptsKey = {
  [acceptsIdempotencyHeader]: {
    description: 'Whether this service accepts keys of writes',
    schema: { type: 'string', const: '?1' },
    'x-extension': idempotencyExtension,
  },
}
export const repeatedKey = {
  [idempotencyHeader]: {
    description: 'The key of the request',
    schema: { type: 'string' },
    'x-extension': idempotencyExtension,
  },
}

export const rangeHeaders = [
  requestHeader('Range', 'The bytes to send, such as `bytes=0-499`; one range'),
  requestHeader('If-Range', 'The `ETag` of the content; if it has changed, the whole content is sent'),
]
export const contentRange = {
  'Content-Range': { description: 'The range and the total size', schema: { type: 'string' } },
}
