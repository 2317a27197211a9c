import type { Extent } from './Content.ts'
import type { FileView } from './ViewMemory.ts'

/** Maximum width of "fit width", in CSS pixels. A wide image may be wider if it is visible as a whole. */
const maxFitWidth = 736
/** Maximum scale of "fit", so that a small image does not become blocky. */
const maxFitScale = 2
const minScale = 0.05
const maxScale = 8
const zoomStep = 1.25

export const rotateExtent = ({ width, height }: Extent, rotation: FileView['rotation']): Extent =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** `extent` is already rotated. Extent and area in CSS pixels. */
export function getScale(zoom: FileView['zoom'], extent: Extent, area: Extent): number {
  if (typeof zoom === 'number') return zoom
  if (area.width <= 0 || area.height <= 0) return 1
  const fitWidthScale = area.width / extent.width
  const fitWholeScale = Math.min(fitWidthScale, area.height / extent.height)
  const fitScale =
    zoom === 'whole'
      ? fitWholeScale
      : Math.min(fitWidthScale, Math.max(maxFitWidth / extent.width, fitWholeScale))
  return Math.min(fitScale, maxFitScale)
}

/** Rounds to whole percents, so that the number on screen is exact. */
export const clampScale = (scale: number): number =>
  Math.round(Math.min(maxScale, Math.max(minScale, scale)) * 100) / 100

export const getBiggerScale = (scale: number): number => clampScale(scale * zoomStep)
export const getSmallerScale = (scale: number): number => clampScale(scale / zoomStep)

export const isLargest = (scale: number): boolean => scale >= maxScale
export const isSmallest = (scale: number): boolean => scale <= minScale

/** Width first, then the whole page. */
export const getNextFit = (zoom: FileView['zoom']): 'width' | 'whole' =>
  zoom === 'width' ? 'whole' : 'width'

const rotations = [0, 90, 180, 270] as const
export const getNextRotation = (rotation: FileView['rotation']): FileView['rotation'] =>
  rotations[(rotations.indexOf(rotation) + 1) % 4] ?? 0
