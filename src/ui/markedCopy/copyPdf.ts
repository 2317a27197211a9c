import { drawMark } from '../marks/drawMarks.ts'
import { getTextSize } from '../marks/markShapes.ts'
import type { TextMark } from '../marks/marks.ts'
import { readPdfFacts } from '../viewer/pdfFacts.ts'
import { verifyPdf, withPdf } from '../viewer/withPdf.ts'
import { addMarksToPdf, type MarksByPage } from './addMarksToPdf.ts'
import type { TextTools } from './pdfAnnotations.ts'

/**
 * Returns a PDF with the marks as annotations. pdf.js appends them in its worker, so the original bytes stay. Throws if
 * the copy does not reopen with all pages, marks and hidden layers, and a `TimeoutError` if it takes too long.
 */
export async function copyPdf(original: Blob, marks: MarksByPage): Promise<Blob> {
  const pages = [...marks.keys()]
  const { bytes, expected } = await withPdf(original, async pdf => {
    const facts = await readPdfFacts(pdf, pages)
    const bytes = await addMarksToPdf(pdf, marks, textTools)
    const annotationCount = facts.annotationCount + pdf.annotationStorage.size
    return { bytes, expected: { ...facts, annotationCount } }
  })
  const copy = new Blob([bytes], { type: 'application/pdf' })
  await verifyPdf(copy, expected, pages)
  return copy
}

const helvetica = '100px Helvetica, Arial, sans-serif'
/** Pixels of a picture per CSS pixel, so that a text is sharp in print. */
const pictureScale = 4
/** Maximum number of pixels of a picture (16 MB). */
const maxPicturePixels = 4 * 1024 * 1024

const textTools: TextTools = {
  measure(line) {
    const context = createContext({ width: 1, height: 1 })
    context.font = helvetica
    return context.measureText(line).width / 100
  },
  draw(mark, unit) {
    const upright: TextMark = { ...mark, turn: 0, x: 0, y: 0 }
    const { width, height } = getTextSize(mark, unit)
    // A text of invisible characters has no width.
    const size = { width: Math.max(unit, width), height }
    const scale = Math.min(pictureScale, Math.sqrt(maxPicturePixels / (size.width * size.height)))
    const context = createContext({
      width: Math.max(1, Math.ceil(size.width * scale)),
      height: Math.max(1, Math.ceil(size.height * scale)),
    })
    context.scale(context.canvas.width / size.width, context.canvas.height / size.height)
    drawMark(context, upright, unit)
    return { bitmap: context.canvas.transferToImageBitmap(), size }
  },
}

function createContext({ width, height }: { width: number; height: number }) {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('the browser has no memory for a canvas')
  return context
}
