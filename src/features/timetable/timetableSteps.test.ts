import { expect, it } from 'vitest'
import { readDay } from '../../contract/schoolDay.ts'
import { day, hour, maths } from '../../testing/sampleDays.ts'
import { getRequestedWeek } from './timetableAddress.ts'
import { getAddressInView, getNextAddress, resolveAddress } from './weekModel.ts'

const days = [
  day('2026-11-16', [hour(1, maths)]),
  day('2026-11-18', [hour(1, maths)]),
  day('2026-11-20', [], { is_unschooled: true }),
  day('2026-11-24', [hour(1, maths)]),
].map(readDay)
const schoolNow = { day: '2026-11-18', time: '08:10' }
const loaded = { days, schoolNow, hasWeek: (week: string) => week === '2026-W46' }

it('resolveAddress defaults to the current time', () => {
  expect(resolveAddress({ view: 'week' }, days, schoolNow)).toEqual({ week: '2026-W47', day: '2026-11-16' })
  expect(resolveAddress({ view: 'day' }, days, schoolNow)).toEqual({ week: '2026-W47', day: '2026-11-18' })
  expect(resolveAddress({ view: 'day' }, days, { day: '2026-11-18', time: '12:00' }).day).toBe('2026-11-24')
  expect(resolveAddress({ view: 'day', week: '2026-W48' }, days, schoolNow).day).toBe('2026-11-24')
  expect(getRequestedWeek({ view: 'week' }, '2026-11-21')).toBe('2026-W48')
})

it('moves by weeks, back to stored weeks only', () => {
  const from = (week: string) => ({ week, day: '' })
  const week = (name: string, step: 1 | -1) => getNextAddress({ view: 'week' }, from(name), step, loaded)
  expect(week('2026-W47', 1)).toEqual({ view: 'week', week: '2026-W48' })
  expect(week('2026-W47', -1)).toEqual({ view: 'week', week: '2026-W46' })
  expect(week('2026-W46', -1)).toBe('tooEarly')
  expect(week('2027-W46', 1)).toBe('tooLate')
})

it('moves by days across weeks', () => {
  const from = (date: string, week = '2026-W47') => ({ week, day: date })
  const step = (resolved: ReturnType<typeof from>, direction: 1 | -1) =>
    getNextAddress({ view: 'day' }, resolved, direction, loaded)
  expect(step(from('2026-11-18'), 1)).toEqual({ view: 'day', day: '2026-11-20' })
  expect(step(from('2026-11-16'), -1)).toEqual({ view: 'day', day: '2026-11-13' })
  expect(step(from('2026-11-24', '2026-W48'), 1)).toEqual({ view: 'day', day: '2026-11-30' })
})

it('keeps the week when the view changes', () => {
  expect(getAddressInView('day', { week: '2026-W47', day: '' }, days, schoolNow)).toEqual({ view: 'day' })
  expect(getAddressInView('week', { week: '2026-W48', day: '' }, days, schoolNow)).toEqual({
    view: 'week',
    week: '2026-W48',
  })
})
