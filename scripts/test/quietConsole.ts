import { afterEach, beforeEach, expect, vi } from 'vitest'

// An unexpected warning is a failure. A test that expects one replaces the method.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    const print = console[level]
    const heard: unknown[][] = []
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      heard.push(words)
      print(...words)
    })
    unexpected.push({ level, heard })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  for (const { level, heard } of unexpected.splice(0))
    expect(heard, `console.${level} was called`).toEqual([])
})

const unexpected: { level: 'error' | 'warn'; heard: unknown[][] }[] = []
