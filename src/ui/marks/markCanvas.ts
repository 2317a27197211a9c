import type { PageView } from './pagePoint.ts'

/** Pixels of the canvas per unit of the page. */
export type CanvasScale = number

/** Maximum number of pixels of a canvas (32 MB). */
const maxPixels = 8 * 1024 * 1024

export const getCanvasScale = ({ scale, size }: Pick<PageView, 'scale' | 'size'>): CanvasScale =>
  Math.min(scale * devicePixelRatio, Math.sqrt(maxPixels / (size.width * size.height)))

/** Clears a canvas and maps page coordinates to its pixels. */
export function prepareCanvas(
  canvas: HTMLCanvasElement | null,
  { width, height }: PageView['size'],
  scale: CanvasScale,
): CanvasRenderingContext2D | undefined {
  if (!canvas) return undefined
  const pixelWidth = Math.max(1, Math.round(width * scale))
  const pixelHeight = Math.max(1, Math.round(height * scale))
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, pixelWidth, pixelHeight)
  context.setTransform(pixelWidth / width, 0, 0, pixelHeight / height, 0, 0)
  return context
}
