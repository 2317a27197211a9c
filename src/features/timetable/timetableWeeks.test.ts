import { expect, it } from 'vitest'
import { addWeeks, getDaysForward } from './timetableAddress.ts'

it('getDaysForward returns whole weeks', () => {
  expect(getDaysForward('2026-W47', '2026-11-18')).toBe(7)
  expect(getDaysForward('2026-W48', '2026-11-18')).toBe(7)
  expect(getDaysForward('2026-W49', '2026-11-22')).toBe(14)
  expect(getDaysForward('2027-W01', '2026-12-31')).toBe(7)
  expect(getDaysForward('2027-W01', '2026-11-18')).toBe(49)
})

it('getDaysForward is undefined out of range', () => {
  expect(getDaysForward('2026-W46', '2026-11-16')).toBeUndefined()
  expect(getDaysForward('2027-W46', '2026-11-18')).toBe(364)
  expect(getDaysForward('2027-W47', '2026-11-18')).toBeUndefined()
  expect(getDaysForward('2025-W53', '2026-11-18')).toBeUndefined()
})

it('addWeeks handles 53 weeks', () => {
  expect(addWeeks('2026-W53', 1)).toBe('2027-W01')
  expect(addWeeks('2027-W01', -1)).toBe('2026-W53')
})
