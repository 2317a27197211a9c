import {
  defaultLimit,
  goOn,
  guessedSince,
  paceOf,
  paceSpan,
  type Seen,
  type Trail,
  untilAtMost,
  windowLength,
} from './requestLog.ts'

/**
 * `write`: the user is waiting, and it must not be lost. `read`: data for a screen. `background`: a request that the
 * user did not start.
 */
export type Priority = 'write' | 'read' | 'background'

export type Standing = Priority | 'overdue'

/**
 * The page's knowledge of the shared limit. All functions are pure. Other clients of the same address are only visible
 * through `remaining`.
 */
export type Pacing = {
  seen: Seen | undefined
  at: number
  trail: Trail
  /** Requests of this page that are in flight and not yet counted in `seen`. */
  sent: number
  blockedUntil: number
  /** Relative speed of polls, from `slowest` to 1 (no load). */
  speed: number
  steppedAt: number
}

/** Factors of the poll interval. Steps instead of a continuous value, so that poll timers are rarely restarted. */
export const slowness: readonly number[] = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 12]
const slowest = 1 / 12
/** Factor for frequent polls if the service does not send its limit. Assumes that a staff room shares it. */
const unknownLimitFactor = 3

export const initialPacing: Pacing = {
  seen: undefined,
  at: 0,
  trail: [],
  sent: 0,
  blockedUntil: 0,
  speed: 1,
  steppedAt: 0,
}

/**
 * Fractions of the limit that must remain free for a request to be sent. `first` applies at the beginning of the
 * service's minute, `last` at its end, with a linear transition, so that requests are spread evenly under load.
 * `minute` applies to any 60 s, which can contain parts of two minutes of the service.
 */
const kept: Record<Standing, { first: number; last: number; minute: number }> = {
  write: { first: 0, last: 0, minute: 0 },
  read: { first: 0.3, last: 0.03, minute: 0.08 },
  overdue: { first: 0.5, last: 0.04, minute: 0.09 },
  background: { first: 0.85, last: 0.05, minute: 0.17 },
}

/** Time over which requests that waited for a new minute are spread, in ms, so that it does not begin with a burst. */
const spread: Record<Standing, number> = { write: 2_000, read: 8_000, overdue: 8_000, background: 30_000 }
const stagger: Record<Standing, number> = { write: 0, read: 3_000, overdue: 4_000, background: 8_000 }

/**
 * Weight of the estimated requests of other clients. It is 0 for writes, because a refused write waits no longer than a
 * delayed one.
 */
const believed: Record<Standing, number> = { write: 0, read: 0.5, overdue: 1, background: 1 }

/** Fraction of the limit that may be used at the current pace. Above it polls slow down, below it they recover. */
const aim = 0.85
/** Speed decreases by a factor and increases in equal steps, so that clients of one limit converge to equal shares. */
const maxSpeedDecrease = 0.5
const speedIncrease = 0.05

/** Returns the factor for polls that run every `base` ms without load. It is one of `slowness`. */
export function slowOf({ seen, speed }: Pacing, base: number): number {
  const slow = 1 / (seen || base >= windowLength ? speed : Math.min(speed, 1 / unknownLimitFactor))
  return slowness.findLast(step => step <= slow * 1.05) ?? 1
}

/**
 * Returns the estimated number of requests left: the last known number, minus those sent since by this page and by
 * others.
 */
export function estimatedRemaining({ seen, sent, trail }: Pacing, standing: Standing, now: number): number {
  if (!seen || now >= seen.resetAt) return seen?.limit ?? defaultLimit
  return seen.remaining - sent - guessedSince(trail, now) * believed[standing]
}

/** Returns the time until a request may be sent, in ms, or 0. `chance` in [0, 1) spreads waiting requests. */
export function waitFor(pacing: Pacing, standing: Standing, now: number, chance: number): number {
  const { seen, blockedUntil, trail, sent } = pacing
  if (now < blockedUntil) return blockedUntil - now + chance * spread[standing]
  if (!seen) return 0
  const { first, last, minute } = kept[standing]
  const left = estimatedRemaining(pacing, standing, now) / seen.limit
  const isUsedUp = now < seen.resetAt && left <= last
  let wait = 0
  if (isUsedUp) wait = seen.resetAt - now
  // Waits until the rest of the minute is short enough for the remaining part of the limit.
  else if (now < seen.resetAt && first > last) {
    wait = seen.resetAt - ((left - last) / (first - last)) * windowLength - now
  }
  if (minute > 0) {
    const unseen = sent + guessedSince(trail, now) * believed[standing]
    wait = Math.max(wait, untilAtMost(trail, seen.limit * (1 - minute) - unseen, now))
  }
  return wait <= 0 ? 0 : wait + chance * (isUsedUp ? spread : stagger)[standing]
}

export const sending = (pacing: Pacing): Pacing => ({ ...pacing, sent: pacing.sent + 1 })

export function learn(pacing: Pacing, seen: Seen, now: number): Pacing {
  const known = pacing.seen
  // Responses can overtake each other. Within one minute, the lowest count is the newest.
  const sameMinute = known !== undefined && Math.abs(known.resetAt - seen.resetAt) < 2_000
  if (known && !sameMinute && seen.resetAt < known.resetAt) return settle(pacing)
  if (sameMinute && seen.remaining > known.remaining) return settle(pacing)
  const before = known && { seen: known, at: pacing.at }
  const next = { ...settle(pacing), seen, at: now, trail: goOn(pacing.trail, before, seen, now) }
  // If the clock was set back, the speed is computed again.
  if (Math.abs(now - next.steppedAt) < paceSpan) return next
  return { ...next, speed: changed(next, now), steppedAt: now }
}

function changed({ speed, trail, seen }: Pacing, now: number): number {
  const share = (paceOf(trail, now) * windowLength) / (seen?.limit ?? defaultLimit)
  if (share > aim) return Math.max(slowest, speed * Math.max(maxSpeedDecrease, aim / share))
  // Without load the speed recovers faster, because no other client needs the limit.
  return Math.min(1, speed + (share < aim / 2 ? 4 * speedIncrease : speedIncrease))
}

export const settle = (pacing: Pacing): Pacing => ({ ...pacing, sent: Math.max(0, pacing.sent - 1) })

/** Handles a response without a limit. The speed recovers after a refusal nevertheless, by one step per minute. */
export function unsaidBy(pacing: Pacing, now: number): Pacing {
  const next = settle(pacing)
  if (pacing.seen || Math.abs(now - pacing.steppedAt) < windowLength) return next
  return { ...next, speed: Math.min(1, next.speed + speedIncrease), steppedAt: now }
}

/** Handles a refusal: no request is sent before `until`, and polls slow down at once. */
export const refused = (pacing: Pacing, until: number): Pacing => ({
  ...settle(pacing),
  blockedUntil: Math.max(pacing.blockedUntil, until),
  speed: Math.max(slowest, pacing.speed * maxSpeedDecrease),
  steppedAt: until,
})
