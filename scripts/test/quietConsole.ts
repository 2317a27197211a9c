import { afterEach, beforeEach, expect, vi } from 'vitest'

// A warning nobody asked for is a failure. A test that expects one replaces the console's method itself.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    const print = console[level]
    const heard: unknown[][] = []
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      if (isAboutTheHarness(words)) return
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

/**
 * user-event dispatches within an `act` that nobody can await. What suspends on such an event, the first use of the
 * outbox say, makes React warn of the test and not of the app, and only where the promise was not settled by then.
 */
const isAboutTheHarness = ([text]: unknown[]): boolean =>
  typeof text === 'string' && text.startsWith('A component suspended inside an `act` scope')
