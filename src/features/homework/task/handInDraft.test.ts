import { describe, expect, it } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { sampleSubmissionEntry } from '../../../testing/samples.ts'
import { getHandInProblem, handInDraft, isHandedIn } from './handInWrite.ts'

const file = { id: 'a', name: 'page1.jpg', type: 'image/jpeg', size: 3 }

describe('the draft of a hand-in', () => {
  it('is empty if it has only white space and no files', () => {
    expect(handInDraft.isEmpty({ comment: ' \n', files: [] })).toBe(true)
    expect(handInDraft.isEmpty({ comment: '', files: [file] })).toBe(false)
    expect(handInDraft.isEmpty({ comment: 'x', files: [] })).toBe(false)
  })

  it('can be handed in with a comment or a file, up to the maximum length of the comment', () => {
    expect(getHandInProblem({ comment: ' ', files: [] })).toEqual({ why: 'nothing' })
    expect(getHandInProblem({ comment: '', files: [file] })).toBeUndefined()
    expect(getHandInProblem({ comment: 'x'.repeat(100_000), files: [] })).toBeUndefined()
    expect(getHandInProblem({ comment: 'x'.repeat(100_003), files: [] })).toEqual({
      why: 'tooLong',
      tooMany: 3,
    })
  })

  it('counts as handed in once the service has its comment and its files', () => {
    const { submission } = SubmissionEntry.parse(sampleSubmissionEntry)
    const comment = 'I did 1 to 4, 5 was unclear.\n'
    const files = submission.files.map(({ name, size }) => ({ ...file, name, size }))
    expect(isHandedIn({ comment, files }, submission)).toBe(true)
    expect(isHandedIn({ comment, files: [...files, file] }, submission)).toBe(false)
    expect(isHandedIn({ comment: 'other', files }, submission)).toBe(false)
    expect(isHandedIn({ comment, files }, { ...submission, is_submitted: false })).toBe(false)
  })
})
