import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { task as german } from '../../i18n/de/task.ts'
import { task as english } from '../../i18n/en/task.ts'
import { createFormat } from '../../i18n/formats.ts'
import { formatDueSentence, formatMoment, getHandInFacts, getLateness } from './times.ts'

const timeZone = 'Europe/Berlin'
const wednesday = Date.parse('2026-11-18T09:12:00+01:00')
const createContext = (language: 'en' | 'de', now = wednesday, timeZone = 'Europe/Berlin') => ({
  t: createTranslator({
    locale: language,
    messages: { task: language === 'de' ? (german as typeof english) : english },
    namespace: 'task',
  }),
  format: createFormat(language, timeZone),
  timeZone,
  now,
})

describe('the due time', () => {
  it.each([
    ['2026-11-20 08:00:00', 'Due Fri 20 Nov, 08:00 · in 2 days'],
    ['2026-11-19 08:00:00', 'Due Thu 19 Nov, 08:00 · tomorrow'],
    ['2026-11-18 10:45:00', 'Due Wed 18 Nov, 10:45 · today'],
    ['2026-11-18 08:00:00', 'Was due Wed 18 Nov, 08:00 · today'],
    ['2026-11-17 16:00:00', 'Was due Tue 17 Nov, 16:00 · yesterday'],
    ['2026-11-16T16:00:00+01:00', 'Was due Mon 16 Nov, 16:00 · 2 days ago'],
    // A day ends at midnight.
    ['2026-11-18', 'Due Wed 18 Nov · today'],
    ['2026-11-17', 'Was due Tue 17 Nov · yesterday'],
    ['soon', 'The due date is not known.'],
  ])('%s is formatted as “%s”', (until, sentence) => {
    expect(formatDueSentence(until, createContext('en'))).toBe(sentence)
  })

  it('is formatted in German, in school time', () => {
    expect(formatDueSentence('2026-11-20T02:00:00-05:00', createContext('de'))).toBe(
      'Abgabe Fr 20. Nov., 08:00 · in 2 Tagen',
    )
  })
})

describe('the due time in a time zone with a half-hour offset', () => {
  const formatInAdelaide = (until: string, now: string) =>
    formatDueSentence(until, createContext('en', Date.parse(now), 'Australia/Adelaide'))
  it.each([
    ['2026-11-18 23:45:00', '2026-11-18T13:14:00Z', 'Due Wed 18 Nov, 23:45 · today'],
    ['2026-11-18 23:45:00', '2026-11-18T13:16:00Z', 'Was due Wed 18 Nov, 23:45 · today'],
    ['2026-11-18 23:45:00', '2026-11-18T13:31:00Z', 'Was due Wed 18 Nov, 23:45 · yesterday'],
    ['2026-11-18T13:45:00Z', '2026-11-18T13:15:00Z', 'Due Thu 19 Nov, 00:15 · tomorrow'],
    ['2026-11-18', '2026-11-18T13:29:00Z', 'Due Wed 18 Nov · today'],
    ['2026-11-18', '2026-11-18T13:30:00Z', 'Was due Wed 18 Nov · yesterday'],
  ])('%s, read at %s: “%s”', (until, now, sentence) => {
    expect(formatInAdelaide(until, now)).toBe(sentence)
  })

  it('counts elapsed hours across DST changes', () => {
    const hoursAfter = (until: string, submitted: string) =>
      getLateness(Date.parse(submitted), until, 'Australia/Adelaide')
    expect(hoursAfter('2026-04-05 01:00:00', '2026-04-05T03:00:00+09:30')).toEqual({
      unit: 'hours',
      count: 3,
    })
    expect(hoursAfter('2026-10-04 01:00:00', '2026-10-04T04:00:00+10:30')).toEqual({
      unit: 'hours',
      count: 2,
    })
  })
})

const formatLateness = (submitted: string, until: string) => {
  const lateness = getLateness(Date.parse(submitted), until, timeZone)
  return lateness && createContext('en').t(`own.after.${lateness.unit}`, { count: lateness.count })
}

describe('time after the due time', () => {
  const due = '2026-11-16 16:00:00'
  it.each([
    ['2026-11-16T16:00:00+01:00', undefined],
    ['2026-11-16T16:00:20+01:00', '1 min after due'],
    ['2026-11-16T16:59:00+01:00', '59 min after due'],
    ['2026-11-16T18:02:00+01:00', '2 h after due'],
    ['2026-11-18T15:00:00+01:00', '47 h after due'],
    ['2026-11-19T16:00:00+01:00', '3 days after due'],
  ])('%s is formatted as %s', (submitted, text) => {
    expect(formatLateness(submitted, due)).toBe(text)
  })

  it('is undefined on a due day without time', () => {
    expect(formatLateness('2026-11-16T18:02:00+01:00', '2026-11-16')).toBeUndefined()
  })
})

