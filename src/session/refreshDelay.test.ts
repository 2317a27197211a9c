import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { backoffDelay, lifetimeOf, refreshDelay } from './refresh.ts'

const random = fc.double({ min: 0, max: 0.999, noNaN: true })

it('refreshDelay ends 60 s or 10 % of the lifetime before expiry', () => {
  fc.assert(
    fc.property(fc.integer({ min: 600, max: 86_400 }), random, (lifetime, randomValue) => {
      const ahead = lifetime - refreshDelay(lifetime, randomValue) / 1000
      expect(ahead).toBeGreaterThanOrEqual(Math.max(60, lifetime / 10) - 1e-6)
      expect(ahead).toBeLessThanOrEqual(Math.max(60, lifetime / 10) + 30)
    }),
  )
})

it('refreshDelay is 65 to 75 % of the lifetime for short tokens', () => {
  fc.assert(
    fc.property(random, randomValue => {
      expect(refreshDelay(5, randomValue)).toBeGreaterThanOrEqual(3250)
      expect(refreshDelay(5, randomValue)).toBeLessThanOrEqual(3750)
    }),
  )
})

it('refreshDelay is at least 1 s and fits a timer, for any expires_in', () => {
  fc.assert(
    fc.property(fc.option(fc.double(), { nil: undefined }), random, (expiresIn, randomValue) => {
      const delay = refreshDelay(expiresIn, randomValue)
      expect(delay).toBeGreaterThanOrEqual(1000)
      expect(delay).toBeLessThan(2 ** 31)
    }),
  )
})

it('lifetimeOf returns 600 s for a missing or invalid expires_in', () => {
  for (const absurd of [undefined, 0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
    expect(lifetimeOf(absurd)).toBe(600)
  }
})

it('backoffDelay doubles from 1 to 32 s', () => {
  expect([1, 2, 3, 6, 7, 100].map(failures => backoffDelay(failures, 0))).toEqual([
    1000, 2000, 4000, 32_000, 32_000, 32_000,
  ])
  expect(backoffDelay(3, 0.999)).toBeGreaterThanOrEqual(3000)
})
