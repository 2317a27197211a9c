import { getClockSkew, parseRetryAfter } from '../../lib/retryAfter.ts'

/** `resetAt` is in Unix ms. */
export type RateLimitWindow = { limit: number; remaining: number; resetAt: number }

/** Maximum plausible time until the reset, in ms. */
export const maxResetAhead = 120_000
/** Random, after a 429 without a plausible time, in ms. */
const minWait = 5_000
const maxWait = 60_000

/** Undefined if implausible: a reset in the past or over 2 min ahead, or more remaining than the limit. */
export function readRateLimit(headers: Headers, now: number): RateLimitWindow | undefined {
  const limit = readInteger(headers.get('X-RateLimit-Limit'))
  const remaining = readInteger(headers.get('X-RateLimit-Remaining'))
  const reset = readInteger(headers.get('X-RateLimit-Reset'))
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  if (limit < 1 || remaining > limit) return undefined
  const resetAt = reset * 1000 - getClockSkew(headers, now)
  return resetAt > now && resetAt <= now + maxResetAhead ? { limit, remaining, resetAt } : undefined
}

/** In Unix ms. */
export function readRetryAt(headers: Headers, now: number, random: number): number {
  const requested = parseRetryAfter(headers, now) ?? readRateLimit(headers, now)?.resetAt
  return requested ?? now + minWait + random * (maxWait - minWait)
}

const readInteger = (text: string | null): number | undefined =>
  text !== null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined
