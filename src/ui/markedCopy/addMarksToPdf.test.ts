import { AnnotationEditorType, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { createTestPdf } from '../../testing/createTestPdf.ts'
import type { Level, Mark, PlacedMark, Stroke } from '../marks/marks.ts'
import { readPdfFacts, requireSameFacts } from '../viewer/pdfFacts.ts'
import { addMarksToPdf, type MarksByPage } from './addMarksToPdf.ts'
import {
  annotationTypes,
  createPdfAnnotations,
  type PdfPageGeometry,
  type TextTools,
} from './pdfAnnotations.ts'

const pixelsPerPoint = 96 / 72

const textTools: TextTools = {
  measure: line => line.length * 0.5,
  draw: () => ({ bitmap: {} as ImageBitmap, size: { width: 60, height: 40 } }),
}

const open = (data: Uint8Array<ArrayBuffer>) => getDocument({ data: data.slice(), verbosity: 0 }).promise

async function mark(original: Uint8Array<ArrayBuffer>, marks: MarksByPage) {
  const pdf = await open(original)
  const facts = await readPdfFacts(pdf, marks.keys())
  const bytes = await addMarksToPdf(pdf, marks, textTools)
  const annotationCount = facts.annotationCount + pdf.annotationStorage.size
  requireSameFacts(await readPdfFacts(await open(bytes), marks.keys()), { ...facts, annotationCount })
  await pdf.loadingTask.destroy()
  return bytes
}

async function getText(page: PDFPageProxy) {
  const { items } = await page.getTextContent()
  return items.map(item => ('str' in item ? item.str : '')).join('')
}

/** Centre and size of the annotations of a page, in page coordinates. */
async function getAnnotations(page: PDFPageProxy) {
  const viewport = page.getViewport({ scale: pixelsPerPoint })
  const annotations: { subtype: string; rect: number[]; contentsObj?: { str: string } }[] =
    await page.getAnnotations()
  return annotations.map(({ subtype, rect, contentsObj }) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = rect
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom)
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top)
    return {
      subtype,
      text: contentsObj?.str ?? '',
      x: (x1 + x2) / 2,
      y: (y1 + y2) / 2,
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    }
  })
}

const getDistance = (annotation: { x: number; y: number } | undefined, [x, y]: readonly [number, number]) =>
  Math.hypot((annotation?.x ?? 0) - x, (annotation?.y ?? 0) - y)

const stroke = (x: number, y: number, patch: Partial<Stroke> = {}): Stroke => ({
  kind: 'pen',
  page: 0,
  colour: 1,
  width: 2,
  points: Array.from({ length: 20 }, (_, index) => [x - 19 + index * 2, y, 0.5]).flat(),
  ...patch,
})
const placed = (x: number, y: number, turn: PlacedMark['turn'] = 0) => ({
  page: 0,
  colour: 2 as Level,
  x,
  y,
  turn,
})

it('knows the types of pdf.js', () => {
  const { FREETEXT, STAMP, INK, SIGNATURE } = AnnotationEditorType
  expect(annotationTypes).toEqual({ text: FREETEXT, picture: STAMP, ink: INK, drawing: SIGNATURE })
})

