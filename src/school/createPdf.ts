/** Characters whose code differs from Unicode. */
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
 * A4. The first line is the title. Lines with three spaces in a row get a font of fixed width. Throws if a
 * font lacks a character.
 */
export function createPdf(pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${6 + index * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  for (const font of ['Helvetica', 'Helvetica-Bold', 'Courier'])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`)
  for (const [index, lines] of pages.entries()) {
    const text = lines.map((line, at) => formatPdfLine(line, index === 0 && at === 0)).join('\n')
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

function formatPdfLine(line: string, isTitle: boolean): string {
  const font = isTitle ? '/F2 18 Tf' : / {3}\S/.test(line.trimStart()) ? '/F3 11 Tf' : '/F1 13 Tf'
  const text = [...line]
    .map(encodeCharacter)
    .join('')
    .replace(/[\\()]/g, '\\$&')
  return `${font} (${text}) Tj T*`
}

function encodeCharacter(character: string): string {
  const code = windows1252[character] ?? character.charCodeAt(0)
  const isEncodable = character.length === 1 && (code < 0x80 || code >= 0xa0 || character in windows1252)
  if (!isEncodable || code > 0xff) throw new Error(`The fonts of a sheet lack the character ${character}.`)
  return String.fromCharCode(code)
}
