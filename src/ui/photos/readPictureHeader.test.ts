import { describe, expect, it } from 'vitest'
import { readPictureHeader } from './readPictureHeader.ts'

const text = (value: string) => Array.from(value, letter => letter.charCodeAt(0))
const bytes32 = (value: number) => [value >> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
const file = (...parts: number[][]) => Uint8Array.from(parts.flat())
const size = { width: 300, height: 7 }

describe('PNG', () => {
  const chunk = (name: string, content: number[] = []) => [
    ...bytes32(content.length),
    ...text(name),
    ...content,
    ...[0, 0, 0, 0],
  ]
  const png = (...chunks: number[][]) =>
    file(
      [0x89, ...text('PNG\r\n\x1a\n')],
      chunk('IHDR', [...bytes32(300), ...bytes32(7), 8, 2, 0, 0, 0]),
      ...chunks,
      chunk('IEND'),
    )
  const pixels = chunk('IDAT', [1, 2, 3])
  const read = (bytes: Uint8Array) => readPictureHeader(bytes, 'image/png')

  it('reads the size', () => {
    expect(read(png(chunk('iCCP', [1]), pixels))).toEqual({ size, hasMetadata: false, isAnimated: false })
  })

  it.each(['eXIf', 'tEXt', 'zTXt', 'iTXt'])('finds %s, also after the pixels', name => {
    expect(read(png(chunk(name, [1]), pixels))).toMatchObject({ size, hasMetadata: true })
    expect(read(png(pixels, chunk(name, [1])))).toMatchObject({ size, hasMetadata: true })
  })

  it('finds animations', () => {
    expect(read(png(chunk('acTL', [0]), pixels))).toMatchObject({ isAnimated: true })
  })

  it('returns undefined for a broken file', () => {
    const whole = png(pixels)
    for (const length of [0, 7, 20, whole.length - 12]) expect(read(whole.slice(0, length))).toBeUndefined()
  })
})

describe('WebP', () => {
  const chunk = (name: string, content: number[]) => [
    ...text(name),
    ...bytes32(content.length).toReversed(),
    ...content,
    ...(content.length % 2 ? [0] : []),
  ]
  const webp = (...chunks: number[][]) => file(text('RIFF\0\0\0\0WEBP'), ...chunks)
  const read = (bytes: Uint8Array) => readPictureHeader(bytes, 'image/webp')
  const lossy = chunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 300 & 0xff, 300 >> 8, 7, 0, 1])
  const bits = 299 + 6 * 2 ** 14
  const lossless = chunk('VP8L', [0x2f, ...bytes32(bits).toReversed()])
  const extended = chunk('VP8X', [0, 0, 0, 0, 299 & 0xff, 299 >> 8, 0, 6, 0, 0])

  it.each([
    { name: 'lossy', chunks: [lossy] },
    { name: 'lossless', chunks: [lossless] },
    { name: 'extended', chunks: [extended, lossy] },
  ])('reads the size: $name', ({ chunks }) => {
    expect(read(webp(...chunks))).toEqual({ size, hasMetadata: false, isAnimated: false })
  })

  it.each(['EXIF', 'XMP '])('finds %s', name => {
    expect(read(webp(extended, lossy, chunk(name, [1, 2, 3])))).toMatchObject({ size, hasMetadata: true })
  })

  it('finds animations', () => {
    expect(read(webp(extended, chunk('ANIM', [0, 0])))).toMatchObject({ isAnimated: true })
  })

  it('returns undefined for a broken file', () => {
    expect(read(webp())).toBeUndefined()
    expect(read(webp(extended).slice(0, 18))).toBeUndefined()
  })
})

describe('AVIF', () => {
  const box = (name: string, ...content: number[][]) => {
    const inner = content.flat()
    return [...bytes32(inner.length + 8), ...text(name), ...inner]
  }
  const version = (value: number) => [value, 0, 0, 0]
  const item = (type: string) => box('infe', version(2), [0, 1, 0, 0], text(type), [0])
  const ispe = (width: number, height: number) => box('ispe', version(0), bytes32(width), bytes32(height))
  const avif = (brand: string, ...boxes: number[][]) =>
    file(
      box('ftyp', text(`${brand}\0\0\0\0mif1`)),
      box('meta', version(0), ...boxes),
      box('mdat', text('infe'), [1]),
    )
  const read = (bytes: Uint8Array) => readPictureHeader(bytes, 'image/avif')

  it('reads the size, which is larger than that of tiles', () => {
    expect(read(avif('avif', item('av01'), ispe(64, 7), ispe(300, 7)))).toEqual({
      size,
      hasMetadata: false,
      isAnimated: false,
    })
  })

  it.each(['Exif', 'mime'])('finds %s', type => {
    expect(read(avif('avif', item('av01'), item(type), ispe(300, 7)))).toMatchObject({ hasMetadata: true })
    const long = box('infe', version(3), [0, 0, 0, 1, 0, 0], text(type))
    expect(read(avif('avif', long, ispe(300, 7)))).toMatchObject({ hasMetadata: true })
  })

  it('finds animations', () => {
    expect(read(avif('avis', ispe(300, 7)))).toMatchObject({ isAnimated: true })
  })

  it('returns undefined for a broken file', () => {
    expect(read(avif('avif'))).toBeUndefined()
    expect(read(avif('avif', ispe(300, 7)).slice(0, 20))).toBeUndefined()
    expect(read(file([0, 0, 0, 1], text('meta')))).toBeUndefined()
  })
})

it('returns undefined for other types', () => {
  expect(readPictureHeader(file(text('GIF89a')), 'image/gif')).toBeUndefined()
})
