import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { backoffDelay, lifetimeOf, refreshDelay } from './refresh.ts'

const chance = fc.double({ min: 0, max: 0.999, noNaN: true })

it('is ahead of expiry by a minute or a tenth, and not much more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 600, max: 86_400 }), chance, (lifetime, luck) => {
      const ahead = lifetime - refreshDelay(lifetime, luck) / 1000
      expect(ahead).toBeGreaterThanOrEqual(Math.max(60, lifetime / 10) - 1e-6)
      expect(ahead).toBeLessThanOrEqual(Math.max(60, lifetime / 10) + 30)
    }),
  )
})

it('is in the last quarter of the life of a token of seconds', () => {
  fc.assert(
    fc.property(chance, luck => {
      expect(refreshDelay(5, luck)).toBeGreaterThanOrEqual(3250)
      expect(refreshDelay(5, luck)).toBeLessThanOrEqual(3750)
    }),
  )
})

it('never storms and never overflows a timer, whatever the service says', () => {
  fc.assert(
    fc.property(fc.option(fc.double(), { nil: undefined }), chance, (expiresIn, luck) => {
      const delay = refreshDelay(expiresIn, luck)
      expect(delay).toBeGreaterThanOrEqual(1000)
      expect(delay).toBeLessThan(2 ** 31)
    }),
  )
})

it('falls back to ten minutes', () => {
  for (const absurd of [undefined, 0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
    expect(lifetimeOf(absurd)).toBe(600)
  }
})

it('backs off from 1 to 32 seconds', () => {
  expect([1, 2, 3, 6, 7, 100].map(failures => backoffDelay(failures, 0))).toEqual([
    1000, 2000, 4000, 32_000, 32_000, 32_000,
  ])
  expect(backoffDelay(3, 0.999)).toBeGreaterThanOrEqual(3000)
})
