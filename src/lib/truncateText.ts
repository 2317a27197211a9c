let segmenter: Intl.Segmenter | undefined
const segments = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Part of the text that is segmented around a position, in UTF-16 units. */
const lookBehind = 2000
const lookAhead = 100

/**
 * Returns the index where the visible character at `at` starts. An emoji can have ten or more UTF-16 units. A character
 * that is longer than the segmented part is cut between two code points.
 */
export function findCharacterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const from = Math.max(0, at - lookBehind)
  const start = segments(text.slice(from, at + lookAhead)).containing(at - from)?.index ?? 0
  if (start > 0) return from + start
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
}

/**
 * Returns at most `max` UTF-16 units of a text, without an incomplete character at the end. Adds `mark` if the text was
 * cut.
 */
export const truncateText = (text: string, max: number, mark = ''): string =>
  text.length <= max ? text : `${text.slice(0, findCharacterStart(text, max))}${mark}`

/** Returns the first visible characters of a text. */
export const takeCharacters = (text: string, count: number): string =>
  Array.from(segments(text.slice(0, lookBehind)), ({ segment }) => segment)
    .slice(0, count)
    .join('')
