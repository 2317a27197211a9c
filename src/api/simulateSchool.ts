import { createBudget } from './budget.ts'
import { later } from './later.ts'
import type { Priority } from './pacing.ts'

/** A bell at a school: pages opened within half a minute, then read, written in and polled. For tests on fake timers. */
export type SimulatedSchool = {
  /** Requests of each minute of the service, refused ones too. */
  windows: number[]
  refused: number
  teachers: { polls: number; longestWrite: number; longestRead: number }[]
}

export async function simulateSchool(options: {
  teachers: number
  minutes: number
  limit: number
  seed: number
  /** Lets so many ms of the faked timers pass. */
  pass: (ms: number) => Promise<unknown>
}): Promise<SimulatedSchool> {
  const chance = repeatable(options.seed)
  const end = Date.now() + options.minutes * 60_000
  const windows: number[] = []
  let resetAt = 0
  let refused = 0

  const service = async (): Promise<{ status: number; headers: Headers }> => {
    await later(20 + chance() * 100)
    if (Date.now() >= resetAt) {
      resetAt = Date.now() + 60_000
      windows.push(0)
    }
    const used = (windows.at(-1) ?? 0) + 1
    windows[windows.length - 1] = used
    const headers = new Headers({
      'X-RateLimit-Limit': String(options.limit),
      'X-RateLimit-Remaining': String(Math.max(0, options.limit - used)),
      'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
    })
    if (used > options.limit) {
      refused += 1
      headers.set('Retry-After', String(Math.ceil((resetAt - Date.now()) / 1000)))
      return { status: 429, headers }
    }
    return { status: 200, headers }
  }

  const teachers = Array.from({ length: options.teachers }, () => {
    const budget = createBudget({ chance })
    const teacher = { polls: 0, longestWrite: 0, longestRead: 0 }
    const ask = async (priority: Priority) => {
      const began = Date.now()
      for (;;) {
        await budget.admit(priority)
        const answer = await service()
        budget.learn(answer)
        if (answer.status === 200) break
      }
      const took = Date.now() - began
      if (priority === 'write') teacher.longestWrite = Math.max(teacher.longestWrite, took)
      if (priority === 'read') teacher.longestRead = Math.max(teacher.longestRead, took)
      if (priority === 'background') teacher.polls += 1
    }
    const repeat = async (wait: () => number, priority: Priority) => {
      while (Date.now() < end) {
        await later(wait())
        if (Date.now() < end) await ask(priority)
      }
    }
    const open = async () => {
      await later(chance() * 30_000)
      await Promise.all([ask('read'), ask('read'), ask('read')])
      await Promise.all([
        repeat(() => budget.pollInterval(10_000), 'background'),
        repeat(() => budget.pollInterval(30_000), 'background'),
        repeat(() => 10_000 + chance() * 40_000, 'read'),
        repeat(() => 30_000 + chance() * 60_000, 'write'),
      ])
    }
    void open()
    return teacher
  })

  await options.pass(options.minutes * 60_000 + 90_000)
  return { windows, refused, teachers }
}

/** The same numbers in every run: mulberry32. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
