/** Nothing a service asks for is waited longer than this, ms. */
const furthest = 120_000

/** How far the sender's clock is ahead of `now` by its `Date` header, in ms; 0 when it doesn't say. */
export function skewOf(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(date) ? 0 : date - now
}

/** Unix ms; seconds or an HTTP date (RFC 9110 § 10.2.3). `undefined` when past or over two minutes away. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim()
  if (!text) return undefined
  const at = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : Date.parse(text) - skewOf(headers, now)
  return at >= now && at <= now + furthest ? at : undefined
}
