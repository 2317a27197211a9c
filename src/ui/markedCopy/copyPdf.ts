import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import { ChunkLoadError } from '../../lib/loadChunk.ts'
import { limitTime } from '../../lib/timeLimit.ts'
import { drawMark } from '../marks/drawMarks.ts'
import { getTextSize } from '../marks/markShapes.ts'
import type { TextMark } from '../marks/marks.ts'
import { startPdfWorker } from '../viewer/openPdf.ts'
import { addMarksToPdf, type MarksByPage } from './addMarksToPdf.ts'
import type { TextTools } from './pdfAnnotations.ts'

/** In ms. 500 strokes take 1 s, and 5,000 strokes 25 s on a slow computer. */
const timeoutMs = 120_000

/**
 * Returns a PDF with the marks as annotations. pdf.js appends them in its worker, so the original bytes stay. Throws a
 * `TimeoutError` if it takes too long.
 */
export async function copyPdf(original: Blob, marks: MarksByPage): Promise<Blob> {
  const port = startPdfWorker()
  const worker = PDFWorker.create({ port, verbosity: 0 })
  const task = getDocument({
    data: new Uint8Array(await original.arrayBuffer()),
    worker,
    verbosity: 0,
    useWasm: false,
  })
  const { promise: failure, reject } = Promise.withResolvers<never>()
  port.addEventListener('error', () => reject(new ChunkLoadError('the reader of PDF could not be loaded')))
  const copy = async (opening: Promise<PDFDocumentProxy>) => addMarksToPdf(await opening, marks, textTools)
  try {
    const bytes = await limitTime(Promise.race([copy(task.promise), failure]), timeoutMs)
    return new Blob([bytes], { type: 'application/pdf' })
  } finally {
    // A busy worker may never respond, so do not wait for it.
    task.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
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
