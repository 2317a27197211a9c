import { afterEach, expect, it, vi } from 'vitest'
import { readDay } from '../../contract/schoolDay.ts'
import { getSchoolNow } from '../../lib/schoolTime.ts'
import { breakSlot, day, hour, maths } from '../../testing/sampleDays.ts'
import { createWeekModel, getMinutesLeft, getNowLine, getPhase } from './weekModel.ts'

const { rows } = createWeekModel(
  [readDay(day('2026-11-18', [hour(1, maths), hour(2), breakSlot, hour(3, maths)]))],
  '2026-W47',
)
const second = { id: 1, position: 2, lastPosition: 2, text: '', start: '08:50', end: '09:35' }

afterEach(() => void vi.unstubAllEnvs())

it('returns school time in any browser time zone', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(getSchoolNow(Date.UTC(2026, 10, 18, 23, 12), 'Europe/Berlin')).toEqual({
    day: '2026-11-19',
    time: '00:12',
  })
  expect(getSchoolNow(Date.UTC(2026, 2, 29, 1, 0), 'Europe/Berlin')).toEqual({
    day: '2026-03-29',
    time: '03:00',
  })
  expect(getSchoolNow(Date.UTC(2026, 9, 25, 1, 0), 'Europe/Berlin')).toEqual({
    day: '2026-10-25',
    time: '02:00',
  })
})

it.each([
  ['2026-11-18T13:15:00Z', '2026-11-18', '23:45'],
  ['2026-11-18T13:45:00Z', '2026-11-19', '00:15'],
  ['2026-07-01T14:15:00Z', '2026-07-01', '23:45'],
  ['2026-07-01T14:45:00Z', '2026-07-02', '00:15'],
  ['2026-04-04T16:29:00Z', '2026-04-05', '02:59'],
  ['2026-04-04T16:30:00Z', '2026-04-05', '02:00'],
  ['2026-10-03T16:29:00Z', '2026-10-04', '01:59'],
  ['2026-10-03T16:30:00Z', '2026-10-04', '03:00'],
])('%s is %s, %s in Adelaide (half-hour UTC offset)', (instant, day, time) => {
  expect(getSchoolNow(Date.parse(instant), 'Australia/Adelaide')).toEqual({ day, time })
})

it('positions the line of the current time', () => {
  expect(getNowLine(rows, '07:59')).toBeUndefined()
  expect(getNowLine(rows, '09:12')).toEqual({ row: 'hour 2', fraction: 22 / 45 })
  expect(getNowLine(rows, '08:47')).toEqual({ row: 'hour 2', fraction: 0 })
  expect(getNowLine(rows, '09:45')).toEqual({ row: 'break 09:35', fraction: 0.5 })
  expect(
    getNowLine(
      rows.filter(row => !row.isBreak),
      '09:45',
    ),
  ).toEqual({ row: 'hour 3', fraction: 0 })
  expect(getNowLine(rows, '10:40')).toBeUndefined()
  expect(getNowLine([], '10:40')).toBeUndefined()
})

it('getPhase returns past, current or future', () => {
  const at = (time: string) => getPhase('2026-11-18', second, { day: '2026-11-18', time })
  expect([at('08:49'), at('08:50'), at('09:34'), at('09:35')]).toEqual([
    'future',
    'current',
    'current',
    'past',
  ])
  expect(getPhase('2026-11-17', second, { day: '2026-11-18', time: '09:00' })).toBe('past')
  expect(getMinutesLeft(second, { day: '2026-11-18', time: '09:12' })).toBe(23)
})
