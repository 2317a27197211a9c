import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

type DrawnPhoto = { width: number; height: number; exif?: { orientation: number } }

/** 64 × 48 pixels: red at the top left, blue at the bottom right. Drawn for this test, encoded with libheif and x265. */
export const heicPhoto = readFileSync(join(import.meta.dirname, 'tiny.heic'))

/**
 * Returns a JPEG whose top left quarter is red as it is stored. With `exif`, it has an orientation and a location,
 * like photos of a phone.
 */
export async function drawJpeg(page: Page, { width, height, exif }: DrawnPhoto): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = 'white'
      context.fillRect(0, 0, width, height)
      context.fillStyle = 'red'
      context.fillRect(0, 0, width / 2, height / 2)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(base64, 'base64')
  return exif ? Buffer.concat([jpeg.subarray(0, 2), exifSegment(exif.orientation), jpeg.subarray(2)]) : jpeg
}

/** EXIF 2.3: orientation (tag 0x0112) and a table (0x8825) with the latitude of 52° 31′ 12″ N. */
function exifSegment(orientation: number): Buffer {
  const tables = [
    ...[0, 2],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38],
    ...[0, 0, 0, 0],
    ...[0, 2],
    ...[0, 1, 0, 2, 0, 0, 0, 2, 0x4e, 0, 0, 0],
    ...[0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 68],
    ...[0, 0, 0, 0],
    ...[52, 31, 12].flatMap(value => [0, 0, 0, value, 0, 0, 0, 1]),
  ]
  const content = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'), Buffer.from(tables)])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content])
}

/** Returns size and colour of each quarter as they are stored, without EXIF. */
export const readStoredPhoto = (page: Page, bytes: Buffer) =>
  page.evaluate(async base64 => {
    const decoded = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([decoded]), { imageOrientation: 'none' })
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const quarters = [0.25, 0.75].flatMap(y =>
      [0.25, 0.75].map(x => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(width * x, height * y, 1, 1).data
        if (green > 200) return 'white'
        return red > blue ? 'red' : 'blue'
      }),
    )
    return { width, height, quarters }
  }, bytes.toString('base64'))
