import type { Content, Extent } from './Content.ts'

/** Side of the pixels kept at first: a screen's width, a quarter of a phone photo's memory. */
const firstSide = 2048
/** Pixels kept at most, 64 MB; beyond them a picture is enlarged. */
const mostPixels = 16 * 1024 * 1024
/** A file of few bytes may claim pixels without end; decoding takes four bytes for each. */
const mostDecoded = 128 * 1024 * 1024

/**
 * Decodes a picture away from the page's own thread, upright and no larger than a screen needs; more when it is zoomed.
 * `type` is a raster type from the file's bytes: given as such, nothing can be taken for SVG, which loads and runs.
 */
export async function prepareImage(blob: Blob, type: string): Promise<Content> {
  const picture = new Blob([blob], { type })
  const extent = await extentOf(picture)
  if (!extent) return { kind: 'unshown', reason: 'brokenImage', cost: 0 }
  if (extent.width * extent.height > mostDecoded) return { kind: 'unshown', reason: 'large', cost: 0 }
  const canvas = document.createElement('canvas')
  const decode = async (width: number) => {
    const whole = width >= extent.width
    const bitmap = await createImageBitmap(
      picture,
      whole ? {} : { resizeWidth: Math.round(width), resizeQuality: 'medium' },
    )
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    // Not a `bitmaprenderer`, which copies nothing: in Chromium it forgets what EXIF says.
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
  }
  const ratio = extent.width / extent.height
  const mostWidth = Math.min(extent.width, Math.sqrt(mostPixels * ratio))
  let width = Math.min(mostWidth, ratio > 1 ? firstSide : firstSide * ratio)
  try {
    await decode(width)
  } catch {
    return { kind: 'unshown', reason: 'brokenImage', cost: 0 }
  }
  return {
    kind: 'image',
    extent,
    canvas,
    get cost() {
      return canvas.width * canvas.height * 4
    },
    async sharpen(deviceWidth) {
      if (width >= mostWidth || deviceWidth <= width * 1.1) return
      width = mostWidth
      // What is there stays; it decoded once, so this fails only for want of memory.
      await decode(width).catch(() => {})
    },
  }
}

/** Width and height as it is to be seen, from the header alone; none where it is no picture this browser reads. */
function extentOf(picture: Blob): Promise<Extent | undefined> {
  const url = URL.createObjectURL(picture)
  const image = new Image()
  const read = new Promise<Extent | undefined>(resolve => {
    image.onload = () =>
      resolve(image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : undefined)
    image.onerror = () => resolve(undefined)
  })
  image.src = url
  return read.finally(() => {
    image.src = ''
    URL.revokeObjectURL(url)
  })
}
