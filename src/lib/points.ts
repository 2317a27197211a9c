/** Digits with at most one comma or dot among them; no sign, no exponent, no space inside. */
const shape = /^(?:\d+[.,]?\d*|[.,]\d+)$/

/** Points as typed (cases 28). Nothing is `null`, never 0; what is no number of 0 or more is `undefined`. */
export function parsePoints(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!shape.test(typed)) return undefined
  const points = Number(typed.replace(',', '.'))
  return Number.isFinite(points) ? points : undefined
}

/** From here on nobody counts digits: `1E308`, where there would be 309 of them. */
const countless = 1e9

/** `12,5` in German, `12.5` in English; parsePoints reads them the same, up to what anybody ever gets. */
export function formatPoints(points: number, language: string): string {
  if (Math.abs(points) >= countless) return points.toLocaleString(language, scientific)
  let format = formats.get(language)
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false })
    formats.set(language, format)
  }
  return format.format(points)
}

const scientific = { notation: 'scientific', maximumFractionDigits: 2 } as const

// Making one takes longer than drawing a row of a list.
const formats = new Map<string, Intl.NumberFormat>()

export type CsvCell = string | number | null

/** How a spreadsheet of the reader's language expects it: semicolons go with a decimal comma. */
type CsvStyle = { separator: ',' | ';'; decimal: '.' | ',' }

export const csvStyleOf = (language: string): CsvStyle =>
  language === 'de' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

/**
 * CSV (RFC 4180) with an apostrophe before what a spreadsheet would run (cases 16); Excel needs the byte order mark.
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
 * What begins a formula: = + - @ (OWASP, CSV injection), | which calls a program in some, lookalikes in full width, a
 * tab or line end; also behind blanks. NUL ends a cell for some readers.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−]|^[\t\r\n]/u

const harmless = (text: string): string => {
  const readable = text.replaceAll('\0', '')
  return formula.test(readable) ? `'${readable}` : readable
}
