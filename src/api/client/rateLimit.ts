import { createStore } from 'zustand/vanilla'
import { delay } from '../../lib/delay.ts'
import type { TabChannel } from '../../lib/openChannel.ts'
import { maxResetAhead, type RateLimitWindow, readRateLimit, readRetryAt } from './rateLimitHeaders.ts'

/** `user`: the user is waiting. `background`: polls, prefetches and bulk writes. */
export type Priority = 'user' | 'background'

export type RateLimit = ReturnType<typeof createRateLimit>

export type RateLimitOptions = {
  /** Unix ms. */
  clock?: () => number
  /** In [0, 1). */
  random?: () => number
  /** Shares the state with the other tabs. */
  channel?: TabChannel | undefined
}

/** `busyUntil` is in Unix ms. */
type Received = { window: RateLimitWindow | undefined; busyUntil: number | undefined }

/** Fraction of the limit reserved for user requests. */
const reserve = 0.2
/** In ms. Rarer polls are not slowed, because restarting their timers could starve them. */
const maxSlowedInterval = 60_000
/** If the limit is unknown. Assumes that a staff room shares it. */
const unknownLimitFactor = 3
/** Spreads paused requests, in ms. */
const spreadMs: Record<Priority, number> = { user: 2_000, background: 20_000 }

/** Users behind one IP address share 300 requests per minute (rule 30). */
export function createRateLimit({ clock = Date.now, random = Math.random, channel }: RateLimitOptions = {}) {
  // Pages that open together must not poll together.
  const jitter = 0.9 + random() * 0.2
  let window: RateLimitWindow | undefined
  const busyUntil = createStore<number | undefined>(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  const timeUntil = (at: number | undefined) => {
    const wait = (at ?? 0) - clock()
    // A longer wait means that the clock was set back.
    return wait > 0 && wait <= maxResetAhead ? wait : 0
  }
  /** Fraction for background requests. */
  const available = () => {
    if (!window || timeUntil(window.resetAt) === 0) return 1
    return Math.max(0, (window.remaining / window.limit - reserve) / (1 - reserve))
  }
  const pauseOf = (priority: Priority) => {
    const isPaused = priority === 'background' && available() === 0
    return timeUntil(busyUntil.getState()) || (isPaused ? timeUntil(window?.resetAt) : 0)
  }
  const merge = (received: Received) => {
    window = newerWindow(timeUntil(window?.resetAt) > 0 ? window : undefined, received.window)
    if (timeUntil(received.busyUntil) <= timeUntil(busyUntil.getState())) return
    clearTimeout(timer)
    timer = setTimeout(() => busyUntil.setState(undefined), timeUntil(received.busyUntil))
    busyUntil.setState(received.busyUntil)
  }
  channel?.addEventListener('message', ({ data }) => merge(data as Received))

  return {
    /** Rejects if aborted. */
    async acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
      for (let wait = pauseOf(priority); wait > 0; wait = pauseOf(priority)) {
        await delay(wait + random() * spreadMs[priority], signal)
      }
      signal?.throwIfAborted()
    },
    update({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
      const now = clock()
      const received = {
        window: readRateLimit(headers, now),
        busyUntil: status === 429 ? readRetryAt(headers, now, random()) : undefined,
      }
      merge(received)
      channel?.postMessage(received)
    },
    /**
     * In ms: `base` or longer. The available fraction is squared so that 40 clients do not use up the
     * reserve.
     */
    pollInterval(base: number): number {
      if (base >= maxSlowedInterval) return Math.round(base * jitter)
      const interval = window ? base / available() ** 2 : base * unknownLimitFactor
      const max = window ? base + timeUntil(window.resetAt) : interval
      return Math.round(Math.min(interval, max) * jitter)
    },
    /** Unix ms. */
    busyUntil: busyUntil.getState,
    subscribe: (listener: () => void) => busyUntil.subscribe(listener),
    close(): void {
      clearTimeout(timer)
      channel?.close()
    },
  }
}

/** Responses may arrive in another order. The lower count is newer. */
function newerWindow(known: RateLimitWindow | undefined, received: RateLimitWindow | undefined) {
  if (!known || !received) return received ?? known
  const isSame = Math.abs(known.resetAt - received.resetAt) < 2_000
  if (isSame) return received.remaining < known.remaining ? received : known
  return received.resetAt > known.resetAt ? received : known
}
