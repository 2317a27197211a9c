/** No signs, exponents or spaces. */
const pointsPattern = /^(?:\d+[.,]?\d*|[.,]\d+)$/

/** Rule 28. Returns null for an empty text, undefined unless it is a number from 0. */
export function parsePoints(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!pointsPattern.test(typed)) return undefined
  const points = Number(typed.replace(',', '.'))
  return Number.isFinite(points) ? points : undefined
}

/** From here on, `1E308` instead of 309 digits. */
const maxPlainPoints = 1e9

/** `12,5` in German, `12.5` in English. */
export function formatPoints(points: number, language: string): string {
  if (Math.abs(points) >= maxPlainPoints) return points.toLocaleString(language, scientific)
  let format = formats.get(language)
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false })
    formats.set(language, format)
  }
  return format.format(points)
}

const scientific = { notation: 'scientific', maximumFractionDigits: 2 } as const

// Creating a format takes longer than rendering a row.
const formats = new Map<string, Intl.NumberFormat>()

export type CsvCell = string | number | null

/** Spreadsheet separators of a language. */
type CsvStyle = { separator: ',' | ';'; decimal: '.' | ',' }

export const getCsvStyle = (language: string): CsvStyle =>
  language === 'de' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

/**
 * RFC 4180. Cells that a spreadsheet would execute begin with an apostrophe (rule 16). Excel needs the byte
 * order mark.
 */
export function csv(rows: readonly (readonly CsvCell[])[], style: CsvStyle): string {
  const lines = rows.map(cells => `${cells.map(cell => formatCell(cell, style)).join(style.separator)}\r\n`)
  return `\uFEFF${lines.join('')}`
}

function formatCell(cell: CsvCell, { decimal }: CsvStyle): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', decimal) : ''
  return `"${escapeFormula(cell).replaceAll('"', '""')}"`
}

/**
 * Beginnings of a formula, also after spaces (OWASP, CSV injection): = + - @, | for some programs, full-width
 * variants, tab and line end.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−]|^[\t\r\n]/u

const escapeFormula = (text: string): string => {
  const readable = text.replaceAll('\0', '')
  return formula.test(readable) ? `'${readable}` : readable
}
