import { expect, it } from 'vitest'
import { getNextStep } from './MessageRows.tsx'

const rows = (...ids: number[]) => ids.map(id => ({ id }))
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

it('keeps the start distance if later rows changed', () => {
  const target = rows(1, 2, 3, 4, 5)
  expect(getNextStep(rows(1, 2, 3), target, 1)).toEqual({ rows: target, target, shift: false })
  expect(getNextStep(rows(1, 2, 3), rows(1, 2), 1).shift).toBe(false)
})

it('keeps the end distance if earlier rows changed', () => {
  const target = rows(1, 2, 3, 4)
  expect(getNextStep(rows(3, 4), target, 0)).toEqual({ rows: target, target, shift: true })
  // A message in the middle, above the anchor, was deleted.
  expect(getNextStep(rows(1, 2, 3, 4), rows(1, 3, 4), 2).shift).toBe(true)
})

it('changes one side after the other if both changed', () => {
  const target = rows(1, 3, 4, 5)
  const step = getNextStep(rows(1, 2, 3, 4), target, 2)
  expect(step.shift).toBe(true)
  expect(idsOf(step.rows)).toEqual([1, 3, 4])
  expect(getNextStep(step.rows, target, 1)).toEqual({ rows: target, target, shift: false })
})

it('uses the next existing row if the anchor was deleted', () => {
  expect(getNextStep(rows(1, 2, 3, 4), rows(1, 4), 2).shift).toBe(true)
  const target = rows(7, 8)
  expect(getNextStep(rows(1, 2), target, 0)).toEqual({ rows: target, target, shift: false })
  expect(getNextStep([], target, 0).rows).toBe(target)
})
