let segmenter: Intl.Segmenter | undefined
const segments = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Segmented part around a position, in UTF-16 units. */
const lookBehind = 2000
const lookAhead = 100

/** Start of the visible character at `at`. One longer than the segmented part is cut between code points. */
export function findCharacterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const from = Math.max(0, at - lookBehind)
  const start = segments(text.slice(from, at + lookAhead)).containing(at - from)?.index ?? 0
  if (start > 0) return from + start
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
}

/** At most `max` UTF-16 units, without an incomplete character. Adds `mark` to a cut text. */
export const truncateText = (text: string, max: number, mark = ''): string =>
  text.length <= max ? text : `${text.slice(0, findCharacterStart(text, max))}${mark}`

export const takeCharacters = (text: string, count: number): string =>
  Array.from(segments(text.slice(0, lookBehind)), ({ segment }) => segment)
    .slice(0, count)
    .join('')
