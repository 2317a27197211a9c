import { expect, it } from 'vitest'
import { daysBetween, mondayOf, mondayOfWeek, plusDays, weekday, weekOf } from './week.ts'

it('weekOf and mondayOfWeek handle ISO weeks at the turn of the year', () => {
  expect(weekOf('2026-12-31')).toBe('2026-W53')
  expect(weekOf('2027-01-03')).toBe('2026-W53')
  expect(weekOf('2027-01-04')).toBe('2027-W01')
  expect(mondayOfWeek('2026-W53')).toBe('2026-12-28')
  expect(mondayOfWeek('2025-W53')).toBeUndefined()
  expect(mondayOfWeek('soon')).toBeUndefined()
})

it('plusDays, daysBetween and mondayOf count days across daylight-saving changes', () => {
  expect(plusDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(weekday('2026-11-22')).toBe(7)
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
})
