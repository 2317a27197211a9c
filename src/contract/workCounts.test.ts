import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { countWork, workCountsOf, workStateOf } from './workCounts.ts'

it('workStateOf counts a correction without a submission as corrected', () => {
  expect(workStateOf({ is_submitted: false, is_corrected: true })).toBe('corrected')
  expect(workStateOf({ is_submitted: true, is_corrected: true })).toBe('corrected')
  expect(workStateOf({ is_submitted: true, is_corrected: false })).toBe('toCorrect')
  expect(workStateOf({ is_submitted: false, is_corrected: false })).toBe('missing')
})

it('the states add up to the class, and equal the counts of the service', () => {
  const flags = fc.record({
    is_acknowledged: fc.boolean(),
    is_submitted: fc.boolean(),
    is_corrected: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(flags), pupils => {
      const counted = countWork(
        pupils.map(pupil => ({ state: workStateOf(pupil), isSeen: pupil.is_acknowledged })),
      )
      expect(counted.missing + counted.toCorrect + counted.corrected).toBe(pupils.length)
      expect(counted.notSeen).toBeLessThanOrEqual(counted.missing)
      const counts = {
        seen: pupils.filter(each => each.is_acknowledged || each.is_submitted || each.is_corrected).length,
        handed_in: pupils.filter(each => each.is_submitted).length,
        to_correct: pupils.filter(each => each.is_submitted && !each.is_corrected).length,
        corrected: pupils.filter(each => each.is_corrected).length,
        of: pupils.length,
      }
      expect(workCountsOf({ is_submissionable: true, counts })).toEqual(counted)
    }),
  )
})

it('homework without submissions or counts has no numbers', () => {
  const counts = { seen: 1, handed_in: 1, to_correct: 1, corrected: 0, of: 2 }
  expect(workCountsOf({ is_submissionable: false, counts })).toBeUndefined()
  expect(workCountsOf({ is_submissionable: true, counts: null })).toBeUndefined()
  expect(workCountsOf({ is_submissionable: true })).toBeUndefined()
})
