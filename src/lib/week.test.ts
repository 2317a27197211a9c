import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { expect, it } from 'vitest'
import { addDaysToDay, daysBetween, getMonday, getWeekday, parseIsoWeek, toIsoWeek } from './week.ts'

it('toIsoWeek and parseIsoWeek handle ISO weeks at the turn of the year', () => {
  expect(toIsoWeek('2026-12-31')).toBe('2026-W53')
  expect(toIsoWeek('2027-01-03')).toBe('2026-W53')
  expect(toIsoWeek('2027-01-04')).toBe('2027-W01')
  expect(parseIsoWeek('2026-W53')).toBe('2026-12-28')
  expect(parseIsoWeek('2025-W53')).toBeUndefined()
  expect(parseIsoWeek('soon')).toBeUndefined()
})

it('addDaysToDay, daysBetween and getMonday count days across daylight-saving changes', () => {
  expect(addDaysToDay('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(getWeekday('2026-11-22')).toBe(7)
  expect(getMonday('2026-11-22')).toBe('2026-11-16')
})

it('toIsoWeek and getMonday agree with date-fns for every day of 60 years', () => {
  const differences: string[] = []
  for (let day = '2000-01-01'; day < '2060-01-01'; day = addDaysToDay(day, 1)) {
    const noon = new Date(`${day}T12:00`)
    const week = `${getISOWeekYear(noon)}-W${String(getISOWeek(noon)).padStart(2, '0')}`
    const monday = startOfISOWeek(noon).toLocaleDateString('sv')
    if (toIsoWeek(day) !== week || getMonday(day) !== monday) differences.push(day)
  }
  expect(differences).toEqual([])
})
