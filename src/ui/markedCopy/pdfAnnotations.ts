import { randomUuid } from '../../lib/encoding.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import {
  getMarkUnit,
  getStampLines,
  getStampStrokeWidth,
  getStrokeOutline,
  getStrokeWidth,
  highlighterOpacity,
  markColours,
  type Point,
  type Size,
  textSize,
  turnVector,
} from '../marks/markShapes.ts'
import type { Level, Mark, Stamp, Stroke, TextMark } from '../marks/marks.ts'

/** Types of `AnnotationEditorType` in pdf.js. Its format of annotations is not public, so its version is exact. */
export const annotationTypes = { text: 3, picture: 13, ink: 15, drawing: 101 } as const

/** Left, bottom, right and top, in units of the PDF. */
type Rect = [left: number, bottom: number, right: number, top: number]

/**
 * A path as pdf.js expects it: six numbers per point. The last two are the point, the others the control points of the
 * curve to it, or NaN for a straight line.
 */
type PdfPath = Float64Array

type Placement = { pageIndex: number; rect: Rect; rotation: number }
type Colour = readonly [red: number, green: number, blue: number]

export type PdfAnnotation = Placement &
  (
    | {
        annotationType: typeof annotationTypes.drawing
        isSignature: true
        areContours: true
        color: Colour
        thickness: number
        lines: PdfPath[]
      }
    | {
        annotationType: typeof annotationTypes.ink
        color: Colour
        opacity: number
        thickness: number
        paths: { lines: PdfPath[]; points: Float64Array[] }
      }
    | { annotationType: typeof annotationTypes.text; color: Colour; fontSize: number; value: string }
    | { annotationType: typeof annotationTypes.picture; bitmap: ImageBitmap; bitmapId: string }
  )

/** How page coordinates are mapped to those of the PDF. */
export type PdfPageGeometry = {
  index: number
  /** In page coordinates. */
  size: Size
  toPdfPoint: (point: Point) => Point
  /** Units of the PDF per unit of page coordinates. */
  scale: number
  /** Clockwise rotation in which the page is stored, in degrees. */
  rotation: number
}

export type TextTools = {
  /** Returns the width of a line in Helvetica, in multiples of the font size. */
  measure: (line: string) => number
  /** Draws an upright text. `size` is in page coordinates. */
  draw: (mark: TextMark, unit: number) => { bitmap: ImageBitmap; size: Size }
}

/** Converts the marks of one page to annotations. Marks with the same colour and width share one. */
export async function createPdfAnnotations(
  marks: readonly Mark[],
  page: PdfPageGeometry,
  textTools: TextTools,
): Promise<PdfAnnotation[]> {
  const unit = getMarkUnit(page.size)
  const highlights = new Map<string, InkGroup>()
  const drawings = new Map<Level, DrawingGroup>()
  const stamps = new Map<string, InkGroup>()
  const texts: PdfAnnotation[] = []
  const yieldIfNeeded = createYielder()
  for (const mark of marks) {
    await yieldIfNeeded()
    switch (mark.kind) {
      case 'pen':
        addOutline(drawings, mark, page, unit)
        break
      case 'highlighter':
        addLine(highlights, mark, getCentreLine(mark), getStrokeWidth(mark, unit), page)
        break
      case 'tick':
      case 'cross':
        for (const line of getStampLines(mark, unit))
          addLine(stamps, mark, line, getStampStrokeWidth(unit), page)
        break
      case 'text':
        texts.push(toTextAnnotation(mark, page, unit, textTools))
    }
  }
  const common = { pageIndex: page.index, rotation: 0 }
  const toInk =
    (opacity: number) =>
    ({ colour, thickness, lines, points, bounds }: InkGroup) => ({
      ...common,
      annotationType: annotationTypes.ink,
      rect: toRect(bounds, thickness),
      color: toRgb(colour),
      opacity,
      thickness,
      paths: { lines, points },
    })
  return [
    ...[...highlights.values()].map(toInk(highlighterOpacity)),
    ...[...drawings].map(([colour, { lines, bounds }]) => ({
      ...common,
      annotationType: annotationTypes.drawing,
      isSignature: true as const,
      areContours: true as const,
      rect: toRect(bounds, 1),
      color: toRgb(colour),
      thickness: 0,
      lines,
    })),
    ...[...stamps.values()].map(toInk(1)),
    ...texts,
  ]
}

type Bounds = { left: number; bottom: number; right: number; top: number }
type DrawingGroup = { lines: PdfPath[]; bounds: Bounds }
type InkGroup = DrawingGroup & { colour: Level; thickness: number; points: Float64Array[] }

const createBounds = (): Bounds => ({
  left: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
})

