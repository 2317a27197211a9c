import { normalizeText } from '../../../lib/normalizeText.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'

/** A line of a points scheme, e.g. `1a` with at most 2 points. */
export type SchemeLine = { label: string; max: number }

export const maxSchemeLines = 60
export const maxLabelLength = 40
/** Maximum points of one line. Larger numbers are typing errors. */
export const maxLinePoints = 10_000

export type LineProblem = {
  /** From 1, as a teacher counts. */
  lineNumber: number
  why: 'noPoints' | 'notNumber' | 'zero' | 'tooHigh' | 'duplicate' | 'labelTooLong' | 'labelCharacters'
  /** The part of the line that was not understood. */
  detail: string
}

export type ParsedScheme = {
  /** The lines without a problem. */
  lines: SchemeLine[]
  problems: LineProblem[]
  /** Number of lines with text, also of those with a problem. */
  count: number
}

/** Units that some teachers write after the points, e.g. BE for "Bewertungseinheiten". */
const unit = /(?<=[\d.,])\s?(?:P\.?|BE|VP|NP|RP|Pkte?\.?|Punkte?|pts?\.?|points?)$/i
/** Points in parentheses, e.g. `1a (2 BE)` or `1a [2]`. */
const inParentheses = / ?(?:\(\s*([\d.,][^()]*)\)|\[\s*([\d.,][^[\]]*)\])$/
/** A label with these would be read as another part of the result below the feedback. */
const reservedLabel = /[·\p{Cc}\p{Bidi_C}]|^[\d.,]+ (?:of|von) /u

/** Parses one line of the scheme per line of the text: a label, then its maximum points. */
export function parseScheme(text: string): ParsedScheme {
  const lines: SchemeLine[] = []
  const problems: LineProblem[] = []
  const labels = new Set<string>()
  let count = 0
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const typed = normalizeText(row, 'NFC').replaceAll(/\s+/g, ' ').trim()
    if (typed === '') continue
    count += 1
    const line = parseLine(typed)
    const problem =
      'why' in line ? line : labels.has(line.label) && { why: 'duplicate' as const, detail: line.label }
    if (problem) problems.push({ lineNumber: index + 1, ...problem })
    else if ('label' in line) {
      labels.add(line.label)
      lines.push(line)
    }
  }
  return { lines, problems, count }
}

function parseLine(typed: string): SchemeLine | Pick<LineProblem, 'why' | 'detail'> {
  const text = typed
    .replace(inParentheses, (_, round: string | undefined, square: string) => ` ${(round ?? square).trim()}`)
    .replace(unit, '')
  const space = text.lastIndexOf(' ')
  // Some teachers write "1a: 2" or "1a = 2".
  const label = text.slice(0, Math.max(space, 0)).replace(/\s*[:=]$/, '')
  const typedMax = text.slice(space + 1)
  if (label === '') return { why: 'noPoints', detail: typed }
  const max = parsePoints(typedMax)
  if (max === undefined || max === null) return { why: 'notNumber', detail: typedMax }
  if (max === 0) return { why: 'zero', detail: label }
  if (max > maxLinePoints) return { why: 'tooHigh', detail: label }
  if (label.length > maxLabelLength) return { why: 'labelTooLong', detail: label }
  if (reservedLabel.test(label)) return { why: 'labelCharacters', detail: label }
  return { label, max: roundToMillionths(max) }
}

/** Returns the text that `parseScheme` reads. */
export const formatScheme = (lines: readonly SchemeLine[], language: string): string =>
  lines.map(({ label, max }) => `${label} ${formatPoints(max, language)}`).join('\n')

/**
 * Returns the task that a line belongs to: the label up to its first number, so that `1a` and `1b` belong to `1`, but
 * `10` does not.
 */
export const getTask = (label: string): string => /^\D*\d+/.exec(label)?.[0] ?? label

export const sumPoints = (points: readonly number[]): number =>
  roundToMillionths(points.reduce((sum, value) => sum + value, 0))

/** Points have at most six decimals on screen. Sums of decimals have more, because they are not exact. */
export function roundToMillionths(points: number): number {
  return Math.round(points * 1e6) / 1e6
}
