import { inks } from '../support/pen.ts'
import type { Point, Size } from './browsers/Browser.ts'
import { readPixels } from './readPixels.ts'

/** Box around marks in fractions of the searched area, and the number of their pixels. */
export type Ink = { left: number; top: number; right: number; bottom: number; count: number }

/** Of each colour channel. Viewers draw edges and colours differently. */
const tolerance = 45

/** Finds the marks of the red pen in a screenshot. `area` is in CSS pixels, of which each has one pixel. */
export function findInk(screenshot: Buffer, area?: Point & Size): Ink {
  const { width, height, getColour } = readPixels(screenshot)
  const box = area ?? { x: 0, y: 0, width, height }
  const ink = { left: 1, top: 1, right: 0, bottom: 0, count: 0 }
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y += 1) {
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x += 1) {
      const colour = getColour(x, y)
      if (!colour.every((value, channel) => Math.abs(value - (inks.red[channel] ?? 0)) < tolerance)) continue
      const [across, down] = [(x - box.x) / box.width, (y - box.y) / box.height]
      ink.left = Math.min(ink.left, across)
      ink.right = Math.max(ink.right, across)
      ink.top = Math.min(ink.top, down)
      ink.bottom = Math.max(ink.bottom, down)
      ink.count += 1
    }
  }
  return ink
}
