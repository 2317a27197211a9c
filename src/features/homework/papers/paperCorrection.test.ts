import { expect } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { StorageError } from '../../../outbox/Outbox.ts'
import { sampleSubmissionEntry } from '../../../testing/samples.ts'
import { test } from '../../../testing/testOutbox.ts'
import { correctionDraft } from '../correction/correctionDraft.ts'
import { addToCorrection } from './paperCorrection.ts'

test('adds nothing to a draft if the part can’t be marked as added before', async ({ reload }) => {
  const { outbox } = await reload()
  const options = {
    outbox,
    entry: SubmissionEntry.parse(sampleSubmissionEntry),
    part: { points: '7', files: [] },
    feedback: 'Your marked test is attached.',
    context: { lines: undefined, maxPoints: 15, language: 'en' },
  }
  const full = () => Promise.reject(new StorageError('the part was not stored'))
  await expect(addToCorrection(options, full)).rejects.toThrow('the part was not stored')
  expect(await outbox.drafts.list(correctionDraft)).toEqual([])
  expect(await addToCorrection(options, () => Promise.resolve())).toBe(true)
  expect(await outbox.drafts.list(correctionDraft)).toHaveLength(1)
})
