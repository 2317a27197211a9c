import { isLanguage, type Language } from '../../../lib/language.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { getTotal, isMarked, type Mark, parseMark } from './marks.ts'
import { maxLabelLength, maxLinePoints, sumPoints } from './schemeLines.ts'

/** Words of the result in the language of the teacher. All of them are read, whatever the language. */
const words = {
  en: { of: 'of', scaled: 'scaled to', notCounted: 'not counted' },
  de: { of: 'von', scaled: 'umgerechnet', notCounted: 'nicht gezählt' },
} as const satisfies Record<Language, { of: string; scaled: string; notCounted: string }>
const getWords = (language: string) => words[isLanguage(language) ? language : 'en']

const separator = ' · '
const unmarked = '–'
/** Larger points are formatted in a way that can't be read again. */
const maxScaledPoints = 1e6

type FeedbackOptions = {
  language: string
  /** Maximum points of the homework. Undefined if it is unknown. */
  maxPoints: number | undefined
  /** Points that are returned. The result says how they follow from the total, unless they don't. */
  points: number | null | undefined
}

/** Returns the result as text, e.g. `1a 2/2 · 1b 1.5/3 · 3.5 of 5`. Returns '' if no line is marked. */
export function formatResult(marks: readonly Mark[], options: FeedbackOptions): string {
  if (!marks.some(isMarked)) return ''
  const { language, maxPoints, points } = options
  const { of, scaled: scaledTo, notCounted } = getWords(language)
  const format = (value: number) => formatPoints(value, language)
  const formatMark = (mark: Mark) => {
    const given = parseMark(mark.points)
    return `${mark.label} ${typeof given === 'number' ? format(given) : unmarked}/${format(mark.max)}`
  }
  const { points: total, max, scaled } = getTotal(marks, maxPoints)
  const isScaled =
    scaled !== undefined &&
    scaled === points &&
    maxPoints !== undefined &&
    Math.max(scaled, maxPoints) <= maxScaledPoints
  const removed = marks.filter(({ isRemoved }) => isRemoved)
  return [
    ...marks.filter(({ isRemoved }) => !isRemoved).map(formatMark),
    [
      `${format(total ?? 0)} ${of} ${format(max)}`,
      isScaled ? `, ${scaledTo} ${format(scaled)} ${of} ${format(maxPoints)}` : '',
      removed.length > 0 ? ` (${notCounted}: ${removed.map(formatMark).join(separator)})` : '',
    ].join(''),
  ].join(separator)
}

/** Appends the result below the feedback. */
export const joinFeedback = (text: string, result: string): string =>
  [text.trim(), result].filter(part => part !== '').join('\n\n')

type SplitFeedback = {
  /** The feedback without the result. */
  text: string
  /** Empty if the feedback has no result. */
  marks: Mark[]
  /** The points that the result leads to. Null without a result. */
  points: number | null
}

const number = String.raw`\d+(?:[.,]\d+)?`
const anyOf = (key: keyof (typeof words)['en']) =>
  Object.values(words)
    .map(texts => texts[key])
    .join('|')
const itemPattern = new RegExp(`^(.{1,${maxLabelLength}}) (${number}|[${unmarked}-])/(${number})$`)
/** No label of a scheme begins like this. */
const totalStartPattern = new RegExp(`^${number} (?:${anyOf('of')}) `)
const totalPattern = new RegExp(
  [
    `^(${number}) (?:${anyOf('of')}) (${number})`,
    `(?:, (?:${anyOf('scaled')}) (${number}) (?:${anyOf('of')}) ${number})?`,
    String.raw`(?: \((?:${anyOf('notCounted')}): (.+)\))?$`,
  ].join(''),
)

/** Separates the feedback from the last result in it. The points have the decimal sign of the language. */
export function splitFeedback(feedback: string, language: string): SplitFeedback {
  if (!feedback.includes(separator)) return { text: feedback, marks: [], points: null }
  const rows = feedback.split(/\r\n|\r|\n/)
  const index = rows.findLastIndex(row => parseResult(row, language) !== undefined)
  const result = parseResult(rows[index] ?? '', language)
  if (!result) return { text: feedback, marks: [], points: null }
  const parts = [rows.slice(0, index), rows.slice(index + 1)].map(part => part.join('\n').trim())
  return { text: parts.filter(part => part !== '').join('\n\n'), ...result }
}

function parseResult(row: string, language: string): Omit<SplitFeedback, 'text'> | undefined {
  const parts = row.trim().split(separator)
  const totalIndex = parts.findIndex(part => totalStartPattern.test(part))
  // The lines that are not counted have separators, too.
  const total = totalPattern.exec(parts.slice(Math.max(totalIndex, 0)).join(separator))
  if (totalIndex < 1 || !total) return undefined
  const [, sum = '', max = '', scaled, notCounted] = total
  const current = parts.slice(0, totalIndex).map(item => parseItem(item, language))
  const removed = (notCounted?.split(separator) ?? []).map(item => parseItem(item, language))
  const counted = current.filter(item => item !== undefined)
  const others = removed.filter(item => item !== undefined).map(item => ({ ...item, isRemoved: true }))
  const marks = [...counted, ...others]
  const isComplete = marks.length === current.length + removed.length
  const hasDuplicates = new Set(marks.map(({ label }) => label)).size < marks.length
  if (!isComplete || hasDuplicates) return undefined
  // A similar line that a person wrote has another sum.
  if (sumPoints(counted.map(mark => mark.max)) !== parsePoints(max)) return undefined
  if ((getTotal(counted, undefined).points ?? 0) !== parsePoints(sum)) return undefined
  return { marks, points: parsePoints(scaled ?? sum) ?? null }
}

function parseItem(item: string, language: string): Mark | undefined {
  const [, label, given = '', typedMax = ''] = itemPattern.exec(item) ?? []
  const max = parseMark(typedMax)
  const points = parseMark(given)
  if (label === undefined || !max || max > maxLinePoints) return undefined
  return { label, max, points: typeof points === 'number' ? formatPoints(points, language) : '' }
}