function extend(bounds: Bounds, points: readonly Point[]): void {
  for (const [x, y] of points) {
    bounds.left = Math.min(bounds.left, x)
    bounds.bottom = Math.min(bounds.bottom, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.max(bounds.top, y)
  }
}

const toRect = ({ left, bottom, right, top }: Bounds, margin: number): Rect => [
  left - margin,
  bottom - margin,
  right + margin,
  top + margin,
]

/**
 * Adds the outline of a stroke, because an ink annotation would lose its pressure. All outlines have the same direction.
 * Otherwise the fill rule of PDF would leave holes where strokes cross.
 */
function addOutline(groups: Map<Level, DrawingGroup>, stroke: Stroke, page: PdfPageGeometry, unit: number) {
  const outline = getStrokeOutline(stroke, unit).map(page.toPdfPoint)
  if (outline.length === 0) return
  const group = groups.get(stroke.colour) ?? { lines: [], bounds: createBounds() }
  groups.set(stroke.colour, group)
  group.lines.push(toSmoothPath(outline))
  extend(group.bounds, outline)
}

/** Returns the same curve as `createStrokePath`, whose quadratic parts PDF does not have. */
function toSmoothPath(outline: readonly Point[]): PdfPath {
  const path = new Float64Array((outline.length + 1) * 6).fill(Number.NaN)
  const [first = [0, 0]] = outline
  let start = getMiddle(outline.at(-1) ?? first, first)
  path.set(start, 4)
  for (const [index, point] of outline.entries()) {
    const end = getMiddle(point, outline[index + 1] ?? first)
    path.set([...getControlPoint(start, point), ...getControlPoint(end, point), ...end], (index + 1) * 6)
    start = end
  }
  return path
}

const getMiddle = ([x1, y1]: Point, [x2, y2]: Point): Point => [(x1 + x2) / 2, (y1 + y2) / 2]

/** Returns the control point of a cubic curve that equals a quadratic one. */
const getControlPoint = ([x, y]: Point, [controlX, controlY]: Point): Point => [
  x + ((controlX - x) * 2) / 3,
  y + ((controlY - y) * 2) / 3,
]

function getCentreLine({ points }: Stroke): Point[] {
  const line: Point[] = []
  for (let index = 0; index + 2 < points.length; index += 3)
    line.push([points[index] ?? 0, points[index + 1] ?? 0])
  return line
}

function addLine(
  groups: Map<string, InkGroup>,
  { colour }: Stroke | Stamp,
  line: readonly Point[],
  width: number,
  page: PdfPageGeometry,
) {
  if (line.length === 0) return
  const thickness = width * page.scale
  const key = `${colour} ${thickness}`
  const group = groups.get(key) ?? { colour, thickness, lines: [], points: [], bounds: createBounds() }
  groups.set(key, group)
  const points = line.map(page.toPdfPoint)
  const path = new Float64Array(points.length * 6).fill(Number.NaN)
  for (const [index, point] of points.entries()) path.set(point, index * 6 + 4)
  group.lines.push(path)
  group.points.push(Float64Array.from(points.flat()))
  extend(group.bounds, points)
}

/** pdf.js writes other characters without an appearance. They are drawn as a picture. */
const writableText = /^[\n\x20-\x7e\xa0-\xff]*$/

/** Line height of pdf.js, and how far its first line is moved to be where `drawMarks` has it, in multiples of the font size. */
const pdfLineHeight = 1.35
const firstLineShift = -0.05

function toTextAnnotation(
  mark: TextMark,
  page: PdfPageGeometry,
  unit: number,
  textTools: TextTools,
): PdfAnnotation {
  const value = normalizeText(mark.text, 'NFC')
  const rotation = (page.rotation + mark.turn) % 360
  if (!writableText.test(value)) {
    const { bitmap, size } = textTools.draw(mark, unit)
    return {
      annotationType: annotationTypes.picture,
      pageIndex: page.index,
      rect: getTextRect(mark, [0, 0], size, page),
      rotation,
      bitmap,
      bitmapId: randomUuid(),
    }
  }
  const lines = value.split('\n')
  const fontSize = textSize * unit
  const width = Math.max(...lines.map(textTools.measure)) * fontSize
  const size = { width: width + fontSize / 4, height: lines.length * pdfLineHeight * fontSize }
  return {
    annotationType: annotationTypes.text,
    pageIndex: page.index,
    rect: getTextRect(mark, [0, firstLineShift * fontSize], size, page),
    rotation,
    color: toRgb(mark.colour),
    fontSize: fontSize * page.scale,
    value,
  }
}

/** `shift` is the start of the upright text, relative to its mark. */
function getTextRect(
  mark: TextMark,
  [shiftX, shiftY]: Point,
  { width, height }: Size,
  page: PdfPageGeometry,
) {
  const toPdfPoint = (vector: Point) => {
    const [x, y] = turnVector(vector, mark)
    return page.toPdfPoint([mark.x + x, mark.y + y])
  }
  const bounds = createBounds()
  extend(bounds, [toPdfPoint([shiftX, shiftY]), toPdfPoint([shiftX + width, shiftY + height])])
  return toRect(bounds, 0)
}

const toRgb = (colour: Level): Colour => {
  const value = Number.parseInt(markColours[colour].slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
