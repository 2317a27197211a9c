import { abortable } from '../../../lib/abortable.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import { measuredWidth, measureInk } from './ink.ts'
import type { Scan } from './openScan.ts'

/** `url` is an object URL until the images are closed. `ink` is the share of dark pixels, from 0 to 1. */
type PageImage = { url: string; blob: Blob; ink: number }

/** `slow`: it was not drawn in time, and can be tried again. */
export type PageResult = PageImage | 'damaged' | 'slow'

export type PageImages = ReturnType<typeof createPageImages>

/** In ms. A damaged page must not block the pages after it. */
const drawTimeoutMs = 20_000
const jpegQuality = 0.8

/** Thumbnails of the pages. Each is drawn once, when it is first needed, and one after the other. */
export function createPageImages({ draw }: Pick<Scan, 'draw'>) {
  const images = new Map<number, PageImage | 'damaged'>()
  let queue: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function drawImage(page: number, signal: AbortSignal): Promise<PageImage> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(drawTimeoutMs)])
    const canvas = await abortable(draw(page, measuredWidth, limited), limited)
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
    if (!pixels || !blob) throw new Error('The browser has no memory for a canvas.')
    return { url: URL.createObjectURL(blob), blob, ink: measureInk(pixels) }
  }
  async function load(page: number, signal: AbortSignal): Promise<PageResult> {
    signal.throwIfAborted()
    const known = images.get(page)
    if (known !== undefined) return known
    const image = await drawImage(page, signal).catch(error => {
      signal.throwIfAborted()
      return isTimeout(error) ? 'slow' : 'damaged'
    })
    if (image === 'slow') return image
    images.set(page, image)
    if (isClosed && image !== 'damaged') URL.revokeObjectURL(image.url)
    return image
  }
  return {
    get: (page: number) => images.get(page),
    /** Rejects only if it was aborted. */
    load(page: number, signal: AbortSignal): Promise<PageResult> {
      const result = queue.then(() => load(page, signal))
      queue = result.catch(() => undefined)
      return abortable(result, signal)
    },
    close() {
      isClosed = true
      for (const image of images.values()) if (image !== 'damaged') URL.revokeObjectURL(image.url)
    },
  }
}
