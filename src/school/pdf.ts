/** What a hostile one does: runs a script when it is opened, or has a link over each page. */
type Actions = { script?: string; link?: string }

/** A picture at the foot of each page, two bytes a pixel; `grey` answers 0 to 255 for a pixel. */
type Picture = { width: number; height: number; grey: (x: number, y: number) => number }

/** A PDF (1.4) with a page for each list of lines, Helvetica, A4. Text in what WinAnsi has: the letters of western Europe. */
export function pdf(
  pages: readonly (readonly string[])[],
  { script, link, picture }: Actions & { picture?: Picture } = {},
): Uint8Array<ArrayBuffer> {
  const opens = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${escaped(script)}) >>`
  const linked =
    link === undefined
      ? ''
      : ` /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (${escaped(link)}) >> >>]`
  // Objects 1 to 3 are the catalogue, the list of pages and the font; then two for each page, at the end the picture.
  const pageIds = pages.map((_, index) => 4 + index * 2)
  const shown = picture ? ` /XObject << /P ${4 + pages.length * 2} 0 R >>` : ''
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${opens} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const content = `BT /F1 14 Tf 60 780 Td 20 TL ${lines.map(line => `(${escaped(line)}) Tj T*`).join(' ')} ET${picture ? ' q 400 0 0 400 97 60 cm /P Do Q' : ''}`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >>${shown} >> /Contents ${5 + index * 2} 0 R${linked} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    ...(picture ? [drawn(picture)] : []),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new TextEncoder().encode(text + end)
}

/** The file itself stays ASCII: other letters are written as the number they have in Latin-1 (ISO 32000 § 7.3.4.2). */
const escaped = (line: string) =>
  line
    .replace(/[\\()]/g, '\\$&')
    .replace(/[\u0080-\u00ff]/g, letter => `\\${letter.charCodeAt(0).toString(8)}`)

/** The pixels in hexadecimal digits: the file stays text. */
function drawn({ width, height, grey }: Picture): string {
  const greys = Array.from({ length: 256 }, (_, shade) => shade.toString(16).padStart(2, '0'))
  let digits = ''
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) digits += greys[grey(x, y)] ?? '00'
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length ${digits.length + 1} >>\nstream\n${digits}>\nendstream`
}
