import { expect, it } from 'vitest'
import { readRetryAfter } from './retryAfter.ts'

const now = Date.UTC(2026, 10, 18, 8, 0)
const asked = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now)

it('reads seconds and dates', () => {
  expect(asked({ 'Retry-After': '7' })).toBe(now + 7000)
  expect(asked({ 'Retry-After': 'Wed, 18 Nov 2026 08:00:30 GMT' })).toBe(now + 30_000)
})

it('takes a date by the clock of who sent it', () => {
  const headers = { Date: 'Wed, 18 Nov 2026 09:00:00 GMT', 'Retry-After': 'Wed, 18 Nov 2026 09:00:30 GMT' }
  expect(asked(headers)).toBe(now + 30_000)
})

it('does not believe the absurd', () => {
  for (const text of ['', 'soon', '-5', '1e9', '86400', 'Wed, 18 Nov 2020 08:00:30 GMT']) {
    expect(asked({ 'Retry-After': text })).toBeUndefined()
  }
})
