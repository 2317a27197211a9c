/** `isTruncated`: the end of the file is missing or damaged, and the bitmap has the readable part. */
export type DecodedPicture = { bitmap: ImageBitmap; isTruncated: boolean }

/** In pixels: 400 MB of memory. Phones take photos of up to 50 million pixels. */
const maxPixels = 100_000_000

/**
 * Decodes a picture, turned as its EXIF data requires. `width` in pixels, default: all pixels. Throws if no part of it
 * is readable. Workers have no image elements, so there it throws for a truncated picture, too.
 */
export async function decodePicture(picture: Blob | ImageData, width?: number): Promise<DecodedPicture> {
  try {
    const options: ImageBitmapOptions =
      width === undefined ? {} : { resizeWidth: Math.max(1, Math.round(width)) }
    const bitmap = await createImageBitmap(picture, { ...options, resizeQuality: 'medium' })
    return { bitmap, isTruncated: false }
  } catch (error) {
    const bitmap = picture instanceof Blob ? await decodeReadablePart(picture, width) : undefined
    if (!bitmap) throw error
    return { bitmap, isTruncated: true }
  }
}

/** `createImageBitmap` rejects a picture whose end is missing. An image element shows the existing part. */
async function decodeReadablePart(picture: Blob, width?: number): Promise<ImageBitmap | undefined> {
  if (typeof Image === 'undefined') return undefined
  return withImage(picture, image => {
    const { naturalWidth, naturalHeight } = image
    if (naturalWidth * naturalHeight === 0 || naturalWidth * naturalHeight > maxPixels) return undefined
    const scale = (width ?? naturalWidth) / naturalWidth
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(naturalWidth * scale)),
      Math.max(1, Math.round(naturalHeight * scale)),
    )
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // The missing part is paper, and no ink.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.transferToImageBitmap()
  })
}

/** Loads an image element. Resolves to undefined if the browser can't. Rejects if `read` throws. */
export async function withImage<T>(
  picture: Blob,
  read: (image: HTMLImageElement) => T | undefined,
): Promise<T | undefined> {
  const url = URL.createObjectURL(picture)
  const image = new Image()
  try {
    const isLoaded = await new Promise<boolean>(resolve => {
      image.onload = () => resolve(true)
      image.onerror = () => resolve(false)
      image.src = url
    })
    return isLoaded ? read(image) : undefined
  } finally {
    image.src = ''
    URL.revokeObjectURL(url)
  }
}
