import { readRetryAfter, skewOf } from '../../lib/retryAfter.ts'

/** How many requests of everybody were counted up to a moment, Unix ms, since this page began to look. */
type Count = { at: number; total: number }

/** Requests by time, from what the service says is left of its minute: oldest first, a little more than a minute. */
export type Trail = readonly Count[]

/** Counts closer together than this, ms, say no more than one. */
const apart = 2_000
/** Nothing is guessed of what came later than so long after the last count, ms. */
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
  // What was sent in the rest of the other minute nobody has said.
  const opened = Math.min(Math.max(last.at, seen.resetAt - windowLength), now)
  const missed = paceOf(trail, last.at) * Math.min(opened - last.at, furthestGuess)
  const atOpening = last.total + missed
  return [...recent(trail, now), { at: opened, total: atOpening }, { at: now, total: atOpening + used }]
}

/** Without what is older than a minute, but for one to reckon from, and without one just before the last. */
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

/** Over how long a pace is taken, ms: shorter, and chance has the word. */
export const paceSpan = 12_000

/** Requests of everybody in a ms, over the last seconds before `at`. */
export function paceOf(trail: Trail, at: number): number {
  const began = Math.max(at - paceSpan, trail[0]?.at ?? at)
  return at - began < paceSpan / 3 ? 0 : (totalAt(trail, at) - totalAt(trail, began)) / (at - began)
}

/** What others are guessed to have sent since the last count, at the pace of before. */
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

/** The limit everybody behind one address shares (api.md § Limits), by this machine's clock. */
export type Seen = {
  limit: number
  remaining: number
  resetAt: number
}

export const defaultLimit = 300
export const windowLength = 60_000
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
