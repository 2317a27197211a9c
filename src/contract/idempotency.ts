import type { Endpoint } from './endpoint.ts'

/** IETF draft-ietf-httpapi-idempotency-key-header. Repeated in the response if the write was executed at most once. */
export const idempotencyHeader = 'Idempotency-Key'

/** Announces support before the first write. */
export const acceptsIdempotencyHeader = 'Accept-Idempotency-Key'

/** Storage time of a response, in ms. */
export const idempotencyMs = 24 * 3_600_000

/** Values of `name` in errors. */
export const keyInUse = 'idempotency_key_in_use'
export const keyReused = 'idempotency_key_reused'
export const keyMalformed = 'idempotency_key_malformed'

export const usesIdempotencyKey = ({ method, auth }: Pick<Endpoint, 'method' | 'auth'>): boolean =>
  method !== 'GET' && auth !== 'none'

/** RFC 9651. The key must not contain quotes or backslashes. */
export const formatIdempotencyKey = (key: string): string => `"${key}"`

/** RFC 9651, or a bare key. Undefined unless it has 1 to 255 characters. */
export function parseIdempotencyKey(header: string): string | undefined {
  const text = header.trim()
  if (/^[\w-]{1,255}$/.test(text)) return text
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/.exec(text)?.[1]
  const key = quoted?.replace(/\\(.)/g, '$1')
  return key !== undefined && key.length <= 255 ? key : undefined
}
