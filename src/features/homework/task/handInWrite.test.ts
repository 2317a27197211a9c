import { describe, expect, it } from 'vitest'
import { type HandInSnapshot, isHandInApplied, isHandInConflict } from './handInWrite.ts'

const input = { body: { comment: 'Mine' } }
const never: HandInSnapshot = { comment: '', submitted_at: null, is_corrected: false }
const at = (time: string, comment: string): HandInSnapshot => ({
  comment,
  submitted_at: time,
  is_corrected: false,
})
const monday = '2026-11-16T18:02:00+01:00'
const tuesday = '2026-11-17T07:30:00+01:00'

describe('isHandInConflict', () => {
  it('is false if nothing was handed in since, or the same', () => {
    expect(isHandInConflict({ input, opened: never }, never)).toBe(false)
    expect(isHandInConflict({ input, opened: undefined }, never)).toBe(false)
    const before = at(monday, 'First')
    expect(isHandInConflict({ input, opened: before }, before)).toBe(false)
    expect(isHandInConflict({ input, opened: before }, at(tuesday, 'Mine'))).toBe(false)
  })

  it('is true if other work was handed in on another device', () => {
    expect(isHandInConflict({ input, opened: never }, at(tuesday, 'From the phone'))).toBe(true)
  })
})

describe('isHandInApplied, after a lost response,', () => {
  it('is false if the request did not arrive', () => {
    expect(isHandInApplied({ input, opened: never }, never)).toBe(false)
    const same = at(monday, 'Mine')
    expect(isHandInApplied({ input, opened: same }, same)).toBe(false)
    expect(isHandInApplied({ input, opened: never }, at(tuesday, 'From the phone'))).toBe(false)
  })

  it('is true if the request arrived, whether corrected or not, with any line breaks', () => {
    const arrived = at(tuesday, 'Mine\r\n')
    expect(isHandInApplied({ input, opened: never }, arrived)).toBe(true)
    expect(isHandInApplied({ input, opened: never }, { ...arrived, is_corrected: true })).toBe(true)
  })

  it('is undefined if the work that was handed in before is unknown', () => {
    expect(isHandInApplied({ input, opened: undefined }, at(tuesday, 'Mine'))).toBeUndefined()
  })
})