it('formats an invalid time as an empty string', () => {
  expect(formatMoment(null, createContext('en'))).toBe('')
  expect(formatMoment('yesterday', createContext('en'))).toBe('')
  expect(formatMoment('2026-11-16T18:02:00+01:00', createContext('en'))).toBe('Mon 18:02')
})

const handedIn = (submitted_at: string | null) => ({
  submitted_at,
  acknowledged_at: null,
  is_submitted: true,
  is_acknowledged: true,
  is_corrected: false,
})
const getLatenessOf = (submitted: string, until: string) => {
  const facts = getHandInFacts(handedIn(submitted), until, timeZone)
  return facts.kind === 'handedIn' ? facts.lateness : facts
}

describe('facts about a hand-in', () => {
  it('contain only the time if in time, to the second', () => {
    expect(getHandInFacts(handedIn('2026-11-16T16:00:00+01:00'), '2026-11-16 16:00:00', timeZone)).toEqual({
      kind: 'handedIn',
      at: Date.parse('2026-11-16T16:00:00+01:00'),
      lateness: undefined,
    })
  })

  it('count minutes, hours, then days from two days on', () => {
    const until = '2026-11-16 16:00:00'
    expect(getLatenessOf('2026-11-16T16:00:20+01:00', until)).toEqual({ unit: 'minutes', count: 1 })
    expect(getLatenessOf('2026-11-16T16:59:59+01:00', until)).toEqual({ unit: 'minutes', count: 59 })
    expect(getLatenessOf('2026-11-16T18:02:00+01:00', until)).toEqual({ unit: 'hours', count: 2 })
    expect(getLatenessOf('2026-11-18T15:00:00+01:00', until)).toEqual({ unit: 'hours', count: 47 })
    expect(getLatenessOf('2026-11-18T16:00:00+01:00', until)).toEqual({ unit: 'days', count: 2 })
    expect(getLatenessOf('2026-12-01T10:00:00+01:00', until)).toEqual({ unit: 'days', count: 15 })
  })

  it('count across DST changes', () => {
    // 29 March 2026: 08:00 to 08:00 two days later is 47 hours, and counts as two days.
    expect(getLatenessOf('2026-03-30T08:00:00+02:00', '2026-03-28 08:00:00')).toEqual({
      unit: 'days',
      count: 2,
    })
    // 25 October 2026: 49 hours count as two days. From 01:00 to 03:00 in that night is three hours.
    expect(getLatenessOf('2026-10-26T08:00:00+01:00', '2026-10-24 08:00:00')).toEqual({
      unit: 'days',
      count: 2,
    })
    expect(getLatenessOf('2026-10-25T03:00:00+01:00', '2026-10-25 01:00:00')).toEqual({
      unit: 'hours',
      count: 3,
    })
  })

  it('count a due day without time as in time', () => {
    expect(getLatenessOf('2026-11-16T23:59:00+01:00', '2026-11-16')).toBeUndefined()
    expect(getLatenessOf('2026-11-17T00:01:00+01:00', '2026-11-16')).toEqual({ unit: 'days', count: 1 })
  })

  it('have no values for invalid times', () => {
    expect(getLatenessOf('2026-11-17T00:01:00+01:00', 'soon')).toBeUndefined()
    expect(getHandInFacts(handedIn('at noon'), '2026-11-16', timeZone)).toEqual({
      kind: 'handedIn',
      at: undefined,
      lateness: undefined,
    })
  })
})

describe('facts about homework without a hand-in', () => {
  const notSeen = {
    submitted_at: null,
    acknowledged_at: null,
    is_submitted: false,
    is_acknowledged: false,
    is_corrected: false,
  }
  it('are seen, not seen, or corrected without a hand-in', () => {
    const seen = { ...notSeen, is_acknowledged: true, acknowledged_at: '2026-11-17 07:30:00' }
    expect(getHandInFacts(seen, '2026-11-16', timeZone)).toEqual({
      kind: 'seen',
      at: Date.parse('2026-11-17T07:30:00+01:00'),
    })
    expect(getHandInFacts(notSeen, '2026-11-16', timeZone)).toEqual({ kind: 'notSeen' })
    expect(getHandInFacts({ ...notSeen, is_corrected: true }, '2026-11-16', timeZone)).toEqual({
      kind: 'notHandedIn',
    })
  })
})
