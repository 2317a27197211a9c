import type { Draw } from '../draw.ts'
import { pdf } from '../pdf.ts'
import { type Block, jpeg, sheetOfPaper } from '../photo.ts'
import { blankPng } from '../png.ts'

type Bytes = Uint8Array<ArrayBuffer>

const text = (content: string): Bytes => new TextEncoder().encode(content)

/** What is sent in the chats of the seed, by name. */
export const chatFiles: Record<string, (draw: Draw) => Bytes | Promise<Bytes>> = {
  'museum-trip-form.pdf': () => museumForm(),
  'museum letter.pdf': () =>
    pdf([
      ['Museum trip of class 8b', '', 'Museum of Communication', 'Price: 4 Euro', '', 'Back at about 15:00'],
    ]),
  'timetable 8b.pdf': () => pdf([['Timetable of class 8b', '', 'Room 204']]),
  'parents evening.pdf': () =>
    pdf([
      ["Parents' evening", '', 'Class 8b, room 204, 19:00'],
      ['I will come  ( )', 'I can not come  ( )'],
    ]),
  'summary fractions.pdf': () =>
    pdf([
      ['Fractions: a summary', '', '1. Expand and reduce', '2. Add: same denominator first'],
      ['3. Multiply: straight across', '4. Divide: times the reciprocal'],
      ['5. Examples'],
    ]),
  'vocabulary.jpg': draw => sheetOfPaper(draw, 'sideways'),
  'page 1.jpg': draw => sheetOfPaper(draw, 'sideways'),
  'board.jpg': draw => board(draw),
  'pike.jpg': () => pike(),
  'posters.jpg': draw => posters(draw),
  'hall-plan.png': () => blankPng(640, 400),
  'results.csv': () => text('group,tries,mean\n1,12,0.42\n2,12,0.44\n3,11,0.39\n'),
  'packing list.txt': () =>
    text(
      'Packed lunch\nSomething to drink\n4 € for the entry\nPencil, no ink\nSketching paper, if you have any\nUmbrella ☂\n',
    ),
}

/** A form of one page with a scanned plan on it: 240 kB, as forms are. */
function museumForm(): Bytes {
  const lines = [
    'Museum trip of class 8b',
    '',
    'My child __________________________ may take part.',
    '',
    'Departure 08:15, north gate. Back at about 15:00.',
    'Price: 4 Euro. Please bring a packed lunch.',
    '',
    'Date, signature ____________________________',
  ]
  return pdf([lines], { picture: { width: 364, height: 336, grey: plan } })
}

/** The way from the gate to the bus, in shades of grey. */
function plan(x: number, y: number): number {
  const isStreet = (y > 150 && y < 200) || (x > 230 && x < 265)
  const isHouse = Math.floor(x / 58) % 2 === Math.floor(y / 50) % 2 && x % 58 > 12 && y % 50 > 12
  if (isStreet) return 235
  return isHouse ? 120 : 205
}

/** A green board with white and yellow chalk. */
function board(draw: Draw): Bytes {
  const columns = 60
  const rows = 40
  const ends = Array.from({ length: rows }, () => draw.number(18, columns - 8))
  const block = (column: number, row: number): Block => {
    if (column < 2 || column > columns - 3 || row < 2 || row > rows - 3) return [120, 108, 148]
    const isChalk = row > 5 && row < rows - 6 && row % 4 === 0 && column > 5 && column < (ends[row] ?? 0)
    if (isChalk && (column * 7 + row) % 9 < 6) return row === 16 ? [200, 90, 140] : [222, 126, 128]
    return [72, 122, 108]
  }
  return jpeg({ columns, rows, block })
}

/** A fish with a long mouth, in pencil, photographed with the phone held upright. */
function pike(): Bytes {
  const columns = 60
  const rows = 44
  const block = (column: number, row: number): Block => {
    const half =
      column < 14 ? 2 + column / 4 : column > 48 ? 3 + (column - 48) / 1.5 : 6.5 - (column - 14) / 12
    const off = Math.abs(row - 22)
    if (column === 13 && row === 20) return [30, 128, 128]
    if (column > 3 && column < 57 && off <= half)
      return (column + row) % 5 === 0 ? [110, 120, 122] : [150, 122, 124]
    return [230, 124, 132]
  }
  const turned = (column: number, row: number) => block(row, rows - 1 - column)
  return jpeg({ columns: rows, rows: columns, orientation: 8, block: turned })
}

/** A wall with posters in many colours. */
function posters(draw: Draw): Bytes {
  const papers = Array.from(
    { length: 8 },
    () => [draw.number(90, 200), draw.number(60, 190), draw.number(60, 190)] as const,
  )
  const block = (column: number, row: number): Block => {
    const isPaper = column % 16 > 2 && column % 16 < 14 && row % 20 > 3 && row % 20 < 18
    return isPaper
      ? (papers[Math.floor(column / 16) + (row < 20 ? 0 : 4)] ?? [128, 128, 128])
      : [225, 126, 130]
  }
  return jpeg({ columns: 64, rows: 40, block })
}
