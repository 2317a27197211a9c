import { expect, it } from 'vitest'
import { createFormat } from './formats.ts'

// Intl puts a non-breaking space between number and unit.
const sizeIn = (language: string, bytes: number) =>
  createFormat(language, 'Europe/Berlin').fileSize(bytes).replaceAll(/\s/g, ' ')

it.each([
  [0, '0 bytes', '0 Byte'],
  [1, '1 byte', '1 Byte'],
  [1023, '1,023 bytes', '1.023 Byte'],
  [1024, '1 kB', '1 kB'],
  [1_900_000, '1.8 MB', '1,8 MB'],
  // In kilobytes: 1,024 kB.
  [1024 * 1024 - 10, '1 MB', '1 MB'],
  [5 * 1024 ** 4, '5,120 GB', '5.120 GB'],
])('formats %i bytes as %j and %j', (bytes, english, german) => {
  expect(sizeIn('en', bytes)).toBe(english)
  expect(sizeIn('de', bytes)).toBe(german)
})

it('names a year other than this one', () => {
  const format = createFormat('en', 'Europe/Berlin')
  expect(format.dayNear('2026-11-16', '2026-11-18')).toBe('Mon 16 Nov')
  expect(format.dayNear('2025-11-17', '2026-11-18')).toBe('Mon 17 Nov 2025')
  const now = Date.parse('2026-11-18T09:00:00Z')
  expect(format.moment(Date.parse('2026-03-04T08:12:00Z'), now)).toBe('Wed 4 Mar 09:12')
  expect(format.moment(Date.parse('2025-12-31T22:30:00Z'), now)).toBe('Wed 31 Dec 2025 23:30')
  // New Year in Berlin is an hour before midnight UTC.
  expect(format.moment(Date.parse('2025-12-31T23:30:00Z'), now)).toBe('Thu 1 Jan 00:30')
})

it('formats a short day without full stop or comma', () => {
  const day = '2026-11-18'
  const instant = Date.parse('2026-11-18T08:12:00Z')
  const writtenIn = (language: string) => {
    const format = createFormat(language, 'Europe/Berlin')
    return [
      format.weekday(day),
      format.weekdayAndNumber(day),
      format.day(day),
      format.dayNear(day, '2027-01-07'),
      format.moment(instant, instant),
      format.moment(instant, Date.parse('2026-12-18T08:12:00Z')),
      format.moment(instant, Date.parse('2027-01-18T08:12:00Z')),
    ]
  }
  expect(writtenIn('de')).toEqual([
    ...['Mi', 'Mi 18', 'Mi 18. Nov.', 'Mi 18. Nov. 2026'],
    ...['Mi 09:12', 'Mi 18. Nov. 09:12', 'Mi 18. Nov. 2026 09:12'],
  ])
  expect(writtenIn('en')).toEqual([
    ...['Wed', 'Wed 18', 'Wed 18 Nov', 'Wed 18 Nov 2026'],
    ...['Wed 09:12', 'Wed 18 Nov 09:12', 'Wed 18 Nov 2026 09:12'],
  ])
})

it('formats a full day per language', () => {
  expect(createFormat('de', 'Europe/Berlin').fullDay('2026-11-18')).toBe('Mittwoch, 18. November 2026')
  expect(createFormat('en', 'Europe/Berlin').fullDay('2026-11-18')).toBe('Wednesday 18 November 2026')
})
