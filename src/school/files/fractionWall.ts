import { palettePng } from '../png.ts'

/** The shares of each row of the wall, with the numbers of their colours: paper, then fill and edge of each row. */
const rows = [1, 2, 3, 4, 6, 8] as const
const colours = [
  '#fcfcf9',
  '#3a3f45',
  ...['#d8dcef', '#6d7fc9'],
  ...['#f5dfcf', '#dc8b5c'],
  ...['#d3e6dd', '#4b9b78'],
  ...['#ecd4e3', '#b965a0'],
  ...['#f2e8c6', '#c9a13a'],
  ...['#d4e0e7', '#5d93b0'],
]
const paper = 0
const ink = 1
const width = 576
const height = 396
const margin = 30
const gap = 8
const brick = 50
const edge = 2

/** Digits and the stroke of a fraction, five rows of three dots each. */
const glyphs: Record<string, readonly number[]> = {
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '6': [7, 4, 7, 5, 7],
  '8': [7, 5, 7, 5, 7],
  '/': [1, 1, 2, 4, 4],
}
const dot = 3

/** The fraction wall of the pictures: one whole, halves, thirds, quarters, sixths, eighths. */
export function fractionWall(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(width * height).fill(paper)
  const fill = (x: number, y: number, size: { width: number; height: number }, colour: number) => {
    for (let row = 0; row < size.height; row += 1) {
      const from = (y + row) * width + x
      pixels.fill(colour, from, from + size.width)
    }
  }
  for (const [index, shares] of rows.entries()) {
    const y = 28 + index * (brick + gap)
    const step = (width - 2 * margin + gap) / shares
    for (let share = 0; share < shares; share += 1) {
      const x = Math.round(margin + share * step)
      const size = { width: Math.round(margin + (share + 1) * step) - gap - x, height: brick }
      fill(x, y, size, 3 + 2 * index)
      const inner = { width: size.width - 2 * edge, height: size.height - 2 * edge }
      fill(x + edge, y + edge, inner, 2 + 2 * index)
      write(shares === 1 ? '1' : `1/${shares}`, x + size.width / 2, y + size.height / 2)
    }
  }
  return palettePng({ width, height, colours }, pixels)

  function write(text: string, middle: number, centre: number): void {
    const left = Math.round(middle - (text.length * 4 - 1) * dot * 0.5)
    const top = Math.round(centre - 2.5 * dot)
    for (const [place, letter] of [...text].entries()) {
      for (const [row, dots] of (glyphs[letter] ?? []).entries()) {
        for (let column = 0; column < 3; column += 1) {
          if (dots & (4 >> column))
            fill(left + (place * 4 + column) * dot, top + row * dot, { width: dot, height: dot }, ink)
        }
      }
    }
  }
}
