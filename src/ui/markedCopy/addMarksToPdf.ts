import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Mark } from '../marks/marks.ts'
import { createPdfAnnotations, type PdfAnnotation, type TextTools } from './pdfAnnotations.ts'

/** The first page has index 0. */
export type MarksByPage = ReadonlyMap<number, readonly Mark[]>

/** CSS pixels per point, as in the viewer. */
const cssPixelsPerPoint = 96 / 72

/** pdf.js adds annotations whose key starts with this. */
const keyPrefix = 'pdfjs_internal_editor_'

/** Returns the bytes of a PDF with the marks. Throws if a marked page does not exist or can't be read. */
export async function addMarksToPdf(
  pdf: PDFDocumentProxy,
  marks: MarksByPage,
  textTools: TextTools,
): Promise<Uint8Array<ArrayBuffer>> {
  let count = 0
  for (const [index, pageMarks] of marks) {
    if (pageMarks.length === 0) continue
    const page = await pdf.getPage(index + 1)
    const viewport = page.getViewport({ scale: cssPixelsPerPoint })
    const [a = 1, b = 0] = viewport.transform
    const annotations = await createPdfAnnotations(
      pageMarks,
      {
        index,
        size: viewport,
        toPdfPoint([x, y]) {
          const [pdfX = 0, pdfY = 0] = viewport.convertToPdfPoint(x, y)
          return [pdfX, pdfY]
        },
        scale: 1 / Math.hypot(a, b),
        rotation: viewport.rotation,
      },
      textTools,
    )
    for (const annotation of annotations) {
      pdf.annotationStorage.setValue(`${keyPrefix}${count}`, withoutJson(annotation))
      count += 1
    }
  }
  return (await pdf.saveDocument()).slice()
}

/**
 * pdf.js hashes the JSON of all annotations, which only printing needs. The JSON of 5,000 strokes would block the page.
 * The prototype is not sent to the worker.
 */
const withoutJson = (annotation: PdfAnnotation): object =>
  Object.assign(Object.create({ toJSON: () => '' }), annotation)
