import { loadChunk } from '../../lib/loadChunk.ts'

/**
 * Decodes a HEIC photo upright. Takes some seconds, so run it in a worker. Throws for other files.
 *
 * The package starts its decoder as a worker from a blob, which the content security policy forbids. So this imports the
 * decoder that the package contains: libheif as plain JavaScript, without WebAssembly and `eval`.
 */
export async function decodeHeic(file: Blob): Promise<ImageData> {
  const [{ default: buildLibheif }, buffer] = await Promise.all([
    loadChunk(() => import('heic-to/libheif')),
    file.arrayBuffer(),
  ])
  const libheif = buildLibheif()
  const [image] = new libheif.HeifDecoder().decode(buffer)
  if (!image) throw new Error('The file contains no photo.')
  const pixels = new ImageData(image.get_width(), image.get_height())
  const { promise, resolve } = Promise.withResolvers<boolean>()
  image.display(pixels, decoded => resolve(decoded !== null))
  if (!(await promise)) throw new Error('The photo could not be decoded.')
  return pixels
}
