import { expect, it } from 'vitest'
import { parseRetryAfter } from './retryAfter.ts'

const now = Date.UTC(2026, 10, 18, 8, 0)
const retryAfterOf = (headers: Record<string, string>) => parseRetryAfter(new Headers(headers), now)

it('parseRetryAfter reads seconds and HTTP dates', () => {
  expect(retryAfterOf({ 'Retry-After': '7' })).toBe(now + 7000)
  expect(retryAfterOf({ 'Retry-After': 'Wed, 18 Nov 2026 08:00:30 GMT' })).toBe(now + 30_000)
})

it('parseRetryAfter corrects a date by the clock of the sender', () => {
  const headers = { Date: 'Wed, 18 Nov 2026 09:00:00 GMT', 'Retry-After': 'Wed, 18 Nov 2026 09:00:30 GMT' }
  expect(retryAfterOf(headers)).toBe(now + 30_000)
})

it('parseRetryAfter ignores invalid, past and very late times', () => {
  for (const text of ['', 'soon', '-5', '1e9', '86400', 'Wed, 18 Nov 2020 08:00:30 GMT']) {
    expect(retryAfterOf({ 'Retry-After': text })).toBeUndefined()
  }
})
