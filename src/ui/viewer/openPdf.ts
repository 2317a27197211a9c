import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { ChunkMissing } from '../../lib/lazyChunk.ts'
import type { Content, PdfPage } from './Content.ts'

/** Where the build puts what pages may need beyond their file; see `pdfjsFiles` in scripts/pdfjsFiles.ts. */
const files = `${import.meta.env.BASE_URL}assets/pdfjs-${version}`
/** CSS pixels of a point, PDF's unit: at 100 % a page has the size of its paper. */
const perPoint = 96 / 72
/** CSS pixels of the first page, about what a desk shows. */
const previewWidth = 640
/** Bytes of memory that a worker takes for itself. */
const workerCost = 8_000_000
/** Pixels of one page at most, 64 MB. */
const mostPixels = 16 * 1024 * 1024

/** Milliseconds after which a file that only computes is given up. */
const patience = 30_000

/**
 * Opens a PDF. Each has a worker of its own, which `close` ends: a file that computes for ever hinders no other. Only
 * drawing is used of pdf.js: no scripts, no forms, no links, no WebAssembly. Throws `ChunkMissing` where the worker
 * can't be fetched; whatever is wrong with the file is an answer.
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
    cMapUrl: `${files}/cmaps/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    maxImageSize: 128 * 1024 * 1024,
  })
  const close = () => {
    // It takes its fonts off the page; a worker that is busy for ever would not answer.
    void Promise.race([task.destroy(), after(1000)])
      .catch(() => {})
      .then(() => {
        worker.destroy()
        port.terminate()
      })
  }
  const missing = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new ChunkMissing('the reader of PDF could not be loaded')))
  })
  try {
    const opened = await Promise.race([openFirst(task.promise), missing, after(patience)])
    if (!opened) throw new Error('the PDF was not read in time')
    const { pdf, page, first, preview } = opened
    const cost = blob.size * 3 + (preview ? preview.width * preview.height * 4 : 0) + workerCost
    return {
      kind: 'pdf',
      pageCount: pdf.numPages,
      firstPage: first.extent,
      ...(preview && { preview }),
      page,
      close,
      cost,
    }
  } catch (error) {
    close()
    if (error instanceof ChunkMissing) throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { kind: 'noPreview', reason: isLocked ? 'locked' : 'brokenPdf', cost: 0 }
  }
}

async function openFirst(loaded: Promise<PDFDocumentProxy>) {
  const pdf = await loaded
  const page = onceForEach(index => pdf.getPage(index + 1).then(readPage))
  const first = await page(0)
  const scale = (previewWidth * devicePixelRatio) / first.extent.width
  const { signal } = new AbortController()
  const preview = await first.draw({ scale, turn: 0, signal }).catch(() => undefined)
  return { pdf, page, first, preview }
}

const after = (milliseconds: number) =>
  new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), milliseconds))

const onceForEach = <T>(make: (index: number) => Promise<T>) => {
  const made = new Map<number, Promise<T>>()
  return (index: number) => {
    const promise = made.get(index) ?? make(index)
    made.set(index, promise)
    return promise
  }
}

function readPage(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: perPoint })
  return {
    extent: { width, height },
    async draw({ scale, turn, signal }) {
      const affordable = Math.min(scale, Math.sqrt(mostPixels / (width * height)))
      const viewport = page.getViewport({
        scale: affordable * perPoint,
        rotation: (page.rotate + turn) % 360,
      })
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      const task = page.render({ canvas, viewport })
      signal.addEventListener('abort', () => task.cancel())
      await task.promise
      // The pixels are drawn: what they were drawn from may go.
      page.cleanup()
      return canvas
    },
  }
}

type Policy = { createScriptURL: (url: string) => unknown }
type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}
const policies = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

/**
 * The reader of PDF in a worker of its own, from this origin. Under Trusted Types a worker's address must come from a
 * policy; this one knows a single address. gateway/securityHeaders.ts lists its name.
 */
export function startPdfWorker(): Worker {
  return new Worker(trusted(globalThis, workerUrl), { type: 'module', name: 'pdf' })
}

let policy: Policy | undefined

function trusted(scope: object, address: string): string {
  if (!policies(scope)) return address
  policy ??= scope.trustedTypes.createPolicy('staffroom-pdf', {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('Only the reader of PDF is started here.')
    },
  })
  // The DOM's types know no TrustedScriptURL, which Worker takes in place of text.
  return policy.createScriptURL(address) as string
}
