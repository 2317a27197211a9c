import { defaultLimit, type Seen, windowLength } from './limits.ts'

/** A write is what somebody waits for and can't lose; a read is a screen; background is a poll nobody asked for. */
export type Priority = 'write' | 'read' | 'background'

/**
 * What a page knows of the shared limit. Pure: every function takes the state and the time, and gives the next state.
 * Other pages and other people behind the same address are seen only through `remaining`.
 */
export type Pacing = {
  seen: Seen | undefined
  /** When `seen` was learned, Unix ms. */
  at: number
  /** Requests of this page under way since, not yet in `seen`. */
  sent: number
  /** Nothing goes before this: the service refused with 429. */
  blockedUntil: number
  /** Polls run this many times slower; from `slowness`. */
  slow: number
  /** When `slow` changed last, Unix ms. */
  steppedAt: number
}

/** Steps and not a line, so that a changed interval restarts a poll's timer rarely. */
export const slowness: readonly number[] = [1, 1.5, 2, 3, 4, 6, 8, 12]

export const initialPacing: Pacing = {
  seen: undefined,
  at: 0,
  sent: 0,
  blockedUntil: 0,
  slow: 1,
  steppedAt: 0,
}

/** Part of the limit that must be left, by the best knowledge, for a request of this priority to go. */
const kept: Record<Priority, number> = { write: 0, read: 0.1, background: 0.3 }

/** Over how many ms those who waited for a new minute spread, so that it doesn't open with a burst. */
const spread: Record<Priority, number> = { write: 2_000, read: 8_000, background: 30_000 }

/** Polls slow down when the minute would end with more than this part of the limit used, and recover below the other. */
const tooFast = 0.8
const easy = 0.65
/** Time for a changed pace, this page's and everybody's, to show in what the service counts. */
const settling = 10_000

const step = (slow: number, by: 1 | -1) => {
  const index = Math.max(0, slowness.indexOf(slow)) + by
  return slowness[Math.min(Math.max(index, 0), slowness.length - 1)] ?? 1
}

/**
 * How much of what others are believed to have sent since the last answer counts. A poll believes all of it. A write
 * goes by what is known: refused it would only wait as long as it waits here.
 */
const believed: Record<Priority, number> = { write: 0, read: 0.5, background: 1 }

/** Requests believed to be left now: what was seen, less what this page and, at their pace, others sent since. */
export function believedLeft(pacing: Pacing, priority: Priority, now: number): number {
  const { seen, at, sent } = pacing
  if (!seen || now >= seen.resetAt) return seen?.limit ?? defaultLimit
  const opened = seen.resetAt - windowLength
  // The first seconds say little about the rest: a pace is taken over 10 s at least.
  const pace = (seen.limit - seen.remaining) / Math.max(at - opened, 10_000)
  return seen.remaining - sent - pace * believed[priority] * Math.max(0, now - at)
}

/** Ms until a request may go, 0 for now. `chance` in [0, 1) spreads those who wait. */
export function waitFor(pacing: Pacing, priority: Priority, now: number, chance: number): number {
  const { seen, blockedUntil } = pacing
  if (now < blockedUntil) return blockedUntil - now + chance * spread[priority]
  if (!seen || now >= seen.resetAt) return 0
  if (believedLeft(pacing, priority, now) > seen.limit * kept[priority]) return 0
  return seen.resetAt - now + chance * spread[priority]
}

/** One more request is on its way. */
export const sending = (pacing: Pacing): Pacing => ({ ...pacing, sent: pacing.sent + 1 })

/** An answer said how much is left. */
export function learn(pacing: Pacing, seen: Seen, now: number): Pacing {
  const known = pacing.seen
  // Answers overtake each other: of one minute the lowest count is the newest.
  const sameMinute = known !== undefined && Math.abs(known.resetAt - seen.resetAt) < 2_000
  if (known && !sameMinute && seen.resetAt < known.resetAt) return settle(pacing)
  if (sameMinute && seen.remaining > known.remaining) return settle(pacing)
  return { ...settle(pacing), seen, at: now, ...paced(pacing, seen, now) }
}

function paced(pacing: Pacing, seen: Seen, now: number): Pick<Pacing, 'slow' | 'steppedAt'> {
  const { slow, steppedAt } = pacing
  const elapsed = 1 - Math.max(0, Math.min(1, (seen.resetAt - now) / windowLength))
  // Early in a minute its pace is anybody's guess. A clock set back is no reason to wait.
  if (elapsed < 0.25 || Math.abs(now - steppedAt) < settling) return { slow, steppedAt }
  const atReset = (seen.limit - seen.remaining) / seen.limit / elapsed
  const changed = atReset > tooFast ? step(slow, 1) : atReset < easy ? step(slow, -1) : slow
  return changed === slow ? { slow, steppedAt } : { slow: changed, steppedAt: now }
}

/** An answer came without a word about the limit. */
export const settle = (pacing: Pacing): Pacing => ({ ...pacing, sent: Math.max(0, pacing.sent - 1) })

/** The service refused: nothing goes before `until`, and polls slow at once. */
export const refused = (pacing: Pacing, until: number): Pacing => ({
  ...settle(pacing),
  blockedUntil: Math.max(pacing.blockedUntil, until),
  slow: step(step(pacing.slow, 1), 1),
})
