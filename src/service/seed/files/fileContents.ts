import { chatFiles } from '../chats/chatFiles.ts'
import { seats } from '../chats/seats.ts'
import type { Draw } from '../draw.ts'
import { pdf } from '../pdf.ts'
import { fractionWall } from './fractionWall.ts'
import { angleWebm, chimesMp3 } from './recorded.ts'
import { wave } from './wave.ts'
import { zip } from './zip.ts'

type Bytes = Uint8Array<ArrayBuffer>

const text = (content: string): Bytes => new TextEncoder().encode(content)
const recorded = (base64: string): Bytes => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))

/** What is in the files of the seed's classes, by name; most documents are one of two, so that a start stays quick. */
export const fileContents: Record<string, (draw: Draw) => Bytes | Promise<Bytes>> = {
  'sheet.pdf': () =>
    pdf([['Sheet', '', '1. ________________', '2. ________________', '3. ________________']]),
  'letter.pdf': () =>
    pdf([
      ['Dear parents,', '', 'please find everything on page 2.'],
      ['Page 2', '', 'See above.'],
    ]),
  'fractions-p42.pdf': () =>
    pdf([
      ['Fractions, p. 42', '', '1. 1/2 + 1/4 =', '2. 2/3 - 1/6 =', '3. 3/4 + 1/8 ='],
      ['Page 2', '', '4. 5/6 - 1/2 =', '5. Draw a fraction wall up to eighths.'],
    ]),
  'fractions-p44.pdf': () =>
    pdf([
      ['Fractions, p. 44', '', '2. 3/5 of 40 kg =', '3. 2/7 of 21 m =', '6. A recipe for 4 people: for 6?'],
    ]),
  'worksheet-7-angles.pdf': () =>
    pdf([
      ['Worksheet 7: angles', '', '1. Draw 35, 90 and 140 degrees.', '2. Which of them is obtuse?'],
      ['Page 2', '', '3. Two parallels and a line across them: mark all equal angles.'],
    ]),
  'fraction-wall.png': () => fractionWall(),
  'points-term-1.csv': draw => text(points(draw)),
  'mental-arithmetic-3.mp3': () => recorded(chimesMp3),
  'notes-for-substitutes.txt': () => text(notes),
  'board.jpg': chatFile('board.jpg'),
  'listening-unit-3.wav': () => wave(1.6, tune),
  'essay-checklist.txt': () => text('☐ Title\n☐ Three paragraphs\n☐ Linking words\n☐ Read it aloud once\n'),
  'reading-log.docx': () => zip(readingLog),
  'angle-opens.webm': () => recorded(angleWebm),
  // Of a kind that nobody here knows.
  'sketch.ggb': draw => Uint8Array.from({ length: 300 }, () => draw.number(0, 255)),
  'packing-list.txt': chatFile('packing list.txt'),
  'hall-plan.png': chatFile('hall-plan.png'),
  'posters.jpg': chatFile('posters.jpg'),
  'pike.jpg': chatFile('pike.jpg'),
  'the-road-not-taken.txt': () =>
    text('Two roads diverged in a yellow wood,\nAnd sorry I could not travel both\n\n(Robert Frost, 1915)\n'),
  'cress-diary.txt': () => text('Day 1: nothing.\nDay 2: nothing.\nDay 3: small white dots!\n'),
}

function chatFile(name: string): (draw: Draw) => Bytes | Promise<Bytes> {
  const make = chatFiles[name]
  if (!make) throw new Error(`No file ${name} is sent in the chats of the seed.`)
  return make
}

function points(draw: Draw): string {
  const rows = (seats['8b'] ?? []).map(name => `${name},${draw.number(3, 10)},${draw.number(10, 30) / 2}`)
  return ['name,test 1,test 2', ...rows].join('\n')
}

const notes = `What you need to know when you take 8b for a lesson:

- Register: top drawer, room 204.
- Fractions p. 42 first; who is done goes on with p. 44.
- Solutions are in the folder "Solutions". Please don't hand them out.
- Tom sits in the front, he forgot his glasses.
`

/** Three notes going up and one down, each fading. */
function tune(second: number): number {
  const step = Math.min(3, Math.floor(second * 2.5))
  const pitch = [523, 659, 784, 523][step] ?? 523
  const since = second - step / 2.5
  return 0.6 * Math.sin(2 * Math.PI * pitch * second) * Math.exp(-5 * since)
}

/** The least that is a document of Word (ECMA-376). */
const readingLog = {
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml':
    '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Reading log: book, pages, what happened</w:t></w:r></w:p></w:body></w:document>',
}
