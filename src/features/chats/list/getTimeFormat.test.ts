import { expect, it } from 'vitest'
import { getTimeFormat } from './ChatRow.tsx'

const berlin = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
// A Wednesday.
const now = at('2026-11-18T09:12:00+01:00')

it.each([
  ['2026-11-18T00:00:00+01:00', 'time'],
  ['2026-11-18T09:30:00+01:00', 'time'],
  ['2026-11-17T23:59:00+01:00', 'yesterday'],
  ['2026-11-16T08:00:00+01:00', 'weekday'],
  ['2026-11-15T08:00:00+01:00', 'day'],
  ['2026-01-01T00:30:00+01:00', 'day'],
  ['2025-12-31T23:30:00+01:00', 'date'],
])('%s is shown as %s', (when, kind) => {
  expect(getTimeFormat(at(when), now, berlin)).toBe(kind)
})

it('uses days of the school’s time zone', () => {
  // Still the 17th in New York.
  const late = at('2026-11-18T00:30:00+01:00')
  expect(getTimeFormat(late, now, berlin)).toBe('time')
  expect(getTimeFormat(late, now, 'America/New_York')).toBe('yesterday')
})

it('shows no weekday for the week before', () => {
  const monday = at('2026-11-16T08:00:00+01:00')
  expect(getTimeFormat(at('2026-11-15T08:00:00+01:00'), monday, berlin)).toBe('yesterday')
  expect(getTimeFormat(at('2026-11-14T08:00:00+01:00'), monday, berlin)).toBe('day')
})
