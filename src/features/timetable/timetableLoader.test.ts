import { expect, it } from 'vitest'
import { daysForward, weekPlus } from './timetableLoader.ts'

it('daysForward returns whole weeks up to the requested one', () => {
  expect(daysForward('2026-W47', '2026-11-18')).toBe(7)
  expect(daysForward('2026-W48', '2026-11-18')).toBe(7)
  expect(daysForward('2026-W49', '2026-11-22')).toBe(14)
  expect(daysForward('2027-W01', '2026-12-31')).toBe(7)
  expect(daysForward('2027-W01', '2026-11-18')).toBe(49)
})

it('daysForward is undefined for earlier, too distant and invalid weeks', () => {
  expect(daysForward('2026-W46', '2026-11-16')).toBeUndefined()
  expect(daysForward('2027-W46', '2026-11-18')).toBe(364)
  expect(daysForward('2027-W47', '2026-11-18')).toBeUndefined()
  expect(daysForward('2025-W53', '2026-11-18')).toBeUndefined()
})

it('weekPlus handles years with 53 weeks', () => {
  expect(weekPlus('2026-W53', 1)).toBe('2027-W01')
  expect(weekPlus('2027-W01', -1)).toBe('2026-W53')
})
