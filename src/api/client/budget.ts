import { createStore } from 'zustand/vanilla'
import {
  believedLeft,
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
import { longestWait, readLimits, retryAtOf, type Seen, windowLength } from './requestLog.ts'

/** For the shell's foot. `slowed`: polls wait. `busy`: reads wait or the service refused, until `busyUntil` (Unix ms). */
export type BudgetState = { level: 'free' | 'slowed' | 'busy'; busyUntil: number | undefined }

export type Budget = ReturnType<typeof createBudget>

export type BudgetOptions = {
  /** Unix ms. */
  clock?: () => number
  /** [0, 1). */
  chance?: () => number
  channel?: BroadcastChannel | undefined
}

type Told = { kind: 'seen'; seen: Seen } | { kind: 'refused'; until: number }

/** A poll that waited so long is overdue, ms. */
const patience = 15_000

/** Shares the limit of 300 requests a minute with everybody behind one address (cases 30). */
export function createBudget({ clock = Date.now, chance = Math.random, channel }: BudgetOptions = {}) {
  // Polls of 40 pages opened by one bell must not stay in step.
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
    // That it is over is news too, and no answer may come to bring it.
    if (now.busyUntil !== undefined) over = setTimeout(() => next(pacing), now.busyUntil - clock())
    store.setState(now)
  }
  const tell = (told: Told) => channel?.postMessage(told)
  const hear = ({ data }: MessageEvent<Told>) => {
    // What another tab heard cost this one nothing under way: `sent` stays.
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
        // Woken early enough to see what others learned meanwhile; late enough to keep the spread.
        await later(Math.min(wait, isPatient ? patient - now : longestWait * 2), signal)
      }
      next(sending(pacing))
    },
    /** Every answer teaches; `undefined` when none came. */
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
    /** Ms between two polls that would run every `base` ms on a quiet network. Changes in steps. */
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
  if (seen && now < seen.resetAt && believedLeft(pacing, 'read', now) <= seen.limit * 0.1) {
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
