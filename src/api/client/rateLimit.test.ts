import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomUuid } from '../../lib/encoding.ts'
import { fc } from '../../testing/fastCheck.ts'
import { createRateLimit, type Priority, type RateLimit } from './rateLimit.ts'
import { readRateLimit, readRetryAt } from './rateLimitHeaders.ts'

const start = Date.UTC(2026, 10, 18, 8)

beforeEach(() => vi.useFakeTimers({ now: start }))
afterEach(() => vi.useRealTimers())

function response(remaining: number, secondsLeft: number, retryAfter?: number) {
  const headers = new Headers({
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + secondsLeft),
  })
  if (retryAfter === undefined) return { status: 200, headers }
  headers.set('Retry-After', String(retryAfter))
  return { status: 429, headers }
}

/** In ms by priority. Undefined above two minutes. */
async function delaysOf(rateLimit: RateLimit) {
  const began = Date.now()
  const delays: Partial<Record<Priority, number>> = {}
  for (const priority of ['background', 'user'] as const) {
    void rateLimit.acquire(priority).then(() => {
      delays[priority] = Date.now() - began
    })
  }
  await vi.advanceTimersByTimeAsync(120_000)
  return delays
}

describe('acquire', () => {
  it('does not wait before the first response with a limit', async () => {
    expect(await delaysOf(createRateLimit())).toEqual({ user: 0, background: 0 })
  })

  it('pauses background requests at 20 % until the reset', async () => {
    const above = createRateLimit({ random: () => 0 })
    above.update(response(61, 30))
    expect(await delaysOf(above)).toEqual({ user: 0, background: 0 })
    for (const remaining of [60, 0]) {
      const below = createRateLimit({ random: () => 0 })
      below.update(response(remaining, 30))
      expect(await delaysOf(below)).toEqual({ user: 0, background: 30_000 })
    }
  })

  it('delays all requests after a 429, and spreads them', async () => {
    const delays: Awaited<ReturnType<typeof delaysOf>>[] = []
    for (const random of [0, 0.5, 0.9]) {
      const rateLimit = createRateLimit({ random: () => random })
      rateLimit.update(response(200, 50, 7))
      expect(rateLimit.busyUntil()).toBe(Date.now() + 7000)
      delays.push(await delaysOf(rateLimit))
    }
    expect(delays).toEqual([
      { user: 7000, background: 7000 },
      { user: 8000, background: 17_000 },
      { user: 8800, background: 25_000 },
    ])
  })

  it('rejects if the request is aborted, and leaves no timer', async () => {
    const rateLimit = createRateLimit()
    rateLimit.update(response(0, 30))
    const stop = new AbortController()
    const acquired = rateLimit.acquire('background', stop.signal)
    stop.abort(new Error('left'))
    await expect(acquired).rejects.toThrow('left')
    rateLimit.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends after any responses and clock changes', async () => {
    const step = fc.record({
      clock: fc.integer({ min: -7_200_000, max: 7_200_000 }),
      remaining: fc.nat(300),
      secondsLeft: fc.integer({ min: -60, max: 200 }),
      retryAfter: fc.option(fc.nat(200), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
        const rateLimit = createRateLimit()
        for (const { clock, remaining, secondsLeft, retryAfter } of steps) {
          vi.setSystemTime(Date.now() + clock)
          rateLimit.update(response(remaining, secondsLeft, retryAfter))
          expect(rateLimit.pollInterval(10_000)).toBeLessThan(150_000)
          expect(rateLimit.pollInterval(10_000)).toBeGreaterThanOrEqual(9_000)
        }
        const isAcquired = Promise.all([rateLimit.acquire('user'), rateLimit.acquire('background')])
        await vi.advanceTimersByTimeAsync(300_000)
        await isAcquired
        rateLimit.close()
      }),
      { numRuns: 50 },
    )
  })
})

