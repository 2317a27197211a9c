import { expect, it } from 'vitest'
import { getSendTimes, isWeekday, parseSendTime } from './sendTimes.ts'

const timeZone = 'Europe/Berlin'
const at = (time: string) => Date.parse(`${time}+01:00`)

it.each([
  ['Wednesday morning', '2026-11-18T09:12', ['2026-11-18 18:00', '2026-11-19 07:30', '2026-11-23 07:30']],
  ['Wednesday evening', '2026-11-18T17:30', ['2026-11-19 07:30', '2026-11-23 07:30']],
  ['before school', '2026-11-18T06:00', ['2026-11-18 18:00', '2026-11-18 07:30', '2026-11-23 07:30']],
  ['Friday afternoon', '2026-11-20T14:00', ['2026-11-20 18:00', '2026-11-23 07:30']],
  ['Sunday', '2026-11-22T20:00', ['2026-11-23 07:30']],
])('suggests times in the future: %s', (_when, now, expected) => {
  const times = getSendTimes({ now: at(now), timeZone, isSchoolDay: isWeekday })
  expect(times.map(({ day, time }) => `${day} ${time}`)).toEqual(expected)
})

it.each([
  ['a training day tomorrow', (day: string) => day !== '2026-11-19', ['2026-11-20', '2026-11-23']],
  ['a free Monday', (day: string) => day !== '2026-11-23', ['2026-11-19', '2026-11-24']],
  ['holidays', (day: string) => day < '2026-11-19' || day >= '2026-12-02', ['2026-12-02']],
  ['school on Saturday', (day: string) => day === '2026-11-21', ['2026-11-21', '2026-11-23']],
  ['no school at all', () => false, ['2026-11-19', '2026-11-23']],
])('suggests mornings with school: %s', (_what, isSchoolDay, expected) => {
  const times = getSendTimes({ now: at('2026-11-18T18:00'), timeZone, isSchoolDay })
  expect(times).toEqual(expected.map(day => ({ day, time: '07:30' })))
})

it.each([
  ['2026-11-23', '07:30', at('2026-11-23T07:30')],
  ['2026-11-18', '09:12', 'past'],
  ['2026-11-17', '23:00', 'past'],
  ['2027-01-17', '09:12', at('2027-01-17T09:12')],
  ['2027-01-17', '09:13', 'tooFar'],
  ['tomorrow', '09:13', 'day'],
  ['2026-11-23', '', 'time'],
])('checks %s %s', (day, time, expected) => {
  expect(parseSendTime({ day, time }, { now: at('2026-11-18T09:12'), timeZone })).toBe(expected)
})

it('uses the time of the school on days with another offset', () => {
  const summer = { now: Date.parse('2026-10-20T09:00+02:00'), timeZone }
  expect(parseSendTime({ day: '2026-10-26', time: '07:30' }, summer)).toBe(at('2026-10-26T07:30'))
})
