import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { readLimits, retryAtOf } from './client/requestLog.ts'

const now = Date.UTC(2026, 10, 18, 8, 0, 15)
const headers = (limit: string, remaining: string, reset: string, more: Record<string, string> = {}) =>
  new Headers({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
    ...more,
  })
const inSeconds = (ms: number) => String(ms / 1000)

it('readLimits reads the three headers', () => {
  expect(readLimits(headers('300', '12', inSeconds(now + 45_000)), now)).toEqual({
    limit: 300,
    remaining: 12,
    resetAt: now + 45_000,
  })
})

it('readLimits corrects the reset by the clock of the service', () => {
  const ahead = { Date: new Date(now + 600_000).toUTCString() }
  expect(readLimits(headers('300', '12', inSeconds(now + 645_000), ahead), now)?.resetAt).toBe(now + 45_000)
})

it('readLimits returns undefined for missing, past or invalid values', () => {
  const soon = inSeconds(now + 45_000)
  for (const absurd of [
    new Headers(),
    headers('300', '12', inSeconds(now - 1000)),
    headers('300', '12', inSeconds(now + 3_600_000)),
    headers('300', '301', soon),
    headers('0', '0', soon),
    headers('-300', '12', soon),
    headers('many', '12', soon),
    headers('300', '', soon),
  ]) {
    expect(readLimits(absurd, now)).toBeUndefined()
  }
})

it('retryAtOf uses Retry-After, else the reset, else 5 to 60 s', () => {
  const reset = headers('300', '0', inSeconds(now + 45_000), { 'Retry-After': '9' })
  expect(retryAtOf(reset, now, 0.5)).toBe(now + 9000)
  reset.delete('Retry-After')
  expect(retryAtOf(reset, now, 0.5)).toBe(now + 45_000)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), chance => {
      const wait = retryAtOf(new Headers({ 'Retry-After': 'never' }), now, chance) - now
      expect(wait).toBeGreaterThanOrEqual(5000)
      expect(wait).toBeLessThan(60_000)
    }),
  )
})
