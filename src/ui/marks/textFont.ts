/** As `--font` in tokens.css, so that a text has the same width in a field, on the page and in its copy. */
export const fontFamily =
  '-apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, Inter, "Noto Sans", "Liberation Sans", sans-serif'
const fontWeight = 600

/** Font of a text on the page, as in CSS. `size` is in CSS pixels. */
export const getTextFont = (size: number): string => `${fontWeight} ${size}px ${fontFamily}`

/** Font of a text in the copy of a PDF. Arial has the widths of Helvetica. */
const getPdfFont = (size: number): string => `${size}px Helvetica, Arial, sans-serif`

/** Width of a character in tests, which have no canvas, in multiples of the font size. */
const defaultWidth = 0.58

let cachedContext: OffscreenCanvasRenderingContext2D | null | undefined

/** Returns the width of a line on the page or in the copy of a PDF, whichever is larger. */
export function measureLine(line: string, fontSize: number): number {
  cachedContext ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  const context = cachedContext
  if (!context) return line.length * defaultWidth * fontSize
  const measure = (font: string) => {
    context.font = font
    return context.measureText(line).width
  }
  return Math.max(measure(getTextFont(fontSize)), measure(getPdfFont(fontSize)))
}
