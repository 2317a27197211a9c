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

/** A write is what somebody waits for and can't lose; a read is a screen; background is a poll nobody asked for. */
export type Priority = 'write' | 'read' | 'background'

export type Standing = Priority | 'overdue'

/** What a page knows of the shared limit. Pure. Others behind the same address are seen only through `remaining`. */
export type Pacing = {
  seen: Seen | undefined
  at: number
  trail: Trail
  /** Requests of this page under way since, not yet in `seen`. */
  sent: number
  blockedUntil: number
  /** How fast polls run: 1 where nobody is in the way, down to `slowest`. */
  speed: number
  steppedAt: number
}

/** Polls run so many times slower; steps and not a line, so that a changed interval restarts a poll's timer rarely. */
export const slowness: readonly number[] = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 12]
const slowest = 1 / 12
/** How much slower, every few seconds, a service is asked that doesn't say what it allows: as if a staff room shared it. */
const unsaid = 3

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
 * What must stay free for a request to go. `first` of the service's minute when it begins, `last` when it ends, on a
 * line between: a busy network is used evenly. `minute`: of any 60 s, since two minutes of the service share one.
 */
const kept: Record<Standing, { first: number; last: number; minute: number }> = {
  write: { first: 0, last: 0, minute: 0 },
  read: { first: 0.3, last: 0.03, minute: 0.08 },
  overdue: { first: 0.5, last: 0.04, minute: 0.09 },
  background: { first: 0.85, last: 0.05, minute: 0.17 },
}

/** Over how many ms those who waited for a new minute spread, so that it doesn't open with a burst. */
const spread: Record<Standing, number> = { write: 2_000, read: 8_000, overdue: 8_000, background: 30_000 }
const stagger: Record<Standing, number> = { write: 0, read: 3_000, overdue: 4_000, background: 8_000 }

/**
 * How much counts of what others are guessed to have sent since. A refused write waits no longer than one that waits.
 */
const believed: Record<Standing, number> = { write: 0, read: 0.5, overdue: 1, background: 1 }

/** Part of the limit that a minute like the last seconds may use: above it polls slow down, below it they recover. */
const aim = 0.85
/** Speed is given up in parts and won back in equal steps: so those who share a limit come to share it evenly. */
const mostGivenUp = 0.5
const wonBack = 0.05

/** How many times slower a poll runs that would run every `base` ms on a quiet network; one of `slowness`. */
export function slowOf({ seen, speed }: Pacing, base: number): number {
  const slow = 1 / (seen || base >= windowLength ? speed : Math.min(speed, 1 / unsaid))
  return slowness.findLast(step => step <= slow * 1.05) ?? 1
}

/** Requests believed to be left now: what was seen, less what this page and, at their pace, others sent since. */
export function believedLeft({ seen, sent, trail }: Pacing, standing: Standing, now: number): number {
  if (!seen || now >= seen.resetAt) return seen?.limit ?? defaultLimit
  return seen.remaining - sent - guessedSince(trail, now) * believed[standing]
}

/** Ms until a request may go, 0 for now. `chance` in [0, 1) spreads those who wait. */
export function waitFor(pacing: Pacing, standing: Standing, now: number, chance: number): number {
  const { seen, blockedUntil, trail, sent } = pacing
  if (now < blockedUntil) return blockedUntil - now + chance * spread[standing]
  if (!seen) return 0
  const { first, last, minute } = kept[standing]
  const left = believedLeft(pacing, standing, now) / seen.limit
  const isUsedUp = now < seen.resetAt && left <= last
  let wait = 0
  if (isUsedUp) wait = seen.resetAt - now
  // How much of the minute may be left at most for so much of the limit to do.
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
  // Answers overtake each other: of one minute the lowest count is the newest.
  const sameMinute = known !== undefined && Math.abs(known.resetAt - seen.resetAt) < 2_000
  if (known && !sameMinute && seen.resetAt < known.resetAt) return settle(pacing)
  if (sameMinute && seen.remaining > known.remaining) return settle(pacing)
  const before = known && { seen: known, at: pacing.at }
  const next = { ...settle(pacing), seen, at: now, trail: goOn(pacing.trail, before, seen, now) }
  // A clock set back is no reason to keep a pace.
  if (Math.abs(now - next.steppedAt) < paceSpan) return next
  return { ...next, speed: changed(next, now), steppedAt: now }
}

function changed({ speed, trail, seen }: Pacing, now: number): number {
  const share = (paceOf(trail, now) * windowLength) / (seen?.limit ?? defaultLimit)
  if (share > aim) return Math.max(slowest, speed * Math.max(mostGivenUp, aim / share))
  // On a quiet network there is nobody to share with.
  return Math.min(1, speed + (share < aim / 2 ? 4 * wonBack : wonBack))
}

export const settle = (pacing: Pacing): Pacing => ({ ...pacing, sent: Math.max(0, pacing.sent - 1) })

/** An answer came without a word about the limit, now: what a refusal took is won back all the same. */
export function unsaidBy(pacing: Pacing, now: number): Pacing {
  const next = settle(pacing)
  if (pacing.seen || Math.abs(now - pacing.steppedAt) < windowLength) return next
  return { ...next, speed: Math.min(1, next.speed + wonBack), steppedAt: now }
}

/** The service refused: nothing goes before `until`, and polls slow at once. */
export const refused = (pacing: Pacing, until: number): Pacing => ({
  ...settle(pacing),
  blockedUntil: Math.max(pacing.blockedUntil, until),
  speed: Math.max(slowest, pacing.speed * mostGivenUp),
  steppedAt: until,
})
