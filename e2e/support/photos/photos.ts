import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'

type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp'
type DrawnPhoto = { width: number; height: number; exif?: { orientation: number } }

/** 64 × 48 pixels: red at the top left, blue at the bottom right. Drawn for this test, encoded with libheif and x265. */
export const heicPhoto = readFileSync(join(import.meta.dirname, 'tiny.heic'))

/**
 * Returns a JPEG whose top left quarter is red as it is stored. With `exif`, it has an orientation and a location,
 * like photos of a phone.
 */
export async function drawJpeg(page: Page, { exif, ...size }: DrawnPhoto): Promise<Buffer> {
  const jpeg = await drawPhoto(page, 'image/jpeg', size)
  if (!exif) return jpeg
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifTables(exif.orientation)])
  const segment = [Buffer.from([0xff, 0xe1, 0, content.length + 2]), content]
  return Buffer.concat([jpeg.subarray(0, 2), ...segment, jpeg.subarray(2)])
}

/** The same as a PNG. */
export async function drawPng(page: Page, { exif, ...size }: DrawnPhoto): Promise<Buffer> {
  const png = await drawPhoto(page, 'image/png', size)
  if (!exif) return png
  const content = Buffer.concat([Buffer.from('eXIf'), exifTables(exif.orientation)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  // The signature has 8 bytes, the first chunk 25.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** Returns a picture without EXIF whose top left quarter is red. */
export async function drawPhoto(
  page: Page,
  type: PhotoType,
  { width, height }: Omit<DrawnPhoto, 'exif'>,
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([width, height, type]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = 'white'
      context.fillRect(0, 0, width, height)
      context.fillStyle = 'red'
      context.fillRect(0, 0, width / 2, height / 2)
      const blob = await canvas.convertToBlob({ type, quality: 0.9 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    },
    [width, height, type] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** EXIF 2.3: orientation (tag 0x0112) and a table (0x8825) with the latitude of 52° 31′ 12″ N. */
function exifTables(orientation: number): Buffer {
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
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\b', 'latin1'), Buffer.from(tables)])
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
