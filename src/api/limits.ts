import { readRetryAfter, skewOf } from '../lib/retryAfter.ts'

/**
 * What the headers of an answer say about the limit everybody behind one address shares (api.md § Limits). Instants
 * are of this machine's clock: the service's own clock is known by its `Date` header.
 */
export type Seen = {
  limit: number
  /** Requests still allowed; may be stale at once, others use it too. */
  remaining: number
  /** Unix ms at which the minute is over. */
  resetAt: number
}

export const defaultLimit = 300
export const windowLength = 60_000
/** Nothing sensible lies further away than this. */
const furthest = 120_000
const shortestWait = 5_000
export const longestWait = 60_000

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined

/** `undefined` when a header is missing or absurd: past, too far away, more left than the limit. */
export function readLimits(headers: Headers, now: number): Seen | undefined {
  const limit = wholeNumber(headers.get('X-RateLimit-Limit'))
  const remaining = wholeNumber(headers.get('X-RateLimit-Remaining'))
  const reset = wholeNumber(headers.get('X-RateLimit-Reset'))
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  if (limit < 1 || remaining > limit) return undefined
  const resetAt = reset * 1000 - skewOf(headers, now)
  return resetAt > now && resetAt <= now + furthest ? { limit, remaining, resetAt } : undefined
}

/** When to ask again after a refusal: Retry-After wins, then the reset, else 5 to 60 s at random. `chance` in [0, 1). */
export function retryAtOf(headers: Headers, now: number, chance: number): number {
  return (
    readRetryAfter(headers, now) ??
    readLimits(headers, now)?.resetAt ??
    now + shortestWait + chance * (longestWait - shortestWait)
  )
}
