/** In ms. */
const maxRetryAfter = 120_000

/** How far the sender's clock is ahead, in ms. */
export function getClockSkew(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(date) ? 0 : date - now
}

/**
 * Parses seconds or an HTTP date (RFC 9110 § 10.2.3) to Unix ms. Returns undefined if past or over two
 * minutes away.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim()
  if (!text) return undefined
  const at = /^\d{1,9}$/.test(text)
    ? now + Number(text) * 1000
    : Date.parse(text) - getClockSkew(headers, now)
  return at >= now && at <= now + maxRetryAfter ? at : undefined
}
