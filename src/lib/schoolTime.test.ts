import { describe, expect, it } from 'vitest'
import {
  isoDateTime,
  parseInstant,
  plainDateTime,
  toClockTime,
  toInstant,
  toSchoolDay,
} from './schoolTime.ts'

const berlin = 'Europe/Berlin'

describe('parseInstant', () => {
  it('reads both datetime formats of api.md', () => {
    expect(parseInstant('2026-11-18T09:12:00+01:00', berlin)).toBe(Date.UTC(2026, 10, 18, 8, 12))
    expect(parseInstant('2026-11-18 09:12:00', berlin)).toBe(Date.UTC(2026, 10, 18, 8, 12))
    expect(parseInstant('2026-07-01 09:12:00', berlin)).toBe(Date.UTC(2026, 6, 1, 7, 12))
    expect(parseInstant('2026-11-18T09:12:00.250Z', berlin)).toBe(Date.UTC(2026, 10, 18, 9, 12, 0, 250))
  })
  it('returns undefined for invalid datetimes', () => {
    for (const text of ['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-11-18 25:00:00', '18.11.2026']) {
      expect(parseInstant(text, berlin)).toBeUndefined()
    }
  })
  it('is deterministic in the spring gap and the autumn overlap', () => {
    expect(toClockTime(parseInstant('2026-03-29 02:30:00', berlin) ?? 0, berlin)).toBe('03:30')
    expect(parseInstant('2026-10-25 02:30:00', berlin)).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(
      toClockTime(parseInstant('2026-03-08 02:30:00', 'America/New_York') ?? 0, 'America/New_York'),
    ).toBe('03:30')
  })
})

describe('plainDateTime and isoDateTime', () => {
  it('write instants in school time', () => {
    const at = toInstant('2026-11-18', '08:50', berlin)
    expect(plainDateTime(at, berlin)).toBe('2026-11-18 08:50:00')
    expect(isoDateTime(at, berlin)).toBe('2026-11-18T08:50:00+01:00')
    expect(isoDateTime(at, 'America/St_Johns')).toBe('2026-11-18T04:20:00-03:30')
    expect(toSchoolDay(Date.UTC(2026, 11, 31, 23, 30), berlin)).toBe('2027-01-01')
  })
})

// UTC+9:30, in summer UTC+10:30. The clocks change at 16:30 UTC.
describe('a time zone with half an hour (rule 32)', () => {
  const adelaide = 'Australia/Adelaide'
  const winter = Date.UTC(2026, 6, 1, 0, 0)
  const summer = Date.UTC(2026, 10, 18, 0, 0)
  /** Summer time ends on 5 April 2026 at 03:00, and starts on 4 October 2026 at 02:00. */
  const overlap = Date.UTC(2026, 3, 4, 16, 30)
  const gap = Date.UTC(2026, 9, 3, 16, 30)
  const minute = 60_000

  it('reads datetimes without an offset', () => {
    expect(parseInstant('2026-07-01 09:30:00', adelaide)).toBe(winter)
    expect(parseInstant('2026-11-18 10:30:00', adelaide)).toBe(summer)
    expect(toInstant('2026-07-01', '09:30', adelaide)).toBe(winter)
    expect(toInstant('2026-11-18', '10:30', adelaide)).toBe(summer)
    expect(parseInstant('2026-07-01', adelaide)).toBe(Date.UTC(2026, 5, 30, 14, 30))
  })

  it('reads an offset of half an hour', () => {
    expect(parseInstant('2026-07-01T09:30:00+09:30', 'Europe/Berlin')).toBe(winter)
    expect(parseInstant('2026-11-18T10:30:00+1030', 'Europe/Berlin')).toBe(summer)
    expect(parseInstant('2026-11-17T20:30:00-03:30', adelaide)).toBe(summer)
  })

  it('writes both formats', () => {
    expect(plainDateTime(winter, adelaide)).toBe('2026-07-01 09:30:00')
    expect(plainDateTime(summer, adelaide)).toBe('2026-11-18 10:30:00')
    expect(isoDateTime(winter, adelaide)).toBe('2026-07-01T09:30:00+09:30')
    expect(isoDateTime(summer, adelaide)).toBe('2026-11-18T10:30:00+10:30')
    expect(toClockTime(summer + 15 * minute, adelaide)).toBe('10:45')
  })

  it.each([
    ['2026-07-01', Date.UTC(2026, 5, 30, 14, 30)],
    ['2026-11-18', Date.UTC(2026, 10, 17, 13, 30)],
    ['2027-01-01', Date.UTC(2026, 11, 31, 13, 30)],
  ])('starts the day %s at midnight of the school', (day, midnight) => {
    expect(toInstant(day, '00:00', adelaide)).toBe(midnight)
    expect(toSchoolDay(midnight, adelaide)).toBe(day)
    expect(toSchoolDay(midnight - 1, adelaide) < day).toBe(true)
    expect(toClockTime(midnight - 1, adelaide)).toBe('23:59')
  })

  it('changes the clocks at the exact minute', () => {
    const clocks = (at: number) =>
      [-31, -1, 0, 29, 30, 31].map(minutes => toClockTime(at + minutes * minute, adelaide))
    expect(clocks(overlap)).toEqual(['02:29', '02:59', '02:00', '02:29', '02:30', '02:31'])
    expect(clocks(gap)).toEqual(['01:29', '01:59', '03:00', '03:29', '03:30', '03:31'])
    expect(isoDateTime(overlap - minute, adelaide)).toBe('2026-04-05T02:59:00+10:30')
    expect(isoDateTime(overlap, adelaide)).toBe('2026-04-05T02:00:00+09:30')
    expect(isoDateTime(gap - minute, adelaide)).toBe('2026-10-04T01:59:00+09:30')
    expect(isoDateTime(gap, adelaide)).toBe('2026-10-04T03:00:00+10:30')
  })

  it('reads the first of two equal times in the overlap', () => {
    expect(parseInstant('2026-04-05 01:59:00', adelaide)).toBe(overlap - 61 * minute)
    expect(parseInstant('2026-04-05 02:00:00', adelaide)).toBe(overlap - 60 * minute)
    expect(parseInstant('2026-04-05 02:45:00', adelaide)).toBe(overlap - 15 * minute)
    expect(parseInstant('2026-04-05 03:00:00', adelaide)).toBe(overlap + 60 * minute)
  })

  it('reads a time in the gap as the same time after it', () => {
    expect(parseInstant('2026-10-04 01:59:00', adelaide)).toBe(gap - minute)
    for (const [read, shown] of [
      ['02:00', '03:00'],
      ['02:30', '03:30'],
      ['02:59', '03:59'],
    ]) {
      const at = toInstant('2026-10-04', read ?? '', adelaide)
      expect([at >= gap, toClockTime(at, adelaide)]).toEqual([true, shown])
    }
    expect(parseInstant('2026-10-04 03:00:00', adelaide)).toBe(gap)
  })

  it('reads its own output, around both changes and over a year', () => {
    const around = (at: number) => Array.from({ length: 400 }, (_, index) => at + (index - 200) * minute)
    const overYear = Array.from({ length: 1000 }, (_, index) => winter + index * 527 * minute)
    for (const at of [...around(overlap), ...around(gap), ...overYear]) {
      expect(parseInstant(isoDateTime(at, adelaide), 'UTC')).toBe(at)
      const isRepeated = at >= overlap && at < overlap + 60 * minute
      if (!isRepeated) expect(parseInstant(plainDateTime(at, adelaide), adelaide)).toBe(at)
    }
  })
})
