import { palettePng } from '../png.ts'

const width = 640
const height = 400
const colours = ['#ffffff', '#c8ccd4', '#8398ea', '#8fc7a6', '#f0c27b', '#e59a94', '#eceef2', '#3a3f45']
const [paper, rule, , , , , head, ink] = [0, 1, 2, 3, 4, 5, 6, 7]

/** Which group has the hall: a row an hour, a column a day, `-` nobody. */
const plan = ['2-352', '23355', '4-3-2', '44--2', '-5432', '25-34', '3-2--']

/** A plan of who has the sports hall when: days across, hours down, a colour for each group. */
export function hallPlan(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(width * height).fill(paper)
  const fill = (x: number, y: number, size: { width: number; height: number }, colour: number) => {
    for (let row = y; row < y + size.height; row += 1) {
      const from = row * width + x
      pixels.fill(colour, from, from + size.width)
    }
  }
  const cell = { width: 110, height: 46 }
  const [left, top] = [60, 44]
  fill(0, 0, { width, height: top }, head)
  fill(0, 0, { width: left, height }, head)
  for (const [hour, row] of plan.entries()) {
    const y = top + hour * cell.height
    // As many dots as the hour has in number.
    for (let dot = 0; dot <= hour; dot += 1) {
      fill(14 + (dot % 4) * 10, y + 14 + Math.floor(dot / 4) * 10, { width: 5, height: 5 }, ink)
    }
    for (const [day, group] of [...row].entries()) {
      const x = left + day * (cell.width + 6)
      if (group !== '-') {
        fill(x + 3, y + 3, { width: cell.width, height: cell.height - 6 }, Number(group))
        fill(x + 12, y + 14, { width: 46, height: 4 }, ink)
        fill(x + 12, y + 24, { width: 30, height: 4 }, ink)
      }
      fill(x, top, { width: 1, height: height - top }, rule)
    }
    fill(0, y, { width, height: 1 }, rule)
  }
  for (let day = 0; day < 5; day += 1) {
    fill(left + day * (cell.width + 6) + 12, 18, { width: 40 + (day % 3) * 12, height: 6 }, ink)
  }
  return palettePng({ width, height, colours }, pixels)
}
