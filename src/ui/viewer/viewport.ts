import type { Extent } from './Content.ts'
import type { FileView } from './ViewMemory.ts'

/**
 * Width in CSS pixels above which a page is no easier to read. A wide image may be wider if it is visible as a whole.
 */
const readingWidth = 736
/** Maximum scale of "fit", so that a small image is enlarged but does not become blocky. */
const maxFitScale = 2
const minScale = 0.05
const maxScale = 8
const zoomStep = 1.25

/** Returns width and height after rotation. */
export const rotateExtent = ({ width, height }: Extent, turn: FileView['turn']): Extent =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** Returns the scale of a zoom, for an extent that is already rotated. Extent and area in CSS pixels. */
export function getScale(zoom: FileView['zoom'], extent: Extent, area: Extent): number {
  if (typeof zoom === 'number') return zoom
  if (area.width <= 0 || area.height <= 0) return 1
  const fitWidthScale = area.width / extent.width
  const fitWholeScale = Math.min(fitWidthScale, area.height / extent.height)
  const fitting =
    zoom === 'whole'
      ? fitWholeScale
      : Math.min(fitWidthScale, Math.max(readingWidth / extent.width, fitWholeScale))
  return Math.min(fitting, maxFitScale)
}

/** Limits a scale to 0.05 to 8, rounded to whole percents, so that the number on screen is exact. */
export const clampScale = (scale: number): number =>
  Math.round(Math.min(maxScale, Math.max(minScale, scale)) * 100) / 100

export const biggerScale = (scale: number): number => clampScale(scale * zoomStep)
export const smallerScale = (scale: number): number => clampScale(scale / zoomStep)

export const isLargest = (scale: number): boolean => scale >= maxScale
export const isSmallest = (scale: number): boolean => scale <= minScale

/** Returns the next mode of the Fit button: width first, then the whole page. */
export const nextFit = (zoom: FileView['zoom']): 'width' | 'whole' => (zoom === 'width' ? 'whole' : 'width')

const turns = [0, 90, 180, 270] as const
/** Adds a quarter turn clockwise. */
export const nextTurn = (turn: FileView['turn']): FileView['turn'] =>
  turns[(turns.indexOf(turn) + 1) % 4] ?? 0
