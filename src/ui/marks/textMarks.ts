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

/** Share of the width of the page that a line may fill, 0 to 1. */
const maxLineShare = 0.9

/** Returns the size of the rotated page, in page coordinates. */
const getViewSize = ({ size: { width, height }, rotation }: Pick<PageView, 'size' | 'rotation'>): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** Centres the first line of a text at a point. */
export function getTextStart([x, y]: Point, page: Pick<PageView, 'size' | 'rotation'>): Point {
  const unit = getMarkUnit(page.size)
  const [right, down] = turnVector([0, -(textSize * lineHeight * unit) / 2], { turn: page.rotation })
  return [x + right, y + down]
}

/** Breaks lines that are wider than the page, between words if possible. */
export function wrapText(text: string, page: Pick<PageView, 'size' | 'rotation'>): string {
  const characterWidth = getTextSize({ text: 'x' }, getMarkUnit(page.size)).width
  const maxLength = Math.max(1, Math.floor((getViewSize(page).width * maxLineShare) / characterWidth))
  const pattern = new RegExp(`(.{1,${maxLength}})(?:\\s+|$)|(.{1,${maxLength}})`, 'gu')
  return text
    .trim()
    .split('\n')
    .map(line => line.replaceAll(pattern, (_, words, piece) => `${words ?? piece}\n`).replace(/\n$/, ''))
    .join('\n')
}

/** Moves a text that would end outside the page. */
export function moveOntoPage(at: Point, text: string, page: Pick<PageView, 'size' | 'rotation'>): Point {
  const view = getViewSize(page)
  const { width, height } = getTextSize({ text }, getMarkUnit(page.size))
  const [across, down] = toViewShare(at, page)
  return fromViewShare(
    [Math.min(across, 1 - width / view.width), Math.min(down, 1 - height / view.height)],
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
