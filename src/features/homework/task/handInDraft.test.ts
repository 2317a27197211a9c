import { describe, expect, it } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { sampleSubmissionEntry } from '../../../testing/samples.ts'
import { handInDraft, isHandedIn, problemOf } from './handInWrite.ts'

const file = { id: 'a', name: 'page1.jpg', type: 'image/jpeg', size: 3 }

describe('the draft of a hand-in', () => {
  it('is kept for a word or a file, not for blanks', () => {
    expect(handInDraft.isEmpty({ comment: ' \n', files: [] })).toBe(true)
    expect(handInDraft.isEmpty({ comment: '', files: [file] })).toBe(false)
    expect(handInDraft.isEmpty({ comment: 'x', files: [] })).toBe(false)
  })

  it('can be handed in with a word or a file, up to the longest the service takes', () => {
    expect(problemOf({ comment: ' ', files: [] })).toEqual({ why: 'nothing' })
    expect(problemOf({ comment: '', files: [file] })).toBeUndefined()
    expect(problemOf({ comment: 'x'.repeat(100_000), files: [] })).toBeUndefined()
    expect(problemOf({ comment: 'x'.repeat(100_003), files: [] })).toEqual({ why: 'tooLong', tooMany: 3 })
  })

  it('is over once the service has its words and its files', () => {
    const { submission } = SubmissionEntry.parse(sampleSubmissionEntry)
    const comment = 'I did 1 to 4, 5 was unclear.\n'
    const files = submission.files.map(({ name, size }) => ({ ...file, name, size }))
    expect(isHandedIn({ comment, files }, submission)).toBe(true)
    expect(isHandedIn({ comment, files: [...files, file] }, submission)).toBe(false)
    expect(isHandedIn({ comment: 'other', files }, submission)).toBe(false)
    expect(isHandedIn({ comment, files }, { ...submission, is_submitted: false })).toBe(false)
  })
})
