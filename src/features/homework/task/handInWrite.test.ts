import { describe, expect, it } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { sampleSubmissionEntry } from '../../../testing/samples.ts'
import {
  getHandInProblem,
  type HandInSnapshot,
  handInDraft,
  isHandedIn,
  isHandInApplied,
  isHandInConflict,
} from './handInWrite.ts'

const input = { body: { comment: 'Mine' } }
const notHandedIn: HandInSnapshot = { comment: '', submitted_at: null, is_corrected: false }
const handedIn = (time: string, comment: string): HandInSnapshot => ({
  comment,
  submitted_at: time,
  is_corrected: false,
})
const monday = '2026-11-16T18:02:00+01:00'
const tuesday = '2026-11-17T07:30:00+01:00'

describe('isHandInConflict', () => {
  it('is false without a hand-in, and for an equal one', () => {
    expect(isHandInConflict({ input, base: notHandedIn }, notHandedIn)).toBe(false)
    expect(isHandInConflict({ input, base: undefined }, notHandedIn)).toBe(false)
    const before = handedIn(monday, 'First')
    expect(isHandInConflict({ input, base: before }, before)).toBe(false)
    expect(isHandInConflict({ input, base: before }, handedIn(tuesday, 'Mine'))).toBe(false)
  })

  it('is true after another device handed in', () => {
    expect(isHandInConflict({ input, base: notHandedIn }, handedIn(tuesday, 'From the phone'))).toBe(true)
  })
})

describe('isHandInApplied, after a lost response,', () => {
  it('is false if the request was lost', () => {
    expect(isHandInApplied({ input, base: notHandedIn }, notHandedIn)).toBe(false)
    const same = handedIn(monday, 'Mine')
    expect(isHandInApplied({ input, base: same }, same)).toBe(false)
    expect(isHandInApplied({ input, base: notHandedIn }, handedIn(tuesday, 'From the phone'))).toBe(false)
  })

  it('is true if the request arrived, with any line breaks', () => {
    const arrived = handedIn(tuesday, 'Mine\r\n')
    expect(isHandInApplied({ input, base: notHandedIn }, arrived)).toBe(true)
    expect(isHandInApplied({ input, base: notHandedIn }, { ...arrived, is_corrected: true })).toBe(true)
  })

  it('is undefined if the earlier work is unknown', () => {
    expect(isHandInApplied({ input, base: undefined }, handedIn(tuesday, 'Mine'))).toBeUndefined()
  })
})

const file = { id: 'a', name: 'page1.jpg', type: 'image/jpeg', size: 3 }

describe('the draft of a hand-in', () => {
  it('is empty with only white space and no files', () => {
    expect(handInDraft.isEmpty({ comment: ' \n', files: [] })).toBe(true)
    expect(handInDraft.isEmpty({ comment: '', files: [file] })).toBe(false)
    expect(handInDraft.isEmpty({ comment: 'x', files: [] })).toBe(false)
  })

  it('needs a comment or file, up to the maximum length', () => {
    expect(getHandInProblem({ comment: ' ', files: [] })).toEqual({ kind: 'empty' })
    expect(getHandInProblem({ comment: '', files: [file] })).toBeUndefined()
    expect(getHandInProblem({ comment: 'x'.repeat(100_000), files: [] })).toBeUndefined()
    expect(getHandInProblem({ comment: 'x'.repeat(100_003), files: [] })).toEqual({
      kind: 'tooLong',
      excess: 3,
    })
  })

  it('counts as handed in once comment and files are stored', () => {
    const { submission } = SubmissionEntry.parse(sampleSubmissionEntry)
    const comment = 'I did 1 to 4, 5 was unclear.\n'
    const files = submission.files.map(({ name, size }) => ({ ...file, name, size }))
    expect(isHandedIn({ comment, files }, submission)).toBe(true)
    expect(isHandedIn({ comment, files: [...files, file] }, submission)).toBe(false)
    expect(isHandedIn({ comment: 'other', files }, submission)).toBe(false)
    expect(isHandedIn({ comment, files }, { ...submission, is_submitted: false })).toBe(false)
  })
})
