import { readRetryAfter, skewOf } from '../../lib/retryAfter.ts'

/** Number of requests of all clients from the start of this page until `at` (Unix ms). */
type Count = { at: number; total: number }

/**
 * Request counts of a little more than a minute, oldest first. They are derived from the remaining requests that the
 * service reports.
 */
export type Trail = readonly Count[]

/** Counts that are closer together add no information, in ms. */
const apart = 2_000
/** Maximum time after the last count for which requests are estimated, in ms. */
const furthestGuess = 10_000

export function goOn(
  trail: Trail,
  before: { seen: Seen; at: number } | undefined,
  seen: Seen,
  now: number,
): Trail {
  const used = seen.limit - seen.remaining
  const last = trail.at(-1)
  if (!before || !last || now < last.at)
    return [
      { at: Math.min(seen.resetAt - windowLength, now), total: 0 },
      { at: now, total: used },
    ]
  const isSame = Math.abs(before.seen.resetAt - seen.resetAt) < apart
  if (isSame) {
    const added = Math.max(0, used - (before.seen.limit - before.seen.remaining))
    return [...recent(trail, now), { at: now, total: last.total + added }]
  }
  // The requests in the rest of the previous minute are unknown, so they are estimated.
  const opened = Math.min(Math.max(last.at, seen.resetAt - windowLength), now)
  const missed = paceOf(trail, last.at) * Math.min(opened - last.at, furthestGuess)
  const atOpening = last.total + missed
  return [...recent(trail, now), { at: opened, total: atOpening }, { at: now, total: atOpening + used }]
}

/**
 * Removes counts older than a minute, except for one that is needed to interpolate. Also removes the last count if it
 * is close to the one before.
 */
function recent(trail: Trail, now: number): Trail {
  const from = trail.findLastIndex(({ at }) => at <= now - windowLength)
  const [previous, last] = trail.slice(-2)
  const sparse =
    previous && last && last.at - previous.at < apart && trail.length > 2 ? trail.slice(0, -1) : trail
  return sparse.slice(Math.max(0, from))
}

function totalAt(trail: Trail, moment: number): number {
  const next = trail.findIndex(({ at }) => at > moment)
  const [before, after] = [trail.at(next - 1), trail[next]]
  if (next === -1 || !after) return trail.at(-1)?.total ?? 0
  if (next === 0 || !before) return after.total
  return before.total + ((after.total - before.total) * (moment - before.at)) / (after.at - before.at)
}

/** Time over which the pace is measured, in ms. Over a shorter time it would be random. */
export const paceSpan = 12_000

/** Returns the requests of all clients per ms, over the last seconds before `at`. */
export function paceOf(trail: Trail, at: number): number {
  const began = Math.max(at - paceSpan, trail[0]?.at ?? at)
  return at - began < paceSpan / 3 ? 0 : (totalAt(trail, at) - totalAt(trail, began)) / (at - began)
}

/** Estimates the requests of other clients since the last count, from the pace before it. */
export function guessedSince(trail: Trail, now: number): number {
  const at = trail.at(-1)?.at ?? now
  return paceOf(trail, at) * Math.min(Math.max(0, now - at), furthestGuess)
}

export function untilAtMost(trail: Trail, most: number, now: number): number {
  const total = trail.at(-1)?.total ?? 0
  if (total - totalAt(trail, now - windowLength) <= most) return 0
  const counted = trail.findIndex(count => total - count.total <= most)
  const [before, after] = [trail.at(counted - 1), trail[counted]]
  if (!after) return Math.max(windowLength, (trail.at(-1)?.at ?? now) + windowLength - now)
  const from = counted > 0 && before ? before : after
  const share = after.total === from.total ? 1 : (total - most - from.total) / (after.total - from.total)
  return Math.max(0, from.at + share * (after.at - from.at) + windowLength - now)
}

/** The limit that all clients of one address share (api.md § Limits). `resetAt` is in Unix ms, by the local clock. */
export type Seen = {
  limit: number
  remaining: number
  resetAt: number
}

export const defaultLimit = 300
export const windowLength = 60_000
const maxResetAhead = 120_000
const minWait = 5_000
export const maxWait = 60_000

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined

/**
 * Parses the limit. Returns undefined if a header is missing or implausible: in the past, over 2 min ahead, or more
 * remaining than the limit.
 */
export function readLimits(headers: Headers, now: number): Seen | undefined {
  const limit = wholeNumber(headers.get('X-RateLimit-Limit'))
  const remaining = wholeNumber(headers.get('X-RateLimit-Remaining'))
  const reset = wholeNumber(headers.get('X-RateLimit-Reset'))
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  if (limit < 1 || remaining > limit) return undefined
  const resetAt = reset * 1000 - skewOf(headers, now)
  return resetAt > now && resetAt <= now + maxResetAhead ? { limit, remaining, resetAt } : undefined
}

/**
 * Returns the time of the next attempt after a refusal, in Unix ms. Uses Retry-After, or else the reset, or else 5 to
 * 60 s at random. `chance` is in [0, 1).
 */
export function retryAtOf(headers: Headers, now: number, chance: number): number {
  return (
    readRetryAfter(headers, now) ??
    readLimits(headers, now)?.resetAt ??
    now + minWait + chance * (maxWait - minWait)
  )
}
