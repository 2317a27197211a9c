import { expect, it } from 'vitest'
import { parseDay } from './parseDay.ts'

const today = '2026-11-18'

it.each([
  ['2026-12-04', '2026-12-04'],
  [' 4.12.2026 ', '2026-12-04'],
  ['04/12/26', '2026-12-04'],
  ['4. 12. 2026', '2026-12-04'],
  ['4-12-2026', '2026-12-04'],
  ['4.12.', '2026-12-04'],
  ['4/12', '2026-12-04'],
  ['18.11.', '2026-11-18'],
  // The next such day.
  ['12.10.', '2027-10-12'],
  ['29.2.', '2028-02-29'],
])('parseDay reads %j', (text, day) => {
  expect(parseDay(text, today)).toBe(day)
})

it.each([
  '',
  '4',
  '4.',
  '31.2.2026',
  '12.13.',
  '2026-02-30',
  '2026-13-01',
  '0002-12-04',
  '4.12.202',
  'next Monday',
])('parseDay returns undefined for %j', text => {
  expect(parseDay(text, today)).toBeUndefined()
})
