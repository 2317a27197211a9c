import type { Point, Size } from './markShapes.ts'
import type { Turn } from './marks.ts'

/** A page on screen. `size` in page coordinates, without the rotation. */
export type PageView = { index: number; size: Size; scale: number; rotation: Turn }

/**
 * Converts a point of the window to page coordinates. `rect` is the box of the rotated page. Its size is used instead
 * of the scale, so that the result is exact while the browser itself is zoomed.
 */
export function toPagePoint(
  { x, y }: { x: number; y: number },
  rect: { left: number; top: number; width: number; height: number },
  { size, rotation }: Pick<PageView, 'size' | 'rotation'>,
): Point {
  const across = rect.width > 0 ? (x - rect.left) / rect.width : 0
  const down = rect.height > 0 ? (y - rect.top) / rect.height : 0
  switch (rotation) {
    case 0:
      return [across * size.width, down * size.height]
    case 90:
      return [down * size.width, (1 - across) * size.height]
    case 180:
      return [(1 - across) * size.width, (1 - down) * size.height]
    case 270:
      return [(1 - down) * size.width, across * size.height]
  }
}

/** Position within the shown, rotated page: 0 to 1 from its left and from its top edge. */
export function toViewShare([x, y]: Point, { size, rotation }: Pick<PageView, 'size' | 'rotation'>): Point {
  const [across, down] = [x / size.width, y / size.height]
  switch (rotation) {
    case 0:
      return [across, down]
    case 90:
      return [1 - down, across]
    case 180:
      return [1 - across, 1 - down]
    case 270:
      return [down, 1 - across]
  }
}

/** Returns the point of the page at a position within the shown page. Positions outside are moved to its edge. */
export function fromViewShare([across, down]: Point, page: Pick<PageView, 'size' | 'rotation'>): Point {
  const clamp = (share: number) => Math.max(0, Math.min(1, share))
  const [x, y] = toPagePoint(
    { x: clamp(across), y: clamp(down) },
    { left: 0, top: 0, width: 1, height: 1 },
    page,
  )
  return [roundPoint(x), roundPoint(y)]
}

/** Two decimals are exact enough and keep stored strokes short. */
export const roundPoint = (value: number): number => Math.round(value * 100) / 100
