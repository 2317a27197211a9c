import type { PDFDocumentProxy } from 'pdfjs-dist'

/** What a PDF that the app creates must have like its original. `hiddenLayers`: names of layers that are not shown. */
export type PdfFacts = { pageCount: number; annotationCount: number; hiddenLayers: readonly string[] }

/** Counts the annotations of these pages, from 0. Layers belong to the document, so a page alone does not hide them. */
export async function readPdfFacts(pdf: PDFDocumentProxy, pages: Iterable<number>): Promise<PdfFacts> {
  let annotationCount = 0
  for (const index of pages) {
    const page = await pdf.getPage(index + 1)
    const annotations: readonly unknown[] = await page.getAnnotations()
    annotationCount += annotations.length
  }
  const layers: Iterable<[string, { name: string | null; visible: boolean }]> =
    await pdf.getOptionalContentConfig()
  const hiddenLayers = [...layers].flatMap(([id, { name, visible }]) => (visible ? [] : (name ?? id)))
  return { pageCount: pdf.numPages, annotationCount, hiddenLayers: hiddenLayers.toSorted() }
}

/** Throws if the copy differs from what is expected. */
export function requireSameFacts(copy: PdfFacts, expected: PdfFacts): void {
  const [found, wanted] = [copy, expected].map(facts => JSON.stringify(facts))
  if (found !== wanted) throw new Error(`the created PDF has ${found} instead of ${wanted}`)
}
