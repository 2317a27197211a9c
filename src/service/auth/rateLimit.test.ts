import { describe, expect, it } from 'vitest'
import { createFixedWindow } from './rateLimit.ts'

function windowAt(limit: number, keys?: number) {
  let now = 1_000_000
  const window = createFixedWindow({ limit, windowMs: 60_000, clock: () => now, ...(keys && { keys }) })
  return {
    window,
    set: (value: number) => {
      now = value
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}

describe('createFixedWindow', () => {
  it('allows the limit, then nothing until the window closes', () => {
    const { window, advance } = windowAt(2)
    expect(window.add('a')).toEqual({ allowed: true, remaining: 1, resetsAt: 1_060_000 })
    advance(59_000)
    expect(window.add('a')).toEqual({ allowed: true, remaining: 0, resetsAt: 1_060_000 })
    expect(window.add('a')).toEqual({ allowed: false, remaining: 0, resetsAt: 1_060_000 })
    expect(window.add('b').allowed).toBe(true)
    advance(1000)
    expect(window.add('a')).toEqual({ allowed: true, remaining: 1, resetsAt: 1_120_000 })
  })

  it('takes a count back, and all of them', () => {
    const { window } = windowAt(1)
    window.add('a')
    window.undo('a')
    expect(window.add('a').allowed).toBe(true)
    expect(window.add('a').allowed).toBe(false)
    window.forget('a')
    expect(window.add('a').allowed).toBe(true)
    window.undo('never seen')
  })

  it('tells without counting whether a key is full', () => {
    const { window, advance } = windowAt(2)
    expect(window.fullUntil('a')).toBeUndefined()
    window.add('a')
    expect(window.fullUntil('a')).toBeUndefined()
    window.add('a')
    expect(window.fullUntil('a')).toBe(1_060_000)
    advance(60_000)
    expect(window.fullUntil('a')).toBeUndefined()
  })

  it('locks nobody out when the clock is set back', () => {
    const { window, set } = windowAt(1)
    window.add('a')
    window.add('a')
    set(1000)
    expect(window.add('a')).toEqual({ allowed: true, remaining: 0, resetsAt: 61_000 })
  })

  it('keeps a bounded number of keys, dropping the oldest', () => {
    const { window } = windowAt(1, 3)
    for (const key of ['a', 'b', 'c', 'd']) window.add(key)
    expect(window.add('d').allowed).toBe(false)
    expect(window.add('c').allowed).toBe(false)
    expect(window.add('a').allowed).toBe(true)
  })
})
