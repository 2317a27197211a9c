import {
  getMarkUnit,
  getTextSize,
  lineHeight,
  type Point,
  type Size,
  textSize,
  turnVector,
} from './markShapes.ts'
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
