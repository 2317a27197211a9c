import { describe, expect, it } from 'vitest'
import { parseDue } from './due.ts'

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
    for (const time of ['00:00', '00:29', '00:30', '23:30', '23:59']) {
      expect(parseDue(`2026-11-20T${time}:00${offset}`, timeZone)).toMatchObject({ day: '2026-11-20', time })
    }
  })

  it('keeps a day without a time', () => {
    expect(parseDue('2026-11-20', timeZone)).toEqual({
      day: '2026-11-20',
      time: undefined,
      at: Date.parse(`2026-11-20T00:00:00${offset}`),
    })
  })
})

it('parseDue sorts an impossible date last', () => {
  expect(parseDue('2026-02-30 08:00:00', 'Australia/Adelaide')).toEqual({
    day: '2026-02-30',
    time: undefined,
    at: Number.POSITIVE_INFINITY,
  })
})
