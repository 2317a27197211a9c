import { describe, expect, it } from 'vitest'
import { clockOf, dayOf, instantAt, instantOf, isoDateTime, plainDateTime } from './schoolTime.ts'

const berlin = 'Europe/Berlin'

describe('instantOf', () => {
  it('reads both formats of api.md', () => {
    expect(instantOf('2026-11-18T09:12:00+01:00', berlin)).toBe(Date.UTC(2026, 10, 18, 8, 12))
    expect(instantOf('2026-11-18 09:12:00', berlin)).toBe(Date.UTC(2026, 10, 18, 8, 12))
    expect(instantOf('2026-07-01 09:12:00', berlin)).toBe(Date.UTC(2026, 6, 1, 7, 12))
    expect(instantOf('2026-11-18T09:12:00.250Z', berlin)).toBe(Date.UTC(2026, 10, 18, 9, 12, 0, 250))
  })
  it('is undefined for what is no datetime', () => {
    for (const text of ['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-11-18 25:00:00', '18.11.2026']) {
      expect(instantOf(text, berlin)).toBeUndefined()
    }
  })
  it('is deterministic in the spring gap and the autumn overlap', () => {
    expect(clockOf(instantOf('2026-03-29 02:30:00', berlin) ?? 0, berlin)).toBe('03:30')
    expect(instantOf('2026-10-25 02:30:00', berlin)).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(clockOf(instantOf('2026-03-08 02:30:00', 'America/New_York') ?? 0, 'America/New_York')).toBe(
      '03:30',
    )
  })
})

describe('writing', () => {
  it('gives back what it read, in school time', () => {
    const at = instantAt('2026-11-18', '08:50', berlin)
    expect(plainDateTime(at, berlin)).toBe('2026-11-18 08:50:00')
    expect(isoDateTime(at, berlin)).toBe('2026-11-18T08:50:00+01:00')
    expect(isoDateTime(at, 'America/St_Johns')).toBe('2026-11-18T04:20:00-03:30')
    expect(dayOf(Date.UTC(2026, 11, 31, 23, 30), berlin)).toBe('2027-01-01')
  })
})
