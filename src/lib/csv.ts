/** A cell: text, a number, or nothing. */
export type CsvCell = string | number | null

/** How a spreadsheet of the reader's language expects it: semicolons go with a decimal comma. */
export type CsvStyle = { separator: ',' | ';'; decimal: '.' | ',' }

/** The style spreadsheets of a language open without asking. */
export const csvStyleOf = (language: string): CsvStyle =>
  language === 'de' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

/**
 * A CSV file as text, safe for spreadsheets (cases 16): every text is quoted, and one a spreadsheet would run begins
 * with an apostrophe. Numbers stay numbers. Lines end with CR LF (RFC 4180); the byte order mark tells Excel UTF-8.
 */
export function csv(rows: readonly (readonly CsvCell[])[], style: CsvStyle): string {
  const lines = rows.map(cells => `${cells.map(cell => written(cell, style)).join(style.separator)}\r\n`)
  return `\uFEFF${lines.join('')}`
}

function written(cell: CsvCell, { decimal }: CsvStyle): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', decimal) : ''
  return `"${harmless(cell).replaceAll('"', '""')}"`
}

/**
 * What begins a formula: = + - @ (OWASP, CSV injection), | which calls another program in some, what looks like them in
 * full width, small or as a true minus, a tab or a line end; also behind blanks and marks that show nothing. NUL ends a
 * cell for some readers and never belongs in one.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−]|^[\t\r\n]/u

const harmless = (text: string): string => {
  const readable = text.replaceAll('\0', '')
  return formula.test(readable) ? `'${readable}` : readable
}
