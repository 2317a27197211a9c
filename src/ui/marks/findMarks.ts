import { type Box, isMarkNear, type Point, touchesBox } from './markShapes.ts'
import type { IdentifiedMark, Mark } from './marks.ts'

/** Reach of the eraser, in units of the page. */
const eraserReach = 8

const boxes = new WeakMap<Mark, Box>()

/** Returns the box around the points of a stroke. */
function findBox(mark: Mark): Box | undefined {
  if (mark.kind !== 'pen' && mark.kind !== 'highlighter') return undefined
  const cached = boxes.get(mark)
  if (cached) return cached
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index + 1 < mark.points.length; index += 3) {
    const [x = 0, y = 0] = [mark.points[index], mark.points[index + 1]]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const box: Box = [left, top, right, bottom]
  boxes.set(mark, box)
  return box
}

/** In units of the page, more than half the width of any stroke and the reach of the eraser. */
const maxReach = 40

/**
 * Returns the IDs of the marks that the eraser touches, also between its points. `points` as in a stroke. The search
 * continues at the last of the first `searched` numbers, which an earlier call has searched.
 */
export function findMarks(
  marks: readonly IdentifiedMark[],
  points: readonly number[],
  unit: number,
  searched = 0,
): number[] {
  const found = new Set<number>()
  for (let index = Math.max(0, searched - 3); index + 1 < points.length; index += 3) {
    // The last point is the end of the line before. A single point is a line without length.
    if (index > 0 && index + 3 >= points.length) break
    const start: Point = [points[index] ?? 0, points[index + 1] ?? 0]
    const end: Point = [points[index + 3] ?? start[0], points[index + 4] ?? start[1]]
    for (const mark of marks) {
      if (found.has(mark.id)) continue
      // The exact distance to each line of 5,000 strokes would take too long.
      const box = findBox(mark)
      if (box && !touchesBox([start, end], box, maxReach * unit)) continue
      if (isMarkNear(mark, [start, end], eraserReach * unit, unit)) found.add(mark.id)
    }
  }
  return [...found]
}
