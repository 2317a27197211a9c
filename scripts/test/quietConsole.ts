import { afterEach, beforeEach, expect, vi } from 'vitest'

// An unexpected warning is a failure. A test that expects one replaces the method.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    const print = console[level]
    const calls: unknown[][] = []
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      calls.push(args)
      print(...args)
    })
    unexpected.push({ level, calls })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  for (const { level, calls } of unexpected.splice(0))
    expect(calls, `console.${level} was called`).toEqual([])
})

const unexpected: { level: 'error' | 'warn'; calls: unknown[][] }[] = []
