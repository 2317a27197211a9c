import { getStroke } from 'perfect-freehand'
import type { Level, Mark, PlacedMark, Stamp, Stroke, TextMark } from './marks.ts'

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

/** Approximate size of a text before it is turned. No canvas is needed, so that it is the same everywhere. */
export function getTextSize({ text }: Pick<TextMark, 'text'>, unit: number): Size {
  const lines = text.split('\n')
  const longest = Math.max(...lines.map(line => line.length))
  return { width: longest * textSize * 0.58 * unit, height: lines.length * textSize * lineHeight * unit }
}

/** Whether a mark is at most `distance` away from a point. */
export function isMarkNear(mark: Mark, [x, y]: Point, distance: number, unit: number): boolean {
  switch (mark.kind) {
    case 'pen':
    case 'highlighter': {
      const reach = distance + getStrokeWidth(mark, unit) / 2
      const { points } = mark
      for (let index = 0; index + 2 < points.length; index += 3) {
        const start: Point = [points[index] ?? 0, points[index + 1] ?? 0]
        const end: Point = [points[index + 3] ?? start[0], points[index + 4] ?? start[1]]
        if (getDistance([x, y], start, end) <= reach) return true
      }
      return false
    }
    case 'tick':
    case 'cross':
      return Math.hypot(mark.x - x, mark.y - y) <= distance + (stampSize / 2) * unit
    case 'text': {
      const { width, height } = getTextSize(mark, unit)
      const [right, down] = turnVector([width, height], mark)
      return isBetween(x, mark.x, mark.x + right, distance) && isBetween(y, mark.y, mark.y + down, distance)
    }
  }
}

const isBetween = (value: number, one: number, other: number, distance: number) =>
  value >= Math.min(one, other) - distance && value <= Math.max(one, other) + distance

/** Distance of a point from a line. */
function getDistance([x, y]: Point, [startX, startY]: Point, [endX, endY]: Point): number {
  const [dx, dy] = [endX - startX, endY - startY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - startX) * dx + (y - startY) * dy) / length))
  return Math.hypot(x - startX - share * dx, y - startY - share * dy)
}
