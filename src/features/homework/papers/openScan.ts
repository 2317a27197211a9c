import { ChunkLoadError, loadChunk } from '../../../lib/loadChunk.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import { decodePicture } from '../../../ui/photos/decodePicture.ts'
import type { PapersDraft } from './papersDraft.ts'

export type Scan = {
  pageCount: number
  /** Draws a page in this width, in device pixels. */
  draw: (page: number, width: number, signal: AbortSignal) => Promise<HTMLCanvasElement>
  /** Returns the pages as one PDF, or as pictures. Rejects if they are too damaged. */
  cutOut: (pages: readonly number[]) => Promise<Blob[]>
  close: () => void
}

export class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly reason: 'locked' | 'broken'
  constructor(reason: 'locked' | 'broken') {
    super(`the scan is ${reason}`)
    this.reason = reason
  }
}

/** Throws `ScanError`, `ChunkLoadError` if the reader of PDF can't be loaded, and a `TimeoutError`. */
export async function openScan(kind: PapersDraft['kind'], files: readonly Blob[]): Promise<Scan> {
  return kind === 'photos' ? openPhotos(files) : openPdfScan(files[0] ?? new Blob())
}

async function openPdfScan(file: Blob): Promise<Scan> {
  const { openPdf } = await loadChunk(() => import('../../../ui/viewer/openPdf.ts'))
  const content = await openPdf(file)
  if (content.kind !== 'pdf') {
    throw new ScanError(content.kind === 'noPreview' && content.reason === 'locked' ? 'locked' : 'broken')
  }
  const { pageCount, getPage, cutOut, close } = content
  const draw: Scan['draw'] = async (index, width, signal) => {
    const page = await getPage(index)
    signal.throwIfAborted()
    return page.draw({ scale: width / page.extent.width, rotation: 0, signal })
  }
  const drawPictures = async (pages: readonly number[]) => {
    const pictures = []
    for (const page of pages) {
      const canvas = await draw(page, pictureWidth, new AbortController().signal)
      const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
      if (!picture) throw new Error('The browser has no memory for a canvas.')
      pictures.push(picture)
    }
    return pictures
  }
  return {
    pageCount,
    draw,
    async cutOut(pages) {
      try {
        return [await cutOut(pages)]
      } catch (error) {
        if (isTimeout(error) || error instanceof ChunkLoadError) throw error
        return drawPictures(pages)
      }
    },
    close: () => close?.(),
  }
}

/** In pixels: 200 per inch of A4. */
const pictureWidth = 1654

function openPhotos(files: readonly Blob[]): Scan {
  return {
    pageCount: files.length,
    async draw(page, width, signal) {
      const { bitmap } = await decodePicture(files[page] ?? new Blob(), width)
      try {
        signal.throwIfAborted()
        const canvas = document.createElement('canvas')
        canvas.width = bitmap.width
        canvas.height = bitmap.height
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
        return canvas
      } finally {
        bitmap.close()
      }
    },
    cutOut: async pages => pages.flatMap(page => files[page] ?? []),
    close: () => undefined,
  }
}
