import type { Point } from './markShapes.ts'

/** Direction of each arrow key on the shown page. */
export const arrowDirections: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
