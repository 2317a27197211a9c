import { lessonsOf, seedClasses, shortIn } from './classes.ts'
import { type Bytes, keptIn, type SchoolFiles } from './schoolFiles.ts'
import type { SchoolLanguage } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

/** Returns a file of the school: a PDF that sheets.json describes, or the file that is stored with the program. */
export async function readKept(name: string, language: SchoolLanguage, files: SchoolFiles): Promise<Bytes> {
  const pages = textsOf(language).sheets[name]
  if (!pages) return files(keptIn(language, name))
  return createPdf(
    pages.map(lines => lines.flatMap(line => (line === '{timetable}' ? timetable(language) : line))),
  )
}

/** Returns the week of 8b as lines of a table: a row for each hour, a column for each day. */
function timetable(language: SchoolLanguage): string[] {
  const week = seedClasses.find(({ name }) => name === '8b')?.week ?? []
  const lessons = lessonsOf(week)
  const cell = (weekday: number, hour: number) =>
    lessons
      .filter(lesson => lesson.weekday === weekday && lesson.hour === hour)
      .map(({ short }) => shortIn('8b', short, language))
      .join('/')
  const row = (cells: readonly string[]) =>
    cells
      .map(text => text.padEnd(9))
      .join('')
      .trimEnd()
  const days = textsOf(language)
    .weekdays.slice(0, 5)
    .map(name => name.slice(0, 2))
  const hours = Array.from({ length: Math.max(...lessons.map(({ hour }) => hour)) }, (_, index) => index + 1)
  return [
    row(['  ', ...days]),
    ...hours.map(hour => row([`${hour} `, ...days.map((_, index) => cell(index + 1, hour) || '-')])),
  ]
}

/** Characters whose code in Windows-1252, the encoding of the fonts, differs from Unicode. */
const windows1252: Record<string, number> = {
  '€': 0x80,
  '„': 0x84,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
}

/**
 * Creates a PDF of A4 pages. The first line of the first page is the title. Lines with columns (three spaces in a row) get
 * a font of fixed width. Throws if the fonts do not have a character.
 */
export function createPdf(pages: readonly (readonly string[])[]): Bytes {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${6 + index * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  for (const font of ['Helvetica', 'Helvetica-Bold', 'Courier'])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`)
  for (const [index, lines] of pages.entries()) {
    const text = lines.map((line, at) => show(line, index === 0 && at === 0)).join('\n')
    const content = `BT 60 770 Td 20 TL\n${text}\nET`
    const fonts = '/Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >>'
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${fonts} >> /Contents ${7 + index * 2} 0 R >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Uint8Array.from(file + table + trailer, character => character.charCodeAt(0))
}

function show(line: string, isTitle: boolean): string {
  const font = isTitle ? '/F2 18 Tf' : / {3}\S/.test(line.trimStart()) ? '/F3 11 Tf' : '/F1 13 Tf'
  const text = [...line]
    .map(encoded)
    .join('')
    .replace(/[\\()]/g, '\\$&')
  return `${font} (${text}) Tj T*`
}

function encoded(character: string): string {
  const code = windows1252[character] ?? character.charCodeAt(0)
  const isThere = character.length === 1 && (code < 0x80 || code >= 0xa0 || character in windows1252)
  if (!isThere || code > 0xff)
    throw new Error(`A sheet has the character ${character}, which its fonts do not have.`)
  return String.fromCharCode(code)
}
