// biome-ignore-all lint/suspicious/noControlCharactersInRegex: file headers contain control characters.

import type { PhotoSize } from './photoSize.ts'
import { readJpegHeader } from './readJpegHeader.ts'

export type PictureHeader = {
  /** As stored, before an EXIF entry turns the picture. */
  size: PhotoSize
  /** Whether it has EXIF, XMP or texts, which may contain the place and the orientation. */
  hasMetadata: boolean
  /** Whether it has several frames. A canvas would keep only the first. */
  isAnimated?: boolean
}

/** Reads the entries of a JPEG, PNG, WebP or AVIF. Returns undefined for other types and if they are broken. */
export function readPictureHeader(bytes: Uint8Array, type: string): PictureHeader | undefined {
  try {
    return readers[type]?.(bytes)
  } catch (error) {
    // The file ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const readers: Record<string, (bytes: Uint8Array) => PictureHeader | undefined> = {
  'image/jpeg': readJpegHeader,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/avif': readAvif,
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
const readText = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

const hasAny = (names: ReadonlySet<string>, searched: readonly string[]) =>
  searched.some(name => names.has(name))

const pngMetadata = ['eXIf', 'tEXt', 'zTXt', 'iTXt']

/** Chunks have a length, a name, their content and a checksum (PNG, section 5.3). */
function readPng(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes)
  const names = new Set<string>()
  for (let offset = 8; !names.has('IEND'); offset += 12 + view.getUint32(offset)) {
    names.add(readText(bytes, offset + 4, 4))
  }
  if (!names.has('IHDR')) return undefined
  return {
    size: { width: view.getUint32(16), height: view.getUint32(20) },
    hasMetadata: hasAny(names, pngMetadata),
    isAnimated: names.has('acTL'),
  }
}

const webpMetadata = ['EXIF', 'XMP ']

/** Chunks have a name, a length and their content, which is padded to an even length (RFC 9649). */
function readWebp(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes)
  const names = new Set<string>()
  let size: PhotoSize | undefined
  for (let offset = 12; offset < bytes.length; ) {
    const name = readText(bytes, offset, 4)
    const length = view.getUint32(offset + 4, true)
    names.add(name)
    size ??= readWebpSize(view, name, offset + 8)
    offset += 8 + length + (length % 2)
  }
  return size && { size, hasMetadata: hasAny(names, webpMetadata), isAnimated: names.has('ANIM') }
}

function readWebpSize(view: DataView, name: string, offset: number): PhotoSize | undefined {
  const get24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 2 ** 16
  if (name === 'VP8X') return { width: get24(offset + 4) + 1, height: get24(offset + 7) + 1 }
  if (name === 'VP8 ') {
    const [width, height] = [view.getUint16(offset + 6, true), view.getUint16(offset + 8, true)]
    return { width: width % 2 ** 14, height: height % 2 ** 14 }
  }
  if (name !== 'VP8L') return undefined
  const bits = view.getUint32(offset + 1, true)
  return { width: (bits % 2 ** 14) + 1, height: ((bits >>> 14) % 2 ** 14) + 1 }
}

/** Boxes have a length, a name and their content. The box `meta` lists the pictures and entries (ISO/IEC 23008-12). */
function readAvif(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes)
  for (let offset = 0, length = 0; offset < bytes.length; offset += length) {
    length = view.getUint32(offset)
    if (length < 8) return undefined
    if (readText(bytes, offset + 4, 4) !== 'meta') continue
    const meta = new TextDecoder('latin1').decode(bytes.subarray(offset, offset + length))
    // A large picture consists of tiles, which have a size of their own.
    const sizes = Array.from(meta.matchAll(/ispe\0{4}/g), ({ index }) => ({
      width: view.getUint32(offset + index + 8),
      height: view.getUint32(offset + index + 12),
    }))
    const size = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
    return (
      size && { size, hasMetadata: avifMetadata.test(meta), isAnimated: readText(bytes, 8, 4) === 'avis' }
    )
  }
  return undefined
}

/** An entry with EXIF or XMP. */
const avifMetadata = /infe(?:\x02.{7}|\x03.{9})(?:Exif|mime)/s
