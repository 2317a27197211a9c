import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArguments, ensureBrowser } from './browser.ts'
import { drawPhoto, photoNames } from './photos/drawPhoto.ts'

// Draws the photos of the made-up school. They are committed, so that the program needs no browser.
const folder = join(import.meta.dirname, '../src/school/files')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })
const page = await browser.newPage()
for (const name of photoNames) {
  const base64 = await page.evaluate(drawPhoto, name)
  const bytes = Buffer.from(base64, 'base64')
  // A phone in upright position stores the image rotated, with an EXIF entry.
  const stored = name === 'fractions-2' ? withOrientation(bytes, 6) : bytes
  writeFileSync(join(folder, `${name}.jpg`), stored)
  console.log(`${name}.jpg ${(stored.length / 1000).toFixed(1)} kB`)
}
await browser.close()

/** Adds an EXIF orientation (EXIF 2.3, tag 0x0112) after the first marker. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const segment = Buffer.from([
    ...[0xff, 0xe1, 0, 34],
    ...Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'),
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}
