import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { ChunkLoadError } from '../../lib/loadChunk.ts'
import { limitTime } from '../../lib/timeLimit.ts'
import { startTrustedWorker } from '../trustedWorker.ts'
import { type PdfFacts, readPdfFacts, requireSameFacts } from './pdfFacts.ts'

/** The policy's name is in gateway/securityHeaders.ts. */
export function startPdfWorker(): Worker {
  return startTrustedWorker({ policyName: 'staffroom-pdf', url: workerUrl, name: 'pdf' })
}

/** In ms. 500 strokes take 1 s, and 5,000 strokes 25 s on a slow computer. */
const timeoutMs = 120_000

/**
 * Opens a PDF, in a worker of its own, until `use` has ended. Throws `ChunkLoadError` if the worker can't be loaded, and
 * a `TimeoutError`.
 */
export async function withPdf<T>(file: Blob, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const port = startPdfWorker()
  const worker = PDFWorker.create({ port, verbosity: 0 })
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({ data, worker, verbosity: 0, useWasm: false })
  const { promise: failure, reject } = Promise.withResolvers<never>()
  port.addEventListener('error', () => reject(new ChunkLoadError('the reader of PDF could not be loaded')))
  try {
    return await limitTime(Promise.race([task.promise.then(use), failure]), timeoutMs)
  } finally {
    // A busy worker may never respond, so do not wait for it.
    task.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
}

/** Opens a PDF that the app has created, and throws if it differs from what is expected. `pages`: see `readPdfFacts`. */
export async function verifyPdf(copy: Blob, expected: PdfFacts, pages: Iterable<number>): Promise<void> {
  requireSameFacts(await withPdf(copy, pdf => readPdfFacts(pdf, pages)), expected)
}
