import type { Extent } from './Content.ts'
import type { FileView } from './ViewMemory.ts'

/**
 * Width in CSS pixels above which a page is no easier to read. A wide image may be wider if it is visible as a whole.
 */
const readingWidth = 736
/** Maximum scale of "fit", so that a small image is enlarged but does not become blocky. */
const mostFit = 2
const least = 0.05
const most = 8
const step = 1.25

/** Returns width and height after rotation. */
export const turnedExtent = ({ width, height }: Extent, turn: FileView['turn']): Extent =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** Returns the scale of a zoom, for an extent that is already rotated. Extent and area in CSS pixels. */
export function scaleOf(zoom: FileView['zoom'], extent: Extent, area: Extent): number {
  if (typeof zoom === 'number') return zoom
  if (area.width <= 0 || area.height <= 0) return 1
  const wide = area.width / extent.width
  const whole = Math.min(wide, area.height / extent.height)
  const fitting = zoom === 'whole' ? whole : Math.min(wide, Math.max(readingWidth / extent.width, whole))
  return Math.min(fitting, mostFit)
}

/** Limits a scale to 0.05 to 8, rounded to whole percents, so that the number on screen is exact. */
export const allowedScale = (scale: number): number =>
  Math.round(Math.min(most, Math.max(least, scale)) * 100) / 100

export const biggerScale = (scale: number): number => allowedScale(scale * step)
export const smallerScale = (scale: number): number => allowedScale(scale / step)

export const isLargest = (scale: number): boolean => scale >= most
export const isSmallest = (scale: number): boolean => scale <= least

/** Returns the next mode of the Fit button: width first, then the whole page. */
export const nextFit = (zoom: FileView['zoom']): 'width' | 'whole' => (zoom === 'width' ? 'whole' : 'width')

const turns = [0, 90, 180, 270] as const
/** Adds a quarter turn clockwise. */
export const nextTurn = (turn: FileView['turn']): FileView['turn'] =>
  turns[(turns.indexOf(turn) + 1) % 4] ?? 0
