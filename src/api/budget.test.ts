import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Budget, createBudget } from './budget.ts'
import { simulateSchool } from './simulateSchool.ts'

const start = Date.UTC(2026, 10, 18, 8)

beforeEach(() => vi.useFakeTimers({ now: start }))
afterEach(() => vi.useRealTimers())

const said = (remaining: number, secondsLeft: number, status = 200, more: Record<string, string> = {}) => ({
  status,
  headers: new Headers({
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + secondsLeft),
    ...more,
  }),
})

/** When each priority is let through, in ms from now; undefined within two minutes. */
async function admitted(budget: Budget) {
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

describe('a budget', () => {
  it('lets everything through while nothing is known', async () => {
    expect(await admitted(createBudget())).toEqual({ write: 0, read: 0, background: 0 })
  })

  it('stops polls first, then reads, and writes last', async () => {
    const some = createBudget({ chance: () => 0 })
    some.learn(said(80, 30))
    expect(await admitted(some)).toEqual({ write: 0, read: 0, background: 30_000 })
    const few = createBudget({ chance: () => 0 })
    few.learn(said(20, 3))
    expect(await admitted(few)).toMatchObject({ write: 0, read: 3000, background: 3000 })
    const none = createBudget({ chance: () => 0 })
    none.learn(said(0, 30))
    expect(await admitted(none)).toEqual({ write: 30_000, read: 30_000, background: 30_000 })
  })

  it('lets Retry-After win, for everybody', async () => {
    const budget = createBudget({ chance: () => 0 })
    budget.learn(said(200, 50, 429, { 'Retry-After': '7' }))
    expect(budget.state()).toEqual({ level: 'busy', busyUntil: start + 7000 })
    expect(await admitted(budget)).toEqual({ write: 7000, read: 7000, background: 7000 })
  })

  it('waits 5 to 60 s when a refusal says nothing that can be believed', async () => {
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

  it('spreads who waited for the new minute, writes the least', async () => {
    const waits: Awaited<ReturnType<typeof admitted>>[] = []
    for (let index = 0; index < 20; index += 1) {
      const budget = createBudget({ chance: () => index / 20 })
      budget.learn(said(0, 30))
      waits.push(await admitted(budget))
    }
    const width = (priority: 'write' | 'read' | 'background') => {
      const all = waits.map(wait => wait[priority] ?? 0)
      return Math.max(...all) - Math.min(...all)
    }
    expect(width('write')).toBeGreaterThan(1000)
    expect(width('read')).toBeGreaterThan(5000)
    expect(width('background')).toBeGreaterThan(20_000)
  })

  it('polls slower when the minute is used up fast, in steps, and recovers', () => {
    const budget = createBudget({ chance: () => 0.5 })
    expect(budget.pollInterval(10_000)).toBe(10_000)
    for (let minute = 0; minute < 10; minute += 1) {
      vi.setSystemTime(start + minute * 60_000 + 30_000)
      budget.learn(said(100, 30))
    }
    const slowest = budget.pollInterval(10_000)
    expect(slowest).toBe(120_000)
    expect(budget.state().level).toBe('slowed')
    for (let minute = 1; minute < 20; minute += 1) {
      vi.setSystemTime(start + (minute + 20) * 60_000 + 30_000)
      budget.learn(said(290, 30))
    }
    expect(budget.pollInterval(10_000)).toBe(10_000)
    expect(budget.state().level).toBe('free')
  })

  it('says when it is over', async () => {
    const budget = createBudget({ chance: () => 0 })
    const levels: string[] = []
    budget.subscribe(() => levels.push(budget.state().level))
    budget.learn(said(200, 50, 429, { 'Retry-After': '7' }))
    await vi.advanceTimersByTimeAsync(7000)
    expect(levels).toEqual(['busy', 'slowed'])
  })

  it('tells the other tabs what it learned', async () => {
    vi.useRealTimers()
    const name = crypto.randomUUID()
    const [one, two] = [
      createBudget({ channel: new BroadcastChannel(name) }),
      createBudget({ channel: new BroadcastChannel(name) }),
    ]
    const heard = new Promise<void>(resolve => two.subscribe(resolve))
    one.learn(said(100, 30, 429, { 'Retry-After': '30' }))
    await heard
    expect(two.state().level).toBe('busy')
    one.stop()
    two.stop()
  })

  it('lets a waiting call be aborted', async () => {
    const budget = createBudget()
    budget.learn(said(0, 30))
    const stop = new AbortController()
    const waiting = budget.admit('read', stop.signal)
    stop.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('40 teachers behind one address, from 08:00 for five minutes', () => {
  it.each([1, 2, 3])('stay under 300 a minute and nobody starves (%i)', async seed => {
    const school = await simulateSchool({
      teachers: 40,
      minutes: 5,
      limit: 300,
      seed,
      pass: ms => vi.advanceTimersByTimeAsync(ms),
    })
    expect(Math.max(...school.windows)).toBeLessThanOrEqual(300)
    expect(school.refused).toBe(0)
    for (const teacher of school.teachers) {
      expect(teacher.polls).toBeGreaterThanOrEqual(3)
      expect(teacher.longestWrite).toBeLessThan(5_000)
      expect(teacher.longestRead).toBeLessThan(30_000)
    }
  })
})
