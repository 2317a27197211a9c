import { createStore } from 'zustand/vanilla'
import {
  estimatedRemaining,
  initialPacing,
  learn,
  type Pacing,
  type Priority,
  refused,
  sending,
  settle,
  slowness,
  slowOf,
  unsaidBy,
  waitFor,
} from './pacing.ts'
import { maxWait, readLimits, retryAtOf, type Seen, windowLength } from './requestLog.ts'

/**
 * Shown at the bottom of the page. `slowed`: polls are slower. `busy`: reads are delayed or the service has refused a
 * request, until `busyUntil` (Unix ms).
 */
export type BudgetState = { level: 'free' | 'slowed' | 'busy'; busyUntil: number | undefined }

export type Budget = ReturnType<typeof createBudget>

export type BudgetOptions = {
  /** Returns Unix ms. */
  clock?: () => number
  /** Returns a random number in [0, 1). */
  chance?: () => number
  channel?: BroadcastChannel | undefined
}

type Told = { kind: 'seen'; seen: Seen } | { kind: 'refused'; until: number }

/** A poll that has waited this long is overdue, in ms. */
const patience = 15_000

/** Creates the rate limiter. All users behind one IP address share 300 requests per minute (rule 30). */
export function createBudget({ clock = Date.now, chance = Math.random, channel }: BudgetOptions = {}) {
  // Random factor, so that pages that are opened at the same time do not poll at the same time.
  const drift = 0.9 + chance() * 0.2
  const store = createStore<BudgetState>(() => ({ level: 'free', busyUntil: undefined }))
  let pacing = initialPacing
  let over: ReturnType<typeof setTimeout> | undefined

  const next = (changed: Pacing) => {
    pacing = changed
    const now = stateOf(pacing, clock())
    const { level, busyUntil } = store.getState()
    if (now.level === level && now.busyUntil === busyUntil) return
    clearTimeout(over)
    // Listeners must be notified of the end as well, even if no response arrives then.
    if (now.busyUntil !== undefined) over = setTimeout(() => next(pacing), now.busyUntil - clock())
    store.setState(now)
  }
  const tell = (told: Told) => channel?.postMessage(told)
  const hear = ({ data }: MessageEvent<Told>) => {
    // A message of another tab does not change the number of requests in flight in this tab.
    const { sent } = pacing
    if (data.kind === 'seen') next({ ...learn(pacing, data.seen, clock()), sent })
    if (data.kind === 'refused') next({ ...refused(pacing, data.until), sent })
  }
  channel?.addEventListener('message', hear)

  return {
    async admit(priority: Priority, signal?: AbortSignal): Promise<void> {
      const patient = clock() + patience
      for (;;) {
        signal?.throwIfAborted()
        const now = clock()
        const isPatient = priority === 'background' && now < patient
        const standing = priority === 'background' && !isPatient ? 'overdue' : priority
        const wait = waitFor(pacing, standing, now, chance())
        if (wait <= 0) break
        next(pacing)
        // Checks again early enough to use newer information, and late enough to keep the random spread.
        await later(Math.min(wait, isPatient ? patient - now : maxWait * 2), signal)
      }
      next(sending(pacing))
    },
    /** Updates the limit from a response, or after a request without a response (undefined). */
    learn(answer: { status: number; headers: Headers } | undefined) {
      const now = clock()
      if (answer === undefined) return next(settle(pacing))
      if (answer.status === 429) {
        const until = retryAtOf(answer.headers, now, chance())
        next(refused(pacing, until))
        return tell({ kind: 'refused', until })
      }
      const seen = readLimits(answer.headers, now)
      if (!seen) return next(unsaidBy(pacing, now))
      next(learn(pacing, seen, now))
      tell({ kind: 'seen', seen })
    },
    /** Returns the interval in ms for polls that run every `base` ms without load. It changes in steps. */
    pollInterval: (base: number): number => Math.round(base * slowOf(pacing, base) * drift),
    state(): BudgetState {
      next(pacing)
      return store.getState()
    },
    subscribe: (listener: () => void) => store.subscribe(listener),
    stop(): void {
      clearTimeout(over)
      channel?.removeEventListener('message', hear)
      channel?.close()
    },
  }
}

function stateOf(pacing: Pacing, now: number): BudgetState {
  const { seen, blockedUntil } = pacing
  if (now < blockedUntil) return { level: 'busy', busyUntil: blockedUntil }
  if (seen && now < seen.resetAt && estimatedRemaining(pacing, 'read', now) <= seen.limit * 0.1) {
    return { level: 'busy', busyUntil: seen.resetAt }
  }
  return {
    level: slowOf(pacing, windowLength) > (slowness[2] ?? 1) ? 'slowed' : 'free',
    busyUntil: undefined,
  }
}

export function later(wait: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, wait)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
