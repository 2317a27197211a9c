/** What a hostile one does: runs a script when it is opened, or has a link over each page. */
type Actions = { script?: string; link?: string }

/** A PDF (1.4) with a page for each list of lines, Helvetica, A4. Text in ASCII. */
export function pdf(
  pages: readonly (readonly string[])[],
  { script, link }: Actions = {},
): Uint8Array<ArrayBuffer> {
  const opens = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${escaped(script)}) >>`
  const linked =
    link === undefined
      ? ''
      : ` /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (${escaped(link)}) >> >>]`
  // Objects 1 to 3 are the catalogue, the list of pages and the font; then two for each page.
  const pageIds = pages.map((_, index) => 4 + index * 2)
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${opens} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const content = `BT /F1 14 Tf 60 780 Td 20 TL ${lines.map(line => `(${escaped(line)}) Tj T*`).join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R${linked} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
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

const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&')
