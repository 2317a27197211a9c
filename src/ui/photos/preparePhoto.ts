import { getFormatByBytes, getFormatByName, getFormatByType, signatureBytes } from '../../lib/fileKinds.ts'
import { decodeHeic } from './decodeHeic.ts'
import { decodePicture } from './decodePicture.ts'
import { fitPhoto, type PhotoSize } from './photoSize.ts'

/**
 * `unchanged`: the file is no photo of a camera. `interrupted`: it took too long, or the
 * worker crashed.
 */
export type PhotoResult =
  | {
      kind: 'prepared'
      photo: Blob
      size: PhotoSize
      originalSize: PhotoSize
      /** The end of the photo is missing or damaged. */
      isTruncated?: boolean
    }
  | { kind: 'unchanged' }
  | { kind: 'failed'; reason: 'unreadable' | 'tooLarge' | 'interrupted' }

/** In bytes. Photos of phones have up to 30 MB. */
const maxFileSize = 60 * 1024 * 1024
/** As good as most cameras. Handwriting has no visible blocks. */
const quality = 0.9

/** Cameras and galleries store no photos in other types, e.g. GIF. */
const photoTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
])

/**
 * Turns a photo upright, scales it down and removes its metadata, which contain the place. Converts types to JPEG that
 * the browser can't encode. Needs a worker, because it takes up to some seconds. `readablePart`: of a photo that the
 * worker could not decode. Never rejects.
 */
export async function preparePhoto(file: File, readablePart?: ImageBitmap): Promise<PhotoResult> {
  try {
    if (readablePart) {
      return { kind: 'prepared', ...(await convert(readablePart, await getType(file))), isTruncated: true }
    }
    return await prepare(file)
  } catch {
    return { kind: 'failed', reason: 'unreadable' }
  }
}

async function prepare(file: File): Promise<PhotoResult> {
  const type = await getType(file)
  if (!photoTypes.has(type)) return { kind: 'unchanged' }
  if (file.size > maxFileSize) return { kind: 'failed', reason: 'tooLarge' }
  return { kind: 'prepared', ...(await convert(await decode(file, type), type)) }
}

async function getType(file: File): Promise<string> {
  const format = getFormatByBytes(await readBytes(file.slice(0, signatureBytes)))
  return (format ?? getFormatByName(file.name) ?? getFormatByType(file.type))?.type ?? ''
}

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

async function convert(bitmap: ImageBitmap, type: string) {
  try {
    const originalSize = { width: bitmap.width, height: bitmap.height }
    const size = fitPhoto(originalSize)
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser has no memory for a canvas.')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    return { photo: await encode(canvas, context, type), size, originalSize }
  } finally {
    bitmap.close()
  }
}

/** Browsers encode an unknown type as PNG, which is too large for photos. */
async function encode(
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
  type: string,
): Promise<Blob> {
  if (type === 'image/png' || type === 'image/webp') {
    const photo = await canvas.convertToBlob({ type, quality })
    if (photo.type === type) return photo
  }
  // JPEG has no transparency: put white behind the picture.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const heicTypes = new Set(['image/heic', 'image/heif'])

/** Turns the picture upright, as its EXIF entry says. Safari decodes HEIC itself. */
async function decode(file: File, type: string): Promise<ImageBitmap> {
  try {
    return (await decodePicture(file)).bitmap
  } catch (error) {
    if (!heicTypes.has(type)) throw error
    return (await decodePicture(await decodeHeic(file))).bitmap
  }
}
