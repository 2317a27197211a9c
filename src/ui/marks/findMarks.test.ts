import { expect, it } from 'vitest'
import { findMarks } from './findMarks.ts'
import type { IdentifiedMark } from './marks.ts'

const stroke = (id: number, points: readonly number[]): IdentifiedMark => ({
  ...{ id, kind: 'pen', page: 0, colour: 1, width: 2 },
  points,
})
const marks: IdentifiedMark[] = [
  stroke(0, [100, 100, 0.5, 300, 100, 0.5]),
  stroke(1, [100, 500, 0.5, 300, 500, 0.5]),
  { id: 2, kind: 'tick', page: 0, colour: 1, x: 700, y: 700, turn: 0 },
  { id: 3, kind: 'text', page: 0, colour: 1, x: 100, y: 800, turn: 0, text: 'see 1 a' },
]

it('finds strokes between their points, ticks and texts', () => {
  expect(findMarks(marks, [200, 105, 0.5], 1)).toEqual([0])
  expect(findMarks(marks, [200, 300, 0.5], 1)).toEqual([])
  expect(findMarks(marks, [710, 690, 0.5], 1)).toEqual([2])
  expect(findMarks(marks, [150, 820, 0.5], 1)).toEqual([3])
  expect(findMarks(marks, [200, 100, 0.5, 200, 500, 0.5, 700, 700, 0.5], 1)).toEqual([0, 1, 2])
})

it('searches 5,000 strokes within a frame', () => {
  const many = Array.from({ length: 5000 }, (_, id) =>
    stroke(
      id,
      Array.from({ length: 60 }, (_, index) => [
        (id % 50) * 20 + index,
        Math.floor(id / 50) * 10,
        0.5,
      ]).flat(),
    ),
  )
  findMarks(many, [0, 0, 0.5], 1)
  const start = performance.now()
  expect(findMarks(many, [515, 503, 0.5], 1).length).toBeGreaterThan(0)
  expect(performance.now() - start).toBeLessThan(100)
})
