import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker, version } from 'pdfjs-dist'
import { ChunkLoadError } from '../../lib/loadChunk.ts'
import { isTimeout, limitTime } from '../../lib/timeLimit.ts'
import type { Content, PdfPage } from './Content.ts'
import { readPdfFacts } from './pdfFacts.ts'
import { startPdfWorker, verifyPdf } from './withPdf.ts'

/** Address of the files that pdf.js loads for some pages (scripts/pdfjsFiles.ts). */
const assetsUrl = `${import.meta.env.BASE_URL}assets/pdfjs-${version}`
/** CSS pixels per point, the unit of PDF. At 100 % a page has the size of its paper. */
const cssPixelsPerPoint = 96 / 72
/** In CSS pixels. */
const previewWidth = 640
/** Memory of a worker, in bytes. */
const workerCost = 8_000_000
/** Maximum number of pixels of a page (64 MB). */
const maxPixels = 16 * 1024 * 1024

/** In ms. */
const openTimeout = 30_000

/**
 * Uses one worker per PDF, so that an endless computation blocks no other file. Scripts, forms, links and WebAssembly
 * are disabled. Throws `ChunkLoadError` if the worker can't be loaded, and a `TimeoutError` if the first page takes too
 * long. Returns `noPreview` for a broken or locked file.
 */
export async function openPdf(blob: Blob): Promise<Content> {
  const port = startPdfWorker()
  const worker = PDFWorker.create({ port, verbosity: 0 })
  const task = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    worker,
    verbosity: 0,
    useWasm: false,
    useWorkerFetch: true,
    cMapUrl: `${assetsUrl}/cmaps/`,
    standardFontDataUrl: `${assetsUrl}/standard_fonts/`,
    wasmUrl: `${assetsUrl}/wasm/`,
    maxImageSize: 128 * 1024 * 1024,
  })
  const close = () => {
    // `destroy` removes the fonts of the PDF. A busy worker may never respond, so wait 1 s at most.
    void Promise.race([task.destroy(), resolveAfter(1000)])
      .catch(() => {})
      .then(() => {
        worker.destroy()
        port.terminate()
      })
  }
  const workerFailure = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new ChunkLoadError('the reader of PDF could not be loaded')))
  })
  try {
    const opening = Promise.race([openFirstPage(task.promise), workerFailure])
    const { pdf, getPage, firstPage, preview } = await limitTime(opening, openTimeout)
    const cost = blob.size * 3 + (preview ? preview.width * preview.height * 4 : 0) + workerCost
    return {
      kind: 'pdf',
      pageCount: pdf.numPages,
      firstPage: firstPage.extent,
      ...(preview && { preview }),
      getPage,
      cutOut: indexes => cutOutPages(pdf, indexes),
      close,
      cost,
    }
  } catch (error) {
    close()
    if (error instanceof ChunkLoadError || isTimeout(error)) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { kind: 'noPreview', reason: isLocked ? 'locked' : 'brokenPdf', cost: 0 }
  }
}

async function openFirstPage(loaded: Promise<PDFDocumentProxy>) {
  const pdf = await loaded
  const getPage = memoizeByIndex(index => pdf.getPage(index + 1).then(readPage))
  const firstPage = await getPage(0)
  const scale = (previewWidth * devicePixelRatio) / firstPage.extent.width
  const { signal } = new AbortController()
  const preview = await firstPage.draw({ scale, rotation: 0, signal }).catch(() => undefined)
  return { pdf, getPage, firstPage, preview }
}

/**
 * Creates a PDF of some pages in the worker. The pages keep their text. Omits fonts and pictures of other pages. Throws
 * if the result lacks an annotation or would show a hidden layer.
 */
async function cutOutPages(pdf: PDFDocumentProxy, indexes: readonly number[]): Promise<Blob> {
  const bytes: Uint8Array<ArrayBufferLike> | null = await pdf.extractPages([
    { document: null, includePages: [...indexes] },
  ])
  if (!bytes) throw new Error('The pages could not be cut out.')
  const part = new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' })
  const expected = { ...(await readPdfFacts(pdf, indexes)), pageCount: indexes.length }
  await verifyPdf(part, expected, indexes.keys())
  return part
}

const resolveAfter = (milliseconds: number) =>
  new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), milliseconds))

const memoizeByIndex = <T>(create: (index: number) => Promise<T>) => {
  const cache = new Map<number, Promise<T>>()
  return (index: number) => {
    const promise = cache.get(index) ?? create(index)
    cache.set(index, promise)
    return promise
  }
}

function readPage(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: cssPixelsPerPoint })
  return {
    extent: { width, height },
    async draw({ scale, rotation, signal }) {
      const cappedScale = Math.min(scale, Math.sqrt(maxPixels / (width * height)))
      const viewport = page.getViewport({
        scale: cappedScale * cssPixelsPerPoint,
        rotation: (page.rotate + rotation) % 360,
      })
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      const task = page.render({ canvas, viewport })
      signal.addEventListener('abort', () => task.cancel())
      await task.promise
      page.cleanup()
      return canvas
    },
  }
}
