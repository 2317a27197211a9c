import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Budget, createBudget } from './client/budget.ts'

const start = Date.UTC(2026, 10, 18, 8)

beforeEach(() => vi.useFakeTimers({ now: start }))
afterEach(() => vi.useRealTimers())

const rateLimitResponse = (
  remaining: number,
  secondsLeft: number,
  status = 200,
  more: Record<string, string> = {},
) => ({
  status,
  headers: new Headers({
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + secondsLeft),
    ...more,
  }),
})

/** Returns when each priority is admitted, in ms from now. Undefined if it takes more than two minutes. */
async function admissionTimes(budget: Budget) {
  const began = Date.now()
  const at: Partial<Record<'write' | 'read' | 'background', number>> = {}
  for (const priority of ['background', 'read', 'write'] as const) {
    void budget.admit(priority).then(() => {
      at[priority] = Date.now() - began
    })
  }
  await vi.advanceTimersByTimeAsync(120_000)
  return at
}

describe('rate limit budget', () => {
  it('admits all requests at once before it knows a limit', async () => {
    expect(await admissionTimes(createBudget())).toEqual({ write: 0, read: 0, background: 0 })
  })

  it('delays background requests first, then reads, and writes last', async () => {
    const some = createBudget({ chance: () => 0 })
    some.learn(rateLimitResponse(80, 30))
    const { background: later, ...now } = await admissionTimes(some)
    expect(now).toEqual({ write: 0, read: 0 })
    expect(later).toBeGreaterThanOrEqual(20_000)
    const few = createBudget({ chance: () => 0 })
    few.learn(rateLimitResponse(4, 3))
    const waits = await admissionTimes(few)
    expect(waits.write).toBe(0)
    expect(waits.read).toBeGreaterThanOrEqual(3000)
    expect(waits.background).toBeGreaterThan(waits.read ?? 0)
    const none = createBudget({ chance: () => 0 })
    none.learn(rateLimitResponse(0, 30))
    expect(await admissionTimes(none)).toMatchObject({ write: 30_000, read: expect.closeTo(33_600, -4) })
  })

  it('admits background requests before the reset if enough requests remain', async () => {
    const budget = createBudget({ chance: () => 0 })
    budget.learn(rateLimitResponse(200, 50))
    const { background = 0 } = await admissionTimes(budget)
    expect(background).toBeGreaterThan(0)
    expect(background).toBeLessThan(50_000)
  })

  it('counts requests of a sliding minute, across the reset of the service', async () => {
    const budget = createBudget({ chance: () => 0 })
    budget.learn(rateLimitResponse(290, 20))
    await vi.advanceTimersByTimeAsync(19_000)
    budget.learn(rateLimitResponse(10, 1))
    await vi.advanceTimersByTimeAsync(2000)
    budget.learn(rateLimitResponse(285, 59))
    // In the service's own minute, 285 requests remain.
    const { write, read = 0 } = await admissionTimes(budget)
    expect(write).toBe(0)
    expect(read).toBeGreaterThan(30_000)
  })

  it('delays all priorities until Retry-After', async () => {
    const budget = createBudget({ chance: () => 0 })
    budget.learn(rateLimitResponse(200, 50, 429, { 'Retry-After': '7' }))
    expect(budget.state()).toEqual({ level: 'busy', busyUntil: start + 7000 })
    expect(await admissionTimes(budget)).toEqual({ write: 7000, read: 7000, background: 7000 })
  })

  it('waits 5 to 60 s after a 429 without a valid time', async () => {
    for (const chance of [0, 0.5, 0.999]) {
      const budget = createBudget({ chance: () => chance })
      budget.learn({
        status: 429,
        headers: new Headers({ 'Retry-After': '9999999', 'X-RateLimit-Reset': 'soon' }),
      })
      const { busyUntil = 0 } = budget.state()
      expect(busyUntil - Date.now()).toBeGreaterThanOrEqual(5000)
      expect(busyUntil - Date.now()).toBeLessThanOrEqual(60_000)
    }
  })

  it('spreads delayed requests after the reset, writes the least', async () => {
    const waits: Awaited<ReturnType<typeof admissionTimes>>[] = []
    for (let index = 0; index < 20; index += 1) {
      const budget = createBudget({ chance: () => index / 20 })
      budget.learn(rateLimitResponse(0, 30))
      waits.push(await admissionTimes(budget))
    }
    const width = (priority: 'write' | 'read' | 'background') => {
      const all = waits.map(wait => wait[priority] ?? 0)
      return Math.max(...all) - Math.min(...all)
    }
    expect(width('write')).toBeGreaterThan(1000)
    expect(width('read')).toBeGreaterThan(2000)
    expect(width('background')).toBeGreaterThan(5000)
  })

  it('increases the poll interval in steps while the limit is nearly used up, and recovers', () => {
    const budget = createBudget({ chance: () => 0.5 })
    // No response has declared a limit yet.
    expect(budget.pollInterval(10_000)).toBe(30_000)
    expect(budget.pollInterval(300_000)).toBe(300_000)
    budget.learn(rateLimitResponse(299, 59))
    expect(budget.pollInterval(10_000)).toBe(10_000)
    for (let minute = 0; minute < 10; minute += 1) {
      vi.setSystemTime(start + minute * 60_000 + 30_000)
      budget.learn(rateLimitResponse(100, 30))
    }
    const slowest = budget.pollInterval(10_000)
    expect(slowest).toBe(120_000)
    expect(budget.state().level).toBe('slowed')
    for (let minute = 1; minute < 20; minute += 1) {
      vi.setSystemTime(start + (minute + 20) * 60_000 + 30_000)
      budget.learn(rateLimitResponse(290, 30))
    }
    expect(budget.pollInterval(10_000)).toBe(10_000)
    expect(budget.state().level).toBe('free')
  })

  it('notifies subscribers when the busy period ends', async () => {
    const budget = createBudget({ chance: () => 0 })
    const levels: string[] = []
    budget.subscribe(() => levels.push(budget.state().level))
    budget.learn(rateLimitResponse(200, 50, 429, { 'Retry-After': '7' }))
    await vi.advanceTimersByTimeAsync(7000)
    expect(levels).toEqual(['busy', 'slowed'])
  })

  it('shares its state with the other tabs', async () => {
    vi.useRealTimers()
    const name = crypto.randomUUID()
    const [one, two] = [
      createBudget({ channel: new BroadcastChannel(name) }),
      createBudget({ channel: new BroadcastChannel(name) }),
    ]
    const notified = new Promise<void>(resolve => two.subscribe(resolve))
    one.learn(rateLimitResponse(100, 30, 429, { 'Retry-After': '30' }))
    await notified
    expect(two.state().level).toBe('busy')
    one.stop()
    two.stop()
  })

  it('removes an aborted request from its queue', async () => {
    const budget = createBudget()
    budget.learn(rateLimitResponse(0, 30))
    const stop = new AbortController()
    const waiting = budget.admit('read', stop.signal)
    stop.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(0)
    budget.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
