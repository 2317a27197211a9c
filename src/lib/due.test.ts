import { describe, expect, it } from 'vitest'
import { getDueEnd, isPastDue, parseDue } from './due.ts'

describe.each([
  ['Europe/Berlin', '+01:00'],
  ['Australia/Adelaide', '+10:30'],
  ['Asia/Kathmandu', '+05:45'],
])('parseDue in %s', (timeZone, offset) => {
  it('reads a time without an offset as school time', () => {
    const at = Date.parse(`2026-11-20T08:00:00${offset}`)
    expect(parseDue('2026-11-20 08:00:00', timeZone)).toEqual({ day: '2026-11-20', time: '08:00', at })
    expect(parseDue(new Date(at).toISOString(), timeZone)).toEqual({ day: '2026-11-20', time: '08:00', at })
  })

  it('keeps the day of times close to midnight', () => {
    for (const time of ['00:01', '00:29', '00:30', '23:30', '23:59']) {
      expect(parseDue(`2026-11-20T${time}:00${offset}`, timeZone)).toMatchObject({ day: '2026-11-20', time })
    }
  })

  it('keeps a day without a time, also if the service sends it as 00:00', () => {
    const at = Date.parse(`2026-11-20T00:00:00${offset}`)
    const due = { day: '2026-11-20', time: undefined, at }
    for (const until of [
      '2026-11-20',
      '2026-11-20 00:00:00',
      `2026-11-20T00:00:00${offset}`,
      new Date(at).toISOString(),
    ]) {
      expect(parseDue(until, timeZone)).toEqual(due)
    }
    expect(isPastDue(due, { now: at + 12 * 3_600_000, today: '2026-11-20' })).toBe(false)
    expect(isPastDue(due, { now: at + 25 * 3_600_000, today: '2026-11-21' })).toBe(true)
    expect(getDueEnd(due, timeZone)).toBe(Date.parse(`2026-11-21T00:00:00${offset}`))
  })
})

it('parseDue sorts an impossible date last', () => {
  expect(parseDue('2026-02-30 08:00:00', 'Australia/Adelaide')).toEqual({
    day: '2026-02-30',
    time: undefined,
    at: Number.POSITIVE_INFINITY,
  })
})
