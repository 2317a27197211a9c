import { chatFiles, type FileMaterials } from '../chats/chatFiles.ts'
import { seats } from '../chats/chatPlan.ts'
import type { Draw } from '../draw.ts'
import { pdf } from '../pdf.ts'
import { crc32 } from '../png.ts'
import type { SchoolTexts } from '../texts/SchoolTexts.ts'
import { textsOf } from '../texts/textsOf.ts'
import { fractionWall } from './fractionWall.ts'
import { angleWebm, chimesMp3 } from './plannedFiles.ts'

type Bytes = Uint8Array<ArrayBuffer>

const text = (content: string): Bytes => new TextEncoder().encode(content)
const recorded = (base64: string): Bytes => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))

type Materials = FileMaterials & { draw: Draw }
type Make = (materials: Materials) => Bytes | Promise<Bytes>

const printed =
  (name: keyof SchoolTexts['pdfs']): Make =>
  ({ language }) =>
    pdf(textsOf(language).pdfs[name])
const written =
  (name: keyof SchoolTexts['texts']): Make =>
  ({ language }) =>
    text(textsOf(language).texts[name])

/**
 * What is in the files of the seed's classes, by their names in the plan; most documents are one of two, so that a
 * start stays quick.
 */
export const fileContents: Record<string, Make> = {
  'sheet.pdf': printed('sheet'),
  'letter.pdf': printed('letter'),
  'fractions-p42.pdf': printed('p42'),
  'fractions-p44.pdf': printed('p44'),
  'worksheet-7-angles.pdf': printed('angles'),
  'fraction-wall.png': () => fractionWall(),
  'points-term-1.csv': materials => text(points(materials)),
  'mental-arithmetic-3.mp3': () => recorded(chimesMp3),
  'notes-for-substitutes.txt': written('substitutes'),
  'board.jpg': chatFile('board.jpg'),
  'listening-unit-3.wav': () => wave(1.6, tune),
  'essay-checklist.txt': written('essayChecklist'),
  'reading-log.docx': ({ language }) => zip(readingLog(textsOf(language).texts.readingLog)),
  'angle-opens.webm': () => recorded(angleWebm),
  // Of a kind that nobody here knows.
  'sketch.ggb': ({ draw }) => Uint8Array.from({ length: 300 }, () => draw.number(0, 255)),
  'packing-list.txt': chatFile('packing list.txt'),
  'hall-plan.png': chatFile('hall-plan.png'),
  'posters.jpg': chatFile('posters.jpg'),
  'pike.jpg': chatFile('pike.jpg'),
  'the-road-not-taken.txt': () =>
    text('Two roads diverged in a yellow wood,\nAnd sorry I could not travel both\n\n(Robert Frost, 1915)\n'),
  'cress-diary.txt': written('cressDiary'),
}

function chatFile(name: string): Make {
  const make = chatFiles[name]
  if (!make) throw new Error(`No file ${name} is sent in the chats of the seed.`)
  return make
}

function points({ language, draw }: Materials): string {
  const rows = (seats['8b'] ?? []).map(name => `${name},${draw.number(3, 10)},${draw.number(10, 30) / 2}`)
  return [textsOf(language).texts.pointsHead, ...rows].join('\n')
}

/** Three notes going up and one down, each fading. */
function tune(second: number): number {
  const step = Math.min(3, Math.floor(second * 2.5))
  const pitch = [523, 659, 784, 523][step] ?? 523
  const since = second - step / 2.5
  return 0.6 * Math.sin(2 * Math.PI * pitch * second) * Math.exp(-5 * since)
}

/** The least that is a document of Word (ECMA-376). */
const readingLog = (line: string) => ({
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${line}</w:t></w:r></w:p></w:body></w:document>`,
})

const rate = 8000

/** Sound as WAV (RIFF, PCM): mono, 8 kHz, 8 bits. `loudness` answers -1 to 1 for an instant in seconds. */
function wave(seconds: number, loudness: (second: number) => number): Uint8Array<ArrayBuffer> {
  const count = Math.floor(seconds * rate)
  const bytes = new Uint8Array(44 + count)
  const view = new DataView(bytes.buffer)
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) bytes[at + index] = letter.charCodeAt(0)
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + count, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel; so many samples and bytes a second, one byte each.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, count, true)
  for (let index = 0; index < count; index += 1)
    bytes[44 + index] = 128 + Math.round(127 * loudness(index / rate))
  return bytes
}

/** A ZIP archive of text files, stored as they are (APPNOTE 4.3): what documents of offices are, inside. */
function zip(entries: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const label = encoder.encode(name)
    const bytes = encoder.encode(text)
    const about = [crc32(bytes), bytes.length, bytes.length] as const
    const local = record(0x04034b50, [20, 0, 0, 0, 33], about, [label.length, 0])
    const listed = record(0x02014b50, [20, 20, 0, 0, 0, 33], about, [label.length, 0, 0, 0, 0], [0, at])
    parts.push(local, label, bytes)
    directory.push(listed, label)
    at += local.length + label.length + bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const count = directory.length / 2
  const end = record(0x06054b50, [0, 0, count, count], [size, at], [0])
  return joined([...parts, ...directory, end])
}

/** A header: its mark, then groups of numbers of two, four, two and four bytes, by turns. */
function record(mark: number, ...groups: readonly (readonly number[])[]): Uint8Array {
  const sizes = groups.map((_, index) => (index % 2 === 0 ? 2 : 4))
  const bytes = new Uint8Array(
    groups.reduce((sum, group, index) => sum + group.length * (sizes[index] ?? 0), 4),
  )
  const view = new DataView(bytes.buffer)
  view.setUint32(0, mark, true)
  let at = 4
  for (const [index, group] of groups.entries()) {
    for (const value of group) {
      if (sizes[index] === 2) view.setUint16(at, value, true)
      else view.setUint32(at, value, true)
      at += sizes[index] ?? 0
    }
  }
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
