import {
  getMarkUnit,
  getTextSize,
  isMarkNear,
  lineHeight,
  type Point,
  type Size,
  textSize,
  turnVector,
} from './markShapes.ts'
import type { IdentifiedMark, TextMark } from './marks.ts'
import { fromViewShare, type PageView, toViewShare } from './pagePoint.ts'
import { measureLine } from './textFont.ts'

/** Share of the width of the page that a line may fill in any case, 0 to 1. */
const minLineShare = 0.4
/** Share of the width of the page that stays free at its edge, 0 to 1. */
const marginShare = 0.02

type TextPage = Pick<PageView, 'size' | 'rotation'>

/** Returns the size of the rotated page, in page coordinates. */
const getViewSize = ({ size: { width, height }, rotation }: TextPage): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** Centres the first line of a text at a point. */
export function getTextStart([x, y]: Point, page: TextPage): Point {
  const unit = getMarkUnit(page.size)
  const [right, down] = turnVector([0, -(textSize * lineHeight * unit) / 2], { turn: page.rotation })
  return [x + right, y + down]
}

/** Returns the maximum width of a line that starts at a point: the rest of the page, in page coordinates. */
export function getMaxLineWidth(at: Point, page: TextPage): number {
  const [across] = toViewShare(at, page)
  return getViewSize(page).width * Math.max(minLineShare, 1 - marginShare - across)
}

/** Breaks lines that are wider than `maxWidth`, between words if possible. `fontSize` in the same unit. */
export const wrapText = (text: string, maxWidth: number, fontSize: number): string =>
  text
    .split('\n')
    .flatMap(line => wrapLine(line, maxWidth, fontSize))
    .join('\n')

/** Splits a text between characters as a reader sees them. */
const segmenter = new Intl.Segmenter()

function wrapLine(line: string, maxWidth: number, fontSize: number): string[] {
  const fits = (part: string) => measureLine(part, fontSize) <= maxWidth
  const lines: string[] = []
  let current = ''
  for (const [word] of line.matchAll(/\s*\S+/g)) {
    if (fits(current + word)) {
      current += word
      continue
    }
    if (current !== '') lines.push(current)
    current = ''
    for (const { segment } of segmenter.segment(word.trimStart())) {
      if (current !== '' && !fits(current + segment)) {
        lines.push(current)
        current = ''
      }
      current += segment
    }
  }
  return [...lines, current]
}

/** Moves a text that would end outside the page. Its width counts as at least `minWidth`. */
export function moveOntoPage(at: Point, text: string, page: TextPage, minWidth = 0): Point {
  const view = getViewSize(page)
  const { width, height } = getTextSize({ text }, getMarkUnit(page.size))
  const [across, down] = toViewShare(at, page)
  return fromViewShare(
    [Math.min(across, 1 - Math.max(width, minWidth) / view.width), Math.min(down, 1 - height / view.height)],
    page,
  )
}

export type PlacedText = TextMark & { id: number }

/** Reach of a pointer around a text, in units of the page. */
const textReach = 6

/** Returns the uppermost text at a point. */
export function findText(marks: readonly IdentifiedMark[], at: Point, unit: number): PlacedText | undefined {
  return marks.findLast(
    (mark): mark is PlacedText => mark.kind === 'text' && isMarkNear(mark, [at, at], textReach * unit, unit),
  )
}

/** In units of the page. A shorter movement of the pointer is a click. */
const minMove = 10

/** Returns the text after the pointer has dragged it along `points`, or undefined if it was only clicked. */
export function dragText(text: PlacedText, points: readonly number[], page: PageView): TextMark | undefined {
  const [startX = 0, startY = 0] = points
  const [x, y] = [(points.at(-3) ?? 0) - startX, (points.at(-2) ?? 0) - startY]
  return Math.hypot(x, y) < minMove * getMarkUnit(page.size)
    ? undefined
    : moveText(text, [text.x + x, text.y + y], page)
}

/** Moves the start of a text to a point, or as near as its page allows. */
export function moveText({ id: _, ...text }: PlacedText, at: Point, page: PageView): TextMark {
  const [x, y] = moveOntoPage(at, text.text, { size: page.size, rotation: text.turn })
  return { ...text, x, y }
}
