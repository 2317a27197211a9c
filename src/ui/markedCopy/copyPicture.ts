import { createYielder } from '../../lib/yieldToEventLoop.ts'
import { drawMark } from '../marks/drawMarks.ts'
import { getMarkUnit } from '../marks/markShapes.ts'
import type { Mark } from '../marks/marks.ts'
import { decodePicture, withImage } from '../photos/decodePicture.ts'
import { CopyError } from './CopyError.ts'

/** Quality of a JPEG copy, 0 to 1. Lines have no visible artefacts. */
const jpegQuality = 0.9
/** In pixels: 512 MB of memory, for the picture and its copy. Phones take photos of up to 50 million pixels. */
const maxPixels = 64 * 1024 * 1024

/**
 * Draws marks on a picture. The copy has the pixels of the picture, turned as its EXIF data requires. JPEG remains JPEG,
 * every other type becomes PNG (docs/decisions/072). `type` was detected, so that the browser never runs the bytes.
 */
export async function copyPicture(original: Blob, type: string, marks: readonly Mark[]): Promise<Blob> {
  const picture = new Blob([original], { type })
  const size = await withImage(picture, ({ naturalWidth: width, naturalHeight: height }) => ({
    width,
    height,
  }))
  if (!size || size.width * size.height === 0) throw new CopyError('unreadable')
  const { width, height } = size
  if (width * height > maxPixels) throw new CopyError('tooLarge')
  const context = createContext(width, height)
  const { bitmap } = await decodePicture(picture)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const unit = getMarkUnit(size)
  const yieldIfNeeded = createYielder()
  for (const mark of marks) {
    await yieldIfNeeded()
    drawMark(context, mark, unit)
  }
  const copy = await context.canvas.convertToBlob(
    type === 'image/jpeg' ? { type, quality: jpegQuality } : { type: 'image/png' },
  )
  const { bitmap: reopened, isTruncated } = await decodePicture(copy)
  const isSame = !isTruncated && reopened.width === width && reopened.height === height
  reopened.close()
  if (!isSame) throw new CopyError('unreadable')
  return copy
}

/**
 * Throws `CopyError` if the canvas is larger than the browser supports. Safari then leaves the picture empty without
 * an error.
 */
function createContext(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.fillRect(0, 0, 1, 1)
  if (context?.getImageData(0, 0, 1, 1).data[3] !== 255) throw new CopyError('tooLarge')
  context.clearRect(0, 0, 1, 1)
  return context
}
