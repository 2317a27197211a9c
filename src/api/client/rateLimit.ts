import { createStore } from 'zustand/vanilla'
import { delay } from '../../lib/delay.ts'
import type { TabChannel } from '../../lib/openChannel.ts'
import { maxResetAhead, type RateLimitWindow, readRateLimit, readRetryAt } from './rateLimitHeaders.ts'

/** `user`: the user waits for the response. `background`: polls, prefetches and queued bulk writes. */
export type Priority = 'user' | 'background'

export type RateLimit = ReturnType<typeof createRateLimit>

export type RateLimitOptions = {
  /** Returns Unix ms. */
  clock?: () => number
  /** Returns a random number in [0, 1). */
  random?: () => number
  /** Shares the state with the other tabs of the browser. */
  channel?: TabChannel | undefined
}

/** What a response shows. Also sent to the other tabs. `busyUntil`: time in Unix ms until which a 429 forbids requests. */
type Received = { window: RateLimitWindow | undefined; busyUntil: number | undefined }

/** Fraction of the limit that is reserved for user requests. */
const reserve = 0.2
/** Polls with this interval or a longer one are not slowed down, in ms. Restarting their timers could starve them. */
const maxSlowedInterval = 60_000
/** Factor for frequent polls if the service does not send its limit. Assumes that a staff room shares it. */
const unknownLimitFactor = 3
/** Time over which paused requests are spread after the pause, in ms, so that they are not sent in a burst. */
const spreadMs: Record<Priority, number> = { user: 2_000, background: 20_000 }

/** Creates the rate limiter. All users behind one IP address share 300 requests per minute (rule 30). */
export function createRateLimit({ clock = Date.now, random = Math.random, channel }: RateLimitOptions = {}) {
  // Random factor, so that pages that are opened at the same time do not poll at the same time.
  const jitter = 0.9 + random() * 0.2
  let window: RateLimitWindow | undefined
  const busyUntil = createStore<number | undefined>(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  const timeUntil = (at: number | undefined) => {
    const wait = (at ?? 0) - clock()
    // A longer wait means that the clock was set back.
    return wait > 0 && wait <= maxResetAhead ? wait : 0
  }
  /** Returns the fraction of the limit that background requests may still use, from 0 to 1. */
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
    /** Waits until a request may be sent. Rejects if the signal is aborted. */
    async acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
      for (let wait = pauseOf(priority); wait > 0; wait = pauseOf(priority)) {
        await delay(wait + random() * spreadMs[priority], signal)
      }
      signal?.throwIfAborted()
    },
    /** Reads the rate limit headers of a response. */
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
     * Returns the interval in ms for polls that run every `base` ms without load. It increases as the remaining limit
     * shrinks: its square keeps 40 polling clients above the reserve. After the window resets, a poll is due within
     * `base`.
     */
    pollInterval(base: number): number {
      if (base >= maxSlowedInterval) return Math.round(base * jitter)
      const interval = window ? base / available() ** 2 : base * unknownLimitFactor
      const max = window ? base + timeUntil(window.resetAt) : interval
      return Math.round(Math.min(interval, max) * jitter)
    },
    /** Returns the time in Unix ms until which no request is sent, or undefined. */
    busyUntil: busyUntil.getState,
    /** Notifies of changes of `busyUntil`. */
    subscribe: (listener: () => void) => busyUntil.subscribe(listener),
    close(): void {
      clearTimeout(timer)
      channel?.close()
    },
  }
}

/** Returns the newer state. Responses may arrive in another order, so within a window it is the lower count. */
function newerWindow(known: RateLimitWindow | undefined, received: RateLimitWindow | undefined) {
  if (!known || !received) return received ?? known
  const isSame = Math.abs(known.resetAt - received.resetAt) < 2_000
  if (isSame) return received.remaining < known.remaining ? received : known
  return received.resetAt > known.resetAt ? received : known
}
