import {
  getMarkUnit,
  getStampLines,
  getStampStrokeWidth,
  getStrokeOutline,
  highlighterOpacity,
  lineHeight,
  markColours,
  type Point,
  type Size,
  textSize,
} from './markShapes.ts'
import type { Mark, Stroke } from './marks.ts'
import { getTextFont } from './textFont.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Outlines are computed once per stroke. */
const paths = new WeakMap<Mark, { unit: number; path: Path2D }>()

function getStrokePath(stroke: Stroke, unit: number): Path2D {
  const cached = paths.get(stroke)
  if (cached?.unit === unit) return cached.path
  const path = createStrokePath(stroke, unit)
  paths.set(stroke, { unit, path })
  return path
}

/** Returns a smooth closed path through the outline of a stroke. */
export function createStrokePath(stroke: Pick<Stroke, 'kind' | 'width' | 'points'>, unit: number): Path2D {
  const outline = getStrokeOutline(stroke, unit)
  const path = new Path2D()
  const [first] = outline
  if (!first) return path
  path.moveTo(...getMiddle(outline.at(-1) ?? first, first))
  for (const [index, point] of outline.entries()) {
    path.quadraticCurveTo(...point, ...getMiddle(point, outline[index + 1] ?? first))
  }
  path.closePath()
  return path
}

const getMiddle = ([x1, y1]: Point, [x2, y2]: Point): Point => [(x1 + x2) / 2, (y1 + y2) / 2]

/** Draws marks on a canvas whose transformation maps page coordinates to its pixels. */
export function drawMarks(context: Context, marks: readonly Mark[], page: Size): void {
  const unit = getMarkUnit(page)
  for (const mark of marks) drawMark(context, mark, unit)
}

export function drawMark(context: Context, mark: Mark, unit: number): void {
  const colour = markColours[mark.colour]
  switch (mark.kind) {
    case 'pen':
    case 'highlighter':
      context.fillStyle = colour
      context.globalAlpha = mark.kind === 'pen' ? 1 : highlighterOpacity
      context.fill(getStrokePath(mark, unit))
      context.globalAlpha = 1
      return
    case 'tick':
    case 'cross':
      context.strokeStyle = colour
      context.lineWidth = getStampStrokeWidth(unit)
      context.lineCap = 'round'
      context.lineJoin = 'round'
      context.beginPath()
      for (const line of getStampLines(mark, unit)) {
        for (const [index, [x, y]] of line.entries()) {
          if (index === 0) context.moveTo(x, y)
          else context.lineTo(x, y)
        }
      }
      context.stroke()
      return
    case 'text': {
      context.save()
      context.translate(mark.x, mark.y)
      context.rotate((-mark.turn * Math.PI) / 180)
      context.fillStyle = colour
      context.font = getTextFont(textSize * unit)
      context.textBaseline = 'top'
      const step = textSize * lineHeight * unit
      for (const [index, line] of mark.text.split('\n').entries()) {
        context.fillText(line, 0, index * step + (step - textSize * unit) / 2)
      }
      context.restore()
    }
  }
}
