import type { Draw } from './draw.ts'

/** Brightness and colour of one 8 × 8 block, each 0 to 255 (YCbCr). */
export type Block = readonly [y: number, cb: number, cr: number]

/** `columns` × `rows` blocks of 8 × 8 pixels; `orientation` is EXIF's, 6 for a phone held upright. */
export type Picture = {
  columns: number
  rows: number
  block: (column: number, row: number) => Block
  orientation?: number
}

/**
 * A baseline JPEG of plain blocks, as small as JPEG gets: of each block only the average, with Huffman tables of its own.
 * Every decoder reads it (ITU-T T.81).
 */
export function jpeg({ columns, rows, block, orientation }: Picture): Uint8Array<ArrayBuffer> {
  const components = [1, 2, 3]
  const bits = new BitWriter()
  const before = [0, 0, 0]
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const values = block(column, row)
      for (const [index, value] of values.entries()) {
        // With every quantizer 8 the average minus 128 is what is stored, as the difference to the block before.
        const level = Math.round(value) - 128
        writeDifference(bits, level - (before[index] ?? 0))
        before[index] = level
        bits.write(0, 1)
      }
    }
  }
  return concat([
    [0xff, 0xd8],
    ...(orientation === undefined ? [] : [exif(orientation)]),
    ...headers(columns * 8, rows * 8, components),
    bits.end(),
    [0xff, 0xd9],
  ])
}

/** A grey JPEG, 8 × 8 blocks, in which nothing changes: millions of pixels of two bits a block. */
export function hugeJpeg(columns: number, rows: number): Uint8Array<ArrayBuffer> {
  return concat([
    [0xff, 0xd8],
    ...headers(columns * 8, rows * 8, [1]),
    new Uint8Array((columns * rows) / 4),
    [0xff, 0xd9],
  ])
}

/**
 * A sheet of paper on a table with lines of handwriting, a little different for every pupil. `sideways` as a phone stores
 * it: turned, with the EXIF orientation that turns it back.
 */
export function sheetOfPaper(draw: Draw, how?: 'sideways'): Uint8Array<ArrayBuffer> {
  const columns = 45
  const rows = 60
  const words = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => draw.number(0, 9) < 7),
  )
  const ends = words.map(() => draw.number(20, columns - 7))
  const red = draw.number(20, 50)
  const block = (column: number, row: number): Block => {
    const isTable = column < 2 || column > columns - 3 || row < 2 || row > rows - 3
    if (isTable) return [96, 112, 150]
    if (row === red && column > 30 && column < 36) return [110, 110, 200]
    const isLine = row > 5 && row < rows - 5 && row % 3 === 0 && column > 5 && column < (ends[row] ?? 0)
    if (isLine && words[row]?.[column]) return [70, 150, 115]
    return [232, 124, 130]
  }
  if (how === undefined) return jpeg({ columns, rows, block })
  const turned = (column: number, row: number) => block(columns - 1 - row, column)
  return jpeg({ columns: rows, rows: columns, orientation: 6, block: turned })
}

/** Difference categories 0 to 8: one bit for none, four or five for the rest. */
const codes: readonly (readonly [code: number, length: number])[] = [
  [0, 1],
  ...Array.from({ length: 7 }, (_, index) => [8 + index, 4] as const),
  [30, 5],
]

function writeDifference(bits: BitWriter, difference: number): void {
  const category = 32 - Math.clz32(Math.abs(difference))
  const [code, length] = codes[category] ?? [0, 1]
  bits.write(code, length)
  bits.write(difference < 0 ? difference + 2 ** category - 1 : difference, category)
}

function headers(width: number, height: number, components: readonly number[]): number[][] {
  const high = (value: number) => [value >> 8, value & 255]
  const segment = (marker: number, content: number[]) => [
    0xff,
    marker,
    ...high(content.length + 2),
    ...content,
  ]
  const frame = components.flatMap(id => [id, 0x11, 0])
  const scan = components.flatMap(id => [id, 0])
  return [
    segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    segment(0xc0, [8, ...high(height), ...high(width), components.length, ...frame]),
    // Codes of each length from 1 to 16, then what they stand for.
    segment(0xc4, [0, 1, 0, 0, 7, 1, ...Array<number>(11).fill(0), 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xda, [components.length, ...scan, 0, 63, 0]),
  ]
}

/** The one entry of EXIF that turns a picture. */
const exif = (orientation: number): number[] => [
  ...[0xff, 0xe1, 0, 34],
  ...latin1('Exif\0\0MM\0*\0\0\0\b'),
  ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
]

class BitWriter {
  private readonly bytes: number[] = []
  private held = 0
  private count = 0

  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.held = (this.held << 1) | ((value >> bit) & 1)
      this.count += 1
      if (this.count === 8) this.flush()
    }
  }

  /** The bytes, the last one filled up with ones. */
  end(): number[] {
    while (this.count > 0) this.write(1, 1)
    return this.bytes
  }

  private flush(): void {
    this.bytes.push(this.held)
    // After 0xff a zero byte says that it is no marker.
    if (this.held === 0xff) this.bytes.push(0)
    this.held = 0
    this.count = 0
  }
}

const latin1 = (text: string) => Array.from(text, character => character.charCodeAt(0))

function concat(parts: readonly (number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
