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

/** From here on nobody counts digits: `1E308`, where there would be 309 of them. */
const countless = 1e9

/**
 * Points as `language` writes them: `12,5` in German, `12.5` in English. What parsePoints reads stays the same, but for
 * more than anybody ever gets (a service may say any number).
 */
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
