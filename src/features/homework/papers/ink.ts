/** Part of each edge that is ignored: shadows of the scanner, staples and holes. */
const margin = 0.08
/** In pixels. A tile has one brightness of paper, so that a shadow across the page is no ink. */
const tileSize = 16
/** Difference from the paper, from 0 to 255. Writing that shines through from the other side differs less. */
const minContrast = 40
/** Share of dark pixels up to which a page is blank, about 8 pixels. A single word has more, dust has less. */
const maxBlankInk = 0.0002

/** Width in which pages are measured, in pixels. */
export const measuredWidth = 200

/**
 * Returns the share of pixels that are darker than the paper around them, from 0 to 1.
 *
 * @param data RGBA, as from a canvas.
 */
export function measureInk({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): number {
  const [left, right] = [Math.ceil(width * margin), Math.floor(width * (1 - margin))]
  const [top, bottom] = [Math.ceil(height * margin), Math.floor(height * (1 - margin))]
  let dark = 0
  let total = 0
  for (let tileTop = top; tileTop < bottom; tileTop += tileSize) {
    for (let tileLeft = left; tileLeft < right; tileLeft += tileSize) {
      const levels: number[] = []
      for (let y = tileTop; y < Math.min(tileTop + tileSize, bottom); y += 1) {
        for (let x = tileLeft; x < Math.min(tileLeft + tileSize, right); x += 1) {
          levels.push(getBrightness(data, (y * width + x) * 4))
        }
      }
      const paper = getPaperLevel(levels)
      dark += levels.filter(level => paper - level >= minContrast).length
      total += levels.length
    }
  }
  return total === 0 ? 0 : dark / total
}

/** Returns the luminance (Rec. 601), from 0 to 255. Transparent pixels are white paper. */
function getBrightness(data: Uint8ClampedArray, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]]
  const level = 0.299 * red + 0.587 * green + 0.114 * blue
  return 255 - ((255 - level) * alpha) / 255
}

/** Most pixels of a tile are paper, and only few are brighter. */
function getPaperLevel(levels: readonly number[]): number {
  const sorted = levels.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.9)] ?? 255
}

/** A page that could not be drawn is never blank, so that it is not left out. */
export const isBlankPage = (ink: number | null | undefined): boolean =>
  typeof ink === 'number' && ink <= maxBlankInk
