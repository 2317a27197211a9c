import { expect, it } from 'vitest'
import { plainDateTime } from '../../lib/schoolTime.ts'
import { createSchoolTimeFormatter } from './schoolTimeFormatter.ts'

it.each([
  'Europe/Berlin',
  'America/New_York',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
])('createSchoolTimeFormatter equals plainDateTime for a year of instants in %s', timeZone => {
  const quick = createSchoolTimeFormatter(timeZone)
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  for (let time = start; time < start + 366 * 86_400_000; time += 29 * 60_000 + 13_457) {
    const instant = new Date(time).toISOString()
    if (quick(instant) !== plainDateTime(time, timeZone))
      expect(quick(instant)).toBe(plainDateTime(time, timeZone))
  }
  expect(quick('2026-03-29T01:00:00.000Z')).toBe(plainDateTime(Date.parse('2026-03-29T01:00:00Z'), timeZone))
})
