import { expect, it } from 'vitest'
import { getCoverLimits, isTaskCut } from './coverLimits.ts'

it('prints fewer lines per lesson the more lessons there are', () => {
  const lines = [1, 3, 4, 6, 8, 20].map(lessons => getCoverLimits(lessons).taskLines)
  expect(lines).toEqual([15, 5, 4, 3, 2, 2])
})

it('counts lines of the text, and long ones as several', () => {
  const limits = getCoverLimits(6)
  expect(isTaskCut('1\n2\n3\n', limits)).toBe(false)
  expect(isTaskCut('1\n2\n\n4', limits)).toBe(true)
  expect(isTaskCut('x'.repeat(500), limits)).toBe(true)
})