describe('a marked PDF', () => {
  it.each([
    ['upright', {}],
    ['rotated by 90°', { rotate: 90 }],
    ['rotated by 180°', { rotate: 180 }],
    ['rotated by 270°', { rotate: 270 }],
    ['cropped', { cropBox: [50, 100, 500, 800] }],
    ['cropped and rotated', { cropBox: [50, 100, 500, 800], rotate: 90 }],
  ])('has the marks where they were drawn on a page that is %s', async (_, page) => {
    const original = createTestPdf([{ text: 'Nr. 1', ...page }])
    const marks: Mark[] = [
      stroke(100, 200),
      stroke(300, 100, { kind: 'highlighter', width: 3 }),
      { kind: 'tick', ...placed(200, 300) },
      { kind: 'text', text: 'Prima, weiter so!', ...placed(250, 400) },
    ]
    const bytes = await mark(original, new Map([[0, marks]]))
    expect(Buffer.from(bytes.subarray(0, original.length)).equals(original)).toBe(true)
    const reopened = await (await open(bytes)).getPage(1)
    expect(await getText(reopened)).toBe('Nr. 1')
    const [highlight, pen, tick, text] = await getAnnotations(reopened)
    expect([highlight?.subtype, pen?.subtype, tick?.subtype]).toEqual(['Ink', 'Stamp', 'Ink'])
    expect(getDistance(highlight, [300, 100])).toBeLessThan(2)
    expect(getDistance(pen, [100, 200])).toBeLessThan(2)
    expect(pen?.width).toBeGreaterThan((pen?.height ?? 0) * 3)
    expect(getDistance(tick, [200, 300])).toBeLessThan(3)
    expect(text).toMatchObject({ subtype: 'FreeText', text: 'Prima, weiter so!' })
    // The text starts at its mark and runs to the right.
    expect((text?.x ?? 0) - (text?.width ?? 0) / 2).toBeCloseTo(250, 0)
    expect(text?.width).toBeGreaterThan((text?.height ?? 0) * 3)
  })

  it('can be encrypted with an owner password', async () => {
    const original = createTestPdf([{ text: 'Geheim' }], 'owner')
    const bytes = await mark(
      original,
      new Map([[0, [stroke(100, 200), { kind: 'cross', ...placed(200, 300) }]]]),
    )
    const page = await (await open(bytes)).getPage(1)
    expect(await getText(page)).toBe('Geheim')
    expect((await getAnnotations(page)).map(({ subtype }) => subtype)).toEqual(['Stamp', 'Ink'])
  })

  it('can have 300 pages with 500 strokes', async () => {
    const pages = Array.from({ length: 300 }, (_, index) => ({ text: `Page ${index + 1}` }))
    const marks = new Map(
      pages.map((_, index) => [
        index,
        index % 3 === 0 ? Array.from({ length: 5 }, (_, at) => stroke(100, 50 * at)) : [],
      ]),
    )
    const pdf = await open(await mark(createTestPdf(pages), marks))
    expect(pdf.numPages).toBe(300)
    const counts = await Promise.all(
      [1, 2, 298, 300].map(async number => (await (await pdf.getPage(number)).getAnnotations()).length),
    )
    expect(counts).toEqual([1, 0, 1, 0])
    expect(await getText(await pdf.getPage(298))).toBe('Page 298')
  })

  it('can have 5,000 strokes on a page', async () => {
    const strokes = Array.from({ length: 5000 }, (_, index) =>
      stroke(50 + (index % 70) * 10, 20 + Math.floor(index / 70) * 15, {
        colour: ((index % 3) + 1) as Level,
      }),
    )
    const pdf = await open(await mark(createTestPdf([{ text: 'Full' }]), new Map([[0, strokes]])))
    expect((await getAnnotations(await pdf.getPage(1))).map(({ subtype }) => subtype)).toEqual([
      'Stamp',
      'Stamp',
      'Stamp',
    ])
  })

  it('is refused if a marked page is broken', async () => {
    const broken = createTestPdf([{ text: 'one' }, { text: 'two' }])
    const text = Buffer.from(broken)
      .toString('latin1')
      .replace('6 0 obj\n<< /Type /Page ', '6 0 obj\n<< /Type /Junk ')
    const bytes = Uint8Array.from(
      Buffer.from(text.replace('/Kids [4 0 R 6 0 R]', '/Kids [4 0 R 9 0 R]'), 'latin1'),
    )
    await expect(mark(bytes, new Map([[1, [stroke(100, 200)]]]))).rejects.toThrow()
  })
})

describe('annotations', () => {
  const page: PdfPageGeometry = {
    index: 0,
    size: { width: 800, height: 1000 },
    toPdfPoint: ([x, y]) => [x, 1000 - y],
    scale: 1,
    rotation: 0,
  }
  const create = (...marks: Mark[]) => createPdfAnnotations(marks, page, textTools)

  it('are shared by marks with the same colour and width', async () => {
    const blue = stroke(100, 200, { colour: 3, kind: 'highlighter' })
    const annotations = await create(
      ...[blue, stroke(100, 300), { ...blue, width: 1 as Level }, blue, stroke(100, 400)],
      ...[
        { kind: 'tick' as const, ...placed(10, 10) },
        { kind: 'cross' as const, ...placed(50, 50) },
      ],
    )
    expect(
      annotations.map(annotation => [
        annotation.annotationType,
        'paths' in annotation
          ? annotation.paths.lines.length
          : 'lines' in annotation && annotation.lines.length,
      ]),
    ).toEqual([
      [annotationTypes.ink, 2],
      [annotationTypes.ink, 1],
      [annotationTypes.drawing, 2],
      // One line of a tick, and two of a cross.
      [annotationTypes.ink, 3],
    ])
  })

  it('have outlines in the same direction, so that crossing strokes leave no hole', async () => {
    const right = stroke(100, 200)
    const leftStroke = stroke(100, 205, {
      points: Array.from({ length: 20 }, (_, i) => [140 - i * 2, 205, 0.5]).flat(),
    })
    const dot = stroke(100, 200, { points: [100, 200, 0.5] })
    const [drawing] = await create(right, leftStroke, dot)
    const lines = drawing && 'lines' in drawing ? drawing.lines : []
    expect(lines.map(line => Math.sign(getArea(line)))).toEqual([-1, -1, -1])
  })

  it.each(['3 ≠ 4', '√2', '✓', 'ق'])(
    'draw the text %s as a picture, because PDF has no font for it',
    async text => {
      const [annotation] = await create({ kind: 'text', text, ...placed(100, 200, 90) })
      expect(annotation).toMatchObject({
        annotationType: annotationTypes.picture,
        rotation: 90,
        // 60 wide and 40 high, turned.
        rect: [100, 800, 140, 860],
      })
    },
  )

  it('have text for all letters of Latin-1, also if they are composed', async () => {
    const [annotation] = await create({ kind: 'text', text: 'scho\u0308n\nÇa va', ...placed(100, 200) })
    expect(annotation).toMatchObject({ annotationType: annotationTypes.text, value: 'schön\nÇa va' })
  })
})

/** Doubled area of the polygon through the points of a path. */
function getArea(path: Float64Array): number {
  let area = 0
  for (let at = 4; at + 7 < path.length; at += 6)
    area += (path[at] ?? 0) * (path[at + 7] ?? 0) - (path[at + 6] ?? 0) * (path[at + 1] ?? 0)
  return area
}
