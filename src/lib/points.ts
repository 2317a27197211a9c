/** Digits with at most one comma or dot among them; no sign, no exponent, no space inside. */
const shape = /^(?:\d+[.,]?\d*|[.,]\d+)$/

/**
 * Points as a person types them, with comma or dot as decimal (cases 28). Nothing typed is `null`, never 0; what is no
 * number of 0 or more is `undefined`.
 */
export function parsePoints(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!shape.test(typed)) return undefined
  const points = Number(typed.replace(',', '.'))
  return Number.isFinite(points) ? points : undefined
}

/** Points as `language` writes them: `12,5` in German, `12.5` in English. What parsePoints reads stays the same. */
export function formatPoints(points: number, language: string): string {
  let format = formats.get(language)
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false })
    formats.set(language, format)
  }
  return format.format(points)
}

// Making one takes longer than drawing a row of a list.
const formats = new Map<string, Intl.NumberFormat>()
