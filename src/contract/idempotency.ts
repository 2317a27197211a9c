import type { Endpoint } from './endpoint.ts'

/**
 * Repeated writes (IETF draft-ietf-httpapi-idempotency-key-header). An extension of our own service: api.md has no way
 * to repeat a write whose response was lost. The app works without it, and then verifies such a write or asks the user.
 */
export const idempotencyExtension =
  'extension: a write with the same key is executed once and answered again; without it the app reads what became of a write whose response was lost, or asks the user'

/** Request header with the key. A response repeats it if the write was executed at most once. */
export const idempotencyHeader = 'Idempotency-Key'

/** Response header of every successful response, which announces the support before the first write. */
export const acceptsIdempotencyHeader = 'Accept-Idempotency-Key'

/** Time for which our service stores the response to a key, in ms. */
export const idempotencyMs = 24 * 3_600_000

/** `name` of the error in responses to keys. */
export const keyInUse = 'idempotency_key_in_use'
export const keyReused = 'idempotency_key_reused'
export const keyMalformed = 'idempotency_key_malformed'

/** Whether requests to an endpoint carry a key: all writes of signed-in users. */
export const takesIdempotencyKey = ({ method, auth }: Pick<Endpoint, 'method' | 'auth'>): boolean =>
  method !== 'GET' && auth !== 'none'

/** Formats a key without quotes and backslashes as a string of RFC 9651. */
export const formatIdempotencyKey = (key: string): string => `"${key}"`

/**
 * Parses the header: a string of RFC 9651 with 1 to 255 characters. A key of letters, digits, `-` and `_` is also
 * accepted without quotes. Returns undefined if it is malformed.
 */
export function parseIdempotencyKey(header: string): string | undefined {
  const text = header.trim()
  if (/^[\w-]{1,255}$/.test(text)) return text
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/.exec(text)?.[1]
  const key = quoted?.replace(/\\(.)/g, '$1')
  return key !== undefined && key.length <= 255 ? key : undefined
}
