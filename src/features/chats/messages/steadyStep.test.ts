import { expect, it } from 'vitest'
import { steadyStep } from './MessageRows.tsx'

const rows = (...ids: number[]) => ids.map(id => ({ id }))
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

it('keeps the distance from the start if only later rows changed', () => {
  const goal = rows(1, 2, 3, 4, 5)
  expect(steadyStep(rows(1, 2, 3), goal, 1)).toEqual({ rows: goal, goal, shift: false })
  expect(steadyStep(rows(1, 2, 3), rows(1, 2), 1).shift).toBe(false)
})

it('keeps the distance from the end if only earlier rows changed', () => {
  const goal = rows(1, 2, 3, 4)
  expect(steadyStep(rows(3, 4), goal, 0)).toEqual({ rows: goal, goal, shift: true })
  // A message in the middle, above the anchor, was deleted.
  expect(steadyStep(rows(1, 2, 3, 4), rows(1, 3, 4), 2).shift).toBe(true)
})

it('changes one side first and then the other if both changed', () => {
  const goal = rows(1, 3, 4, 5)
  const step = steadyStep(rows(1, 2, 3, 4), goal, 2)
  expect(step.shift).toBe(true)
  expect(idsOf(step.rows)).toEqual([1, 3, 4])
  expect(steadyStep(step.rows, goal, 1)).toEqual({ rows: goal, goal, shift: false })
})

it('uses the next row that still exists if the anchor was deleted', () => {
  expect(steadyStep(rows(1, 2, 3, 4), rows(1, 4), 2).shift).toBe(true)
  const goal = rows(7, 8)
  expect(steadyStep(rows(1, 2), goal, 0)).toEqual({ rows: goal, goal, shift: false })
  expect(steadyStep([], goal, 0).rows).toBe(goal)
})
