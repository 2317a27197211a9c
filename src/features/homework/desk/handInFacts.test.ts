import { describe, expect, it } from 'vitest'
import { handInFacts } from './handInFacts.ts'

const berlin = 'Europe/Berlin'
const handedIn = (submitted_at: string | null) => ({
  submitted_at,
  acknowledged_at: null,
  is_submitted: true,
  is_acknowledged: true,
  is_corrected: false,
})
const late = (submitted: string, until: string) => {
  const facts = handInFacts(handedIn(submitted), until, berlin)
  return facts.kind === 'handedIn' ? facts.after : facts
}

describe('what was handed in', () => {
  it('says only when, if it came in time, to the second', () => {
    expect(handInFacts(handedIn('2026-11-16T16:00:00+01:00'), '2026-11-16 16:00:00', berlin)).toEqual({
      kind: 'handedIn',
      at: Date.parse('2026-11-16T16:00:00+01:00'),
      after: undefined,
    })
  })

  it('counts minutes, hours, and from two days on days', () => {
    const until = '2026-11-16 16:00:00'
    expect(late('2026-11-16T16:00:20+01:00', until)).toEqual({ unit: 'minutes', count: 1 })
    expect(late('2026-11-16T16:59:59+01:00', until)).toEqual({ unit: 'minutes', count: 59 })
    expect(late('2026-11-16T18:02:00+01:00', until)).toEqual({ unit: 'hours', count: 2 })
    expect(late('2026-11-18T15:00:00+01:00', until)).toEqual({ unit: 'hours', count: 47 })
    expect(late('2026-11-18T16:00:00+01:00', until)).toEqual({ unit: 'days', count: 2 })
    expect(late('2026-12-01T10:00:00+01:00', until)).toEqual({ unit: 'days', count: 15 })
  })

  it('takes the nights in which the clocks change for what they are', () => {
    // 29 March 2026: 08:00 to 08:00 two days later is 47 hours, and two days.
    expect(late('2026-03-30T08:00:00+02:00', '2026-03-28 08:00:00')).toEqual({ unit: 'days', count: 2 })
    // 25 October 2026: 49 hours, and two days; over the night alone three real hours from 01:00 to 03:00.
    expect(late('2026-10-26T08:00:00+01:00', '2026-10-24 08:00:00')).toEqual({ unit: 'days', count: 2 })
    expect(late('2026-10-25T03:00:00+01:00', '2026-10-25 01:00:00')).toEqual({ unit: 'hours', count: 3 })
  })

  it('gives a day without a time until it is over', () => {
    expect(late('2026-11-16T23:59:00+01:00', '2026-11-16')).toBeUndefined()
    expect(late('2026-11-17T00:01:00+01:00', '2026-11-16')).toEqual({ unit: 'days', count: 1 })
  })

  it('says nothing of times nobody can read', () => {
    expect(late('2026-11-17T00:01:00+01:00', 'soon')).toBeUndefined()
    expect(handInFacts(handedIn('at noon'), '2026-11-16', berlin)).toEqual({
      kind: 'handedIn',
      at: undefined,
      after: undefined,
    })
  })
})

describe('what was not handed in', () => {
  const nothing = {
    submitted_at: null,
    acknowledged_at: null,
    is_submitted: false,
    is_acknowledged: false,
    is_corrected: false,
  }
  it('was seen, not seen, or corrected all the same', () => {
    const seen = { ...nothing, is_acknowledged: true, acknowledged_at: '2026-11-17 07:30:00' }
    expect(handInFacts(seen, '2026-11-16', berlin)).toEqual({
      kind: 'seen',
      at: Date.parse('2026-11-17T07:30:00+01:00'),
    })
    expect(handInFacts(nothing, '2026-11-16', berlin)).toEqual({ kind: 'notSeen' })
    expect(handInFacts({ ...nothing, is_corrected: true }, '2026-11-16', berlin)).toEqual({
      kind: 'notHandedIn',
    })
  })
})
