import type { Extent } from './Content.ts'
import type { FileView } from './ViewMemory.ts'

/** CSS pixels beyond which a page is no longer easier to read; a wide picture may be wider if it shows whole. */
const readingWidth = 736
/** A small picture is enlarged to fit, but not to a mosaic. */
const mostFit = 2
const least = 0.05
const most = 8
const step = 1.25

/** Width and height after turning. */
export const turnedExtent = ({ width, height }: Extent, turn: FileView['turn']): Extent =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** The scale a zoom means for an extent (already turned) in an area, both in CSS pixels. */
export function scaleOf(zoom: FileView['zoom'], extent: Extent, area: Extent): number {
  if (typeof zoom === 'number') return zoom
  if (area.width <= 0 || area.height <= 0) return 1
  const wide = area.width / extent.width
  const whole = Math.min(wide, area.height / extent.height)
  const fitting = zoom === 'whole' ? whole : Math.min(wide, Math.max(readingWidth / extent.width, whole))
  return Math.min(fitting, mostFit)
}

/** A scale within the limits, in whole percents so that what is written is what is shown. */
export const allowedScale = (scale: number): number =>
  Math.round(Math.min(most, Math.max(least, scale)) * 100) / 100

export const biggerScale = (scale: number): number => allowedScale(scale * step)
export const smallerScale = (scale: number): number => allowedScale(scale / step)

export const isLargest = (scale: number): boolean => scale >= most
export const isSmallest = (scale: number): boolean => scale <= least

/** What Fit does next: the width, and once the width fits, the whole page. */
export const nextFit = (zoom: FileView['zoom']): 'width' | 'whole' => (zoom === 'width' ? 'whole' : 'width')

const turns = [0, 90, 180, 270] as const
/** A quarter clockwise. */
export const nextTurn = (turn: FileView['turn']): FileView['turn'] =>
  turns[(turns.indexOf(turn) + 1) % 4] ?? 0
