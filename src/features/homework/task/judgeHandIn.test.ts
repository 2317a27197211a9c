import { describe, expect, it } from 'vitest'
import { type HandInSeen, judgeHandIn } from './handInWrite.ts'

const input = { body: { comment: 'Mine' } }
const never: HandInSeen = { comment: '', submitted_at: null, is_corrected: false }
const at = (time: string, comment: string): HandInSeen => ({
  comment,
  submitted_at: time,
  is_corrected: false,
})
const monday = '2026-11-16T18:02:00+01:00'
const tuesday = '2026-11-17T07:30:00+01:00'

describe('whether to hand in', () => {
  it('sends what was never sent', () => {
    expect(judgeHandIn({ input, opened: never, before: undefined, now: never })).toBe('send')
    expect(judgeHandIn({ input, opened: undefined, before: undefined, now: never })).toBe('send')
  })

  it('replaces what was handed in before, if that is what the pupil had before them', () => {
    const before = at(monday, 'First')
    expect(judgeHandIn({ input, opened: before, before: undefined, now: before })).toBe('send')
  })

  it('asks before it replaces what came from another device meanwhile', () => {
    const other = at(tuesday, 'From the phone')
    expect(judgeHandIn({ input, opened: never, before: undefined, now: other })).toBe('conflict')
    expect(judgeHandIn({ input, opened: never, before: never, now: other })).toBe('conflict')
  })

  it('sends again after a lost answer when nothing arrived', () => {
    expect(judgeHandIn({ input, opened: never, before: never, now: never })).toBe('send')
    const same = at(monday, 'Mine')
    expect(judgeHandIn({ input, opened: same, before: same, now: same })).toBe('send')
  })

  it('is done when it arrived, corrected or not, however the service ends its lines', () => {
    const arrived = at(tuesday, 'Mine\r\n')
    expect(judgeHandIn({ input, opened: never, before: never, now: arrived })).toBe('done')
    const corrected = { ...arrived, is_corrected: true }
    expect(judgeHandIn({ input, opened: never, before: never, now: corrected })).toBe('done')
  })
})
