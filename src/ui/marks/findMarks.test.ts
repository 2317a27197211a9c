import { expect, it } from 'vitest'
import { fc } from '../../testing/fastCheck.ts'
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

const coordinate = fc.integer({ min: 0, max: 1000 })
const path = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 8 })
const toPoints = (points: readonly (readonly [number, number])[]) => points.flatMap(([x, y]) => [x, y, 0.5])

it('finds each stroke that a line of the eraser crosses, however far apart the points are', () => {
  fc.assert(
    fc.property(path, fc.nat(), coordinate, coordinate, (points, index, across, down) => {
      const line = index % (points.length - 1)
      const [[x1, y1], [x2, y2]] = [points[line] ?? [0, 0], points[line + 1] ?? [0, 0]]
      const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
      const eraser = [x - across, y - down, 0.5, x + across, y + down, 0.5]
      expect(findMarks([stroke(0, toPoints(points))], eraser, 1)).toEqual([0])
    }),
  )
})

it('finds ticks and texts between the points of the eraser', () => {
  expect(findMarks(marks, [600, 600, 0.5, 800, 800, 0.5], 1)).toEqual([2])
  expect(findMarks(marks, [150, 700, 0.5, 150, 900, 0.5], 1)).toEqual([3])
  expect(findMarks(marks, [600, 900, 0.5, 900, 600, 0.5], 1)).toEqual([])
})

it('finds the same in parts, as the points arrive', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 5 }), path, fc.nat(7), (strokes, eraser, count) => {
      const drawn = strokes.map((points, id) => stroke(id, toPoints(points)))
      const points = toPoints(eraser)
      const first = findMarks(drawn, points.slice(0, count * 3), 1)
      const later = findMarks(drawn, points, 1, Math.min(count * 3, points.length))
      expect(new Set([...first, ...later])).toEqual(new Set(findMarks(drawn, points, 1)))
    }),
  )
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
  // The fastest of several, because other processes may interrupt the others.
  const durations = Array.from({ length: 10 }, () => {
    const start = performance.now()
    expect(findMarks(many, [515, 503, 0.5], 1).length).toBeGreaterThan(0)
    return performance.now() - start
  })
  expect(Math.min(...durations)).toBeLessThan(100)
})
