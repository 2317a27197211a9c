import { isMarkNear } from './markShapes.ts'
import type { IdentifiedMark, Mark } from './marks.ts'

/** Reach of the eraser, in units of the page. */
const eraserReach = 8

/** Left, top, right and bottom edge of the points of a stroke. */
type Bounds = readonly [number, number, number, number]

const bounds = new WeakMap<Mark, Bounds>()

function getBounds(mark: Mark): Bounds | undefined {
  if (mark.kind !== 'pen' && mark.kind !== 'highlighter') return undefined
  const cached = bounds.get(mark)
  if (cached) return cached
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index + 1 < mark.points.length; index += 3) {
    const [x = 0, y = 0] = [mark.points[index], mark.points[index + 1]]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const found = [left, top, right, bottom] as const
  bounds.set(mark, found)
  return found
}

/** In units of the page, more than half the width of any stroke and the reach of the eraser. */
const maxReach = 40

/** Returns the IDs of the marks that the eraser touches. `points` as in a stroke. */
export function findMarks(
  marks: readonly IdentifiedMark[],
  points: readonly number[],
  unit: number,
): number[] {
  const found = new Set<number>()
  for (let index = 0; index + 1 < points.length; index += 3) {
    const [x = 0, y = 0] = [points[index], points[index + 1]]
    for (const mark of marks) {
      if (found.has(mark.id)) continue
      // The exact distance to each line of 5,000 strokes would take too long.
      const box = getBounds(mark)
      const margin = maxReach * unit
      if (box && (x < box[0] - margin || y < box[1] - margin || x > box[2] + margin || y > box[3] + margin))
        continue
      if (isMarkNear(mark, [x, y], eraserReach * unit, unit)) found.add(mark.id)
    }
  }
  return [...found]
}
