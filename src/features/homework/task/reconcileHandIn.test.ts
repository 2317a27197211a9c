import { describe, expect, it } from 'vitest'
import { type HandInSeen, reconcileHandIn } from './handInWrite.ts'

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
    expect(reconcileHandIn({ input, opened: never, before: undefined, now: never })).toBe('send')
    expect(reconcileHandIn({ input, opened: undefined, before: undefined, now: never })).toBe('send')
  })

  it('replaces what was handed in before, if that is what the pupil had before them', () => {
    const before = at(monday, 'First')
    expect(reconcileHandIn({ input, opened: before, before: undefined, now: before })).toBe('send')
  })

  it('asks before it replaces what came from another device meanwhile', () => {
    const other = at(tuesday, 'From the phone')
    expect(reconcileHandIn({ input, opened: never, before: undefined, now: other })).toBe('conflict')
    expect(reconcileHandIn({ input, opened: never, before: never, now: other })).toBe('conflict')
  })

  it('sends again after a lost answer when nothing arrived', () => {
    expect(reconcileHandIn({ input, opened: never, before: never, now: never })).toBe('send')
    const same = at(monday, 'Mine')
    expect(reconcileHandIn({ input, opened: same, before: same, now: same })).toBe('send')
  })

  it('is done when it arrived, corrected or not, however the service ends its lines', () => {
    const arrived = at(tuesday, 'Mine\r\n')
    expect(reconcileHandIn({ input, opened: never, before: never, now: arrived })).toBe('done')
    const corrected = { ...arrived, is_corrected: true }
    expect(reconcileHandIn({ input, opened: never, before: never, now: corrected })).toBe('done')
  })
})
