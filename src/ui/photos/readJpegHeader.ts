import type { PhotoSize } from './photoSize.ts'

type JpegHeader = {
  size: PhotoSize
  /** Whether it has EXIF, XMP, comments or other entries. */
  hasMetadata: boolean
}

const startOfScan = 0xda
const comment = 0xfe
const appSegments = { jfif: 0xe0, colourProfile: 0xe2, adobeColours: 0xee, last: 0xef }

/** Tables of codes, which have numbers between those of the frames. */
const tables = new Set([0xc4, 0xc8, 0xcc])
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !tables.has(marker)

/** Reads the segments before the picture (ITU T.81, annex B). Returns undefined if they are broken. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: PhotoSize | undefined
  let hasMetadata = false
  // The first two bytes mark the start of the file. A segment has a marker, its length and its content.
  for (let offset = 2; offset + 9 <= bytes.length; ) {
    if (view.getUint8(offset) !== 0xff) return undefined
    const marker = view.getUint8(offset + 1)
    // Several bytes of 0xff may precede a marker.
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === startOfScan) return size && { size, hasMetadata }
    if (isFrame(marker)) size = { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    if (isMetadata(marker, bytes.subarray(offset + 4))) hasMetadata = true
    offset += 2 + view.getUint16(offset + 2)
  }
  return undefined
}

function isMetadata(marker: number, content: Uint8Array): boolean {
  if (marker === comment) return true
  if (marker < appSegments.jfif || marker > appSegments.last) return false
  if (marker === appSegments.jfif || marker === appSegments.adobeColours) return false
  return marker !== appSegments.colourProfile || !startsWith(content, 'ICC_PROFILE')
}

const startsWith = (bytes: Uint8Array, text: string) =>
  String.fromCharCode(...bytes.subarray(0, text.length)) === text