describe('pollInterval', () => {
  it('increases as the remaining limit shrinks, and recovers after the reset', () => {
    const rateLimit = createRateLimit({ random: () => 0.5 })
    const intervals = [300, 240, 180, 120, 60].map(remaining => {
      rateLimit.update(response(remaining, 60))
      return rateLimit.pollInterval(10_000)
    })
    expect(intervals).toEqual([10_000, 17_778, 40_000, 70_000, 70_000])
    vi.setSystemTime(start + 60_000)
    expect(rateLimit.pollInterval(10_000)).toBe(10_000)
  })

  it('triples frequent polls without rate limit headers', () => {
    const rateLimit = createRateLimit({ random: () => 0.5 })
    expect(rateLimit.pollInterval(10_000)).toBe(30_000)
    expect(rateLimit.pollInterval(300_000)).toBe(300_000)
    rateLimit.update(response(70, 30))
    expect(rateLimit.pollInterval(300_000)).toBe(300_000)
  })

  it('uses the lowest count of a window, in any response order', () => {
    const intervalAfter = (...counts: number[]) => {
      const rateLimit = createRateLimit({ random: () => 0.5 })
      for (const remaining of counts) rateLimit.update(response(remaining, 30))
      return rateLimit.pollInterval(10_000)
    }
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 1 }), counts => {
        expect(intervalAfter(...counts)).toBe(intervalAfter(Math.min(...counts)))
      }),
    )
  })

  it('ignores a late response of the previous window', () => {
    const rateLimit = createRateLimit({ random: () => 0.5 })
    const late = response(60, 5)
    rateLimit.update(response(300, 65))
    rateLimit.update(late)
    expect(rateLimit.pollInterval(10_000)).toBe(10_000)
  })
})

describe('busyUntil', () => {
  it('notifies subscribers when the delay begins and ends', async () => {
    const rateLimit = createRateLimit()
    const states: (number | undefined)[] = []
    rateLimit.subscribe(() => states.push(rateLimit.busyUntil()))
    rateLimit.update(response(100, 50))
    rateLimit.update(response(0, 50, 7))
    await vi.advanceTimersByTimeAsync(7000)
    expect(states).toEqual([start + 7000, undefined])
  })

  it('is shared with the other tabs', async () => {
    vi.useRealTimers()
    const name = randomUuid()
    const [first, second] = [1, 2].map(() => createRateLimit({ channel: new BroadcastChannel(name) }))
    const notified = new Promise<void>(resolve => second?.subscribe(resolve))
    first?.update(response(100, 30, 30))
    await notified
    expect(second?.busyUntil()).toBe(first?.busyUntil())
    first?.close()
    second?.close()
  })
})

describe('rate limit headers', () => {
  const headers = (limit: string, remaining: string, reset: number | string, more?: Record<string, string>) =>
    new Headers({
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': typeof reset === 'number' ? String(reset / 1000) : reset,
      ...more,
    })

  it('readRateLimit corrects the reset by the clock of the service', () => {
    const window = { limit: 300, remaining: 12, resetAt: start + 45_000 }
    expect(readRateLimit(headers('300', '12', start + 45_000), start)).toEqual(window)
    const ahead = { Date: new Date(start + 600_000).toUTCString() }
    expect(readRateLimit(headers('300', '12', start + 645_000, ahead), start)).toEqual(window)
  })

  it.each([
    new Headers(),
    headers('300', '12', start - 1000),
    headers('300', '12', start + 3_600_000),
    headers('300', '301', start + 45_000),
    headers('0', '0', start + 45_000),
    headers('-300', '12', start + 45_000),
    headers('many', '12', start + 45_000),
    headers('300', '', start + 45_000),
    headers('300', '12', 'soon'),
  ])('readRateLimit returns undefined for missing, past or invalid values (%#)', invalid => {
    expect(readRateLimit(invalid, start)).toBeUndefined()
  })

  it('readRetryAt uses Retry-After, else the reset, else 5 to 60 s', () => {
    const both = headers('300', '0', start + 45_000, { 'Retry-After': '9' })
    expect(readRetryAt(both, start, 0.5)).toBe(start + 9000)
    both.delete('Retry-After')
    expect(readRetryAt(both, start, 0.5)).toBe(start + 45_000)
    const invalid = new Headers({ 'Retry-After': '9999999', 'X-RateLimit-Reset': 'soon' })
    for (const random of [0, 0.5, 0.999]) {
      const wait = readRetryAt(invalid, start, random) - start
      expect(wait).toBe(5000 + random * 55_000)
    }
  })
})
