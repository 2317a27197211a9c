import { getStroke } from 'perfect-freehand'
import type { Level, Mark, PlacedMark, Stamp, Stroke, TextMark } from './marks.ts'
import { measureLine } from './textFont.ts'

export type Size = { width: number; height: number }
export type Point = readonly [x: number, y: number]

/** On white paper all three have a contrast of at least 5:1. */
export const markColours: Readonly<Record<Level, string>> = { 1: '#c62540', 2: '#38761d', 3: '#1f5fc4' }

/** A thousandth of the shorter side of the page, so that marks look the same on a photo of any size. */
export const getMarkUnit = ({ width, height }: Size): number => Math.min(width, height) / 1000

/** In units. */
const strokeWidths = {
  pen: { 1: 3, 2: 5.5, 3: 10 },
  highlighter: { 1: 18, 2: 30, 3: 46 },
} as const
export const highlighterOpacity = 0.35

/** Side of the square around a tick or a cross, in units. */
const stampSize = 52
const stampStrokeWidth = 6
/** In units. */
export const textSize = 34
export const lineHeight = 1.3

export const getStrokeWidth = ({ kind, width }: Pick<Stroke, 'kind' | 'width'>, unit: number): number =>
  strokeWidths[kind][width] * unit
export const getStampStrokeWidth = (unit: number): number => stampStrokeWidth * unit

/** Returns the outline of a stroke as a closed polygon. */
export function getStrokeOutline(stroke: Pick<Stroke, 'kind' | 'width' | 'points'>, unit: number): Point[] {
  const points: [number, number, number][] = []
  for (let index = 0; index + 2 < stroke.points.length; index += 3) {
    points.push([stroke.points[index] ?? 0, stroke.points[index + 1] ?? 0, stroke.points[index + 2] ?? 0.5])
  }
  const outline = getStroke(points, {
    size: getStrokeWidth(stroke, unit),
    // A highlighter has the same width everywhere.
    thinning: stroke.kind === 'pen' ? 0.6 : 0,
    smoothing: 0.5,
    streamline: 0.3,
    simulatePressure: false,
    last: true,
  })
  return outline.map(([x, y]) => [x ?? 0, y ?? 0])
}

/** Lines of a tick or a cross, relative to its centre and in units. */
const stampLines: Readonly<Record<Stamp['kind'], readonly (readonly Point[])[]>> = {
  tick: [
    [
      [-0.5, 0.05],
      [-0.18, 0.45],
      [0.5, -0.5],
    ],
  ],
  cross: [
    [
      [-0.42, -0.42],
      [0.42, 0.42],
    ],
    [
      [0.42, -0.42],
      [-0.42, 0.42],
    ],
  ],
}

/** Converts a vector of the upright mark to page coordinates. */
export function turnVector([x, y]: Point, { turn }: Pick<PlacedMark, 'turn'>): Point {
  switch (turn) {
    case 0:
      return [x, y]
    case 90:
      return [y, -x]
    case 180:
      return [-x, -y]
    case 270:
      return [-y, x]
  }
}

/** Returns the lines of a tick or a cross in page coordinates. */
export const getStampLines = (stamp: Stamp, unit: number): Point[][] =>
  stampLines[stamp.kind].map(line =>
    line.map(([x, y]) => {
      const [turnedX, turnedY] = turnVector([x * stampSize * unit, y * stampSize * unit], stamp)
      return [stamp.x + turnedX, stamp.y + turnedY]
    }),
  )

/** Returns the size of a text before it is turned. */
export function getTextSize({ text }: Pick<TextMark, 'text'>, unit: number): Size {
  const lines = text.split('\n')
  const widths = lines.map(line => measureLine(line, textSize * unit))
  return { width: Math.max(...widths), height: lines.length * textSize * lineHeight * unit }
}

/** Texts are measured once, because the pointer is compared with all of them whenever it moves. */
const textSizes = new WeakMap<TextMark, { unit: number; size: Size }>()

function getMarkSize(mark: TextMark, unit: number): Size {
  const cached = textSizes.get(mark)
  if (cached?.unit === unit) return cached.size
  const size = getTextSize(mark, unit)
  textSizes.set(mark, { unit, size })
  return size
}

type Segment = readonly [start: Point, end: Point]

/** Whether a mark is at most `distance` away from a straight line. Both ends are the same for a point. */
export function isMarkNear(mark: Mark, segment: Segment, distance: number, unit: number): boolean {
  switch (mark.kind) {
    case 'pen':
    case 'highlighter': {
      const reach = distance + getStrokeWidth(mark, unit) / 2
      const [left, top, right, bottom] = getBox(...segment)
      const { points } = mark
      for (let index = 0; index + 2 < points.length; index += 3) {
        const [startX = 0, startY = 0] = [points[index], points[index + 1]]
        const [endX = startX, endY = startY] = [points[index + 3], points[index + 4]]
        // Most lines of a stroke are far away, and this is faster than their exact distance.
        if (Math.max(startX, endX) < left - reach || Math.min(startX, endX) > right + reach) continue
        if (Math.max(startY, endY) < top - reach || Math.min(startY, endY) > bottom + reach) continue
        if (
          isSegmentNear(
            segment,
            [
              [startX, startY],
              [endX, endY],
            ],
            reach,
          )
        )
          return true
      }
      return false
    }
    case 'tick':
    case 'cross':
      return getDistance([mark.x, mark.y], segment) <= distance + (stampSize / 2) * unit
    case 'text': {
      const { width, height } = getMarkSize(mark, unit)
      const [right, down] = turnVector([width, height], mark)
      return touchesBox(segment, getBox([mark.x, mark.y], [mark.x + right, mark.y + down]), distance)
    }
  }
}

/** Left, top, right and bottom edge. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

const getBox = ([x1, y1]: Point, [x2, y2]: Point): Box => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
]

/** Whether a line touches a box that is enlarged by `margin` at each side. */
export function touchesBox([start, end]: Segment, [left, top, right, bottom]: Box, margin: number): boolean {
  const [lineLeft, lineTop, lineRight, lineBottom] = getBox(start, end)
  if (lineRight < left - margin || lineLeft > right + margin) return false
  if (lineBottom < top - margin || lineTop > bottom + margin) return false
  // All corners are on one side of a line that passes the box.
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
  const offset = dx * ((top + bottom) / 2 - start[1]) - dy * ((left + right) / 2 - start[0])
  const reach = Math.abs(dx) * ((bottom - top) / 2 + margin) + Math.abs(dy) * ((right - left) / 2 + margin)
  return Math.abs(offset) <= reach
}

function isSegmentNear(one: Segment, other: Segment, distance: number): boolean {
  return (
    getDistance(one[0], other) <= distance ||
    getDistance(one[1], other) <= distance ||
    getDistance(other[0], one) <= distance ||
    getDistance(other[1], one) <= distance ||
    (isSeparatedBy(one, other) && isSeparatedBy(other, one))
  )
}

/** Whether the ends of a line are on different sides of another line. */
const isSeparatedBy = ([from, to]: Segment, line: Segment): boolean =>
  getSide(from, line) * getSide(to, line) < 0

const getSide = ([x, y]: Point, [[startX, startY], [endX, endY]]: Segment): number =>
  (endX - startX) * (y - startY) - (endY - startY) * (x - startX)

/** Distance of a point from a line. */
function getDistance([x, y]: Point, [[startX, startY], [endX, endY]]: Segment): number {
  const [dx, dy] = [endX - startX, endY - startY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - startX) * dx + (y - startY) * dy) / length))
  return Math.hypot(x - startX - share * dx, y - startY - share * dy)
}
