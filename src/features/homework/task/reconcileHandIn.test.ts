import { describe, expect, it } from 'vitest'
import { type HandInSnapshot, reconcileHandIn } from './handInWrite.ts'

const input = { body: { comment: 'Mine' } }
const never: HandInSnapshot = { comment: '', submitted_at: null, is_corrected: false }
const at = (time: string, comment: string): HandInSnapshot => ({
  comment,
  submitted_at: time,
  is_corrected: false,
})
const monday = '2026-11-16T18:02:00+01:00'
const tuesday = '2026-11-17T07:30:00+01:00'

describe('comparing a hand-in with the service', () => {
  it('sends if no hand-in is stored', () => {
    expect(reconcileHandIn({ input, opened: never, before: undefined, now: never })).toBe('send')
    expect(reconcileHandIn({ input, opened: undefined, before: undefined, now: never })).toBe('send')
  })

  it('replaces the hand-in that the pupil saw', () => {
    const before = at(monday, 'First')
    expect(reconcileHandIn({ input, opened: before, before: undefined, now: before })).toBe('send')
  })

  it('reports a conflict with a hand-in from another device', () => {
    const other = at(tuesday, 'From the phone')
    expect(reconcileHandIn({ input, opened: never, before: undefined, now: other })).toBe('conflict')
    expect(reconcileHandIn({ input, opened: never, before: never, now: other })).toBe('conflict')
  })

  it('sends again after a lost response if the request did not arrive', () => {
    expect(reconcileHandIn({ input, opened: never, before: never, now: never })).toBe('send')
    const same = at(monday, 'Mine')
    expect(reconcileHandIn({ input, opened: same, before: same, now: same })).toBe('send')
  })

  it('is done if the request arrived, whether corrected or not, with any line breaks', () => {
    const arrived = at(tuesday, 'Mine\r\n')
    expect(reconcileHandIn({ input, opened: never, before: never, now: arrived })).toBe('done')
    const corrected = { ...arrived, is_corrected: true }
    expect(reconcileHandIn({ input, opened: never, before: never, now: corrected })).toBe('done')
  })
})
