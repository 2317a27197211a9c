import { describe, expect, it } from 'vitest'
import { fitPhoto } from './photoSize.ts'
import { readJpegHeader } from './readJpegHeader.ts'

describe('fitPhoto', () => {
  it.each([
    { from: [4032, 3024], to: [3000, 2250] },
    { from: [3024, 4032], to: [2250, 3000] },
    { from: [3000, 2000], to: [3000, 2000] },
    { from: [640, 480], to: [640, 480] },
    { from: [30_000, 3], to: [3000, 1] },
  ])('fits $from into $to', ({ from: [width = 0, height = 0], to }) => {
    const size = fitPhoto({ width, height })
    expect([size.width, size.height]).toEqual(to)
  })
})

const segment = (marker: number, content: readonly number[]) => {
  const length = content.length + 2
  return [0xff, marker, length >> 8, length & 0xff, ...content]
}
const text = (value: string) => Array.from(value, letter => letter.charCodeAt(0))
const jfif = segment(0xe0, text('JFIF\0'))
const exif = segment(0xe1, text('Exif\0\0'))
const tables = segment(0xc4, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
/** 12 × 7 pixels. */
const frame = segment(0xc0, [8, 0, 7, 0, 12, 1, 1, 0x11, 0])
const scan = segment(0xda, [1, 1, 0, 0, 63, 0])
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()])

describe('readJpegHeader', () => {
  const size = { width: 12, height: 7 }

  it('reads the size of all kinds of frames', () => {
    const progressive = frame.with(1, 0xc2)
    for (const each of [frame, progressive]) {
      expect(readJpegHeader(jpeg(jfif, tables, each, scan))).toEqual({ size, hasMetadata: false })
    }
  })

  it.each([
    { name: 'EXIF or XMP', part: exif },
    { name: 'a comment', part: segment(0xfe, text('Berlin')) },
    { name: 'IPTC', part: segment(0xed, text('Photoshop 3.0\0')) },
    { name: 'several pictures', part: segment(0xe2, text('MPF\0')) },
  ])('finds $name', ({ part }) => {
    expect(readJpegHeader(jpeg(jfif, part, frame, scan))).toEqual({ size, hasMetadata: true })
    expect(readJpegHeader(jpeg(jfif, frame, part, scan))).toEqual({ size, hasMetadata: true })
  })

  it('accepts colour profiles and bytes before a marker', () => {
    const profile = segment(0xe2, text('ICC_PROFILE\0\x01\x01'))
    const adobe = segment(0xee, text('Adobe\0'))
    expect(readJpegHeader(jpeg(jfif, profile, adobe, [0xff, 0xff], frame, scan))).toEqual({
      size,
      hasMetadata: false,
    })
  })

  it('returns undefined for broken files', () => {
    const whole = jpeg(exif, frame, scan)
    for (let length = 0; length < whole.length - scan.length; length += 1) {
      expect(readJpegHeader(whole.slice(0, length))).toBeUndefined()
    }
    expect(readJpegHeader(Uint8Array.from(text('not a picture at all')))).toBeUndefined()
    expect(readJpegHeader(jpeg(segment(0xe1, []), scan))).toBeUndefined()
  })
})
