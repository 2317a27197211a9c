import { inflateSync } from 'node:zlib'

export type Pixels = {
  width: number
  height: number
  /** Returns red, green and blue, 0 to 255. */
  getColour: (x: number, y: number) => readonly [red: number, green: number, blue: number]
}

const signatureLength = 8
/** Number of bytes a pixel has, by the colour type of PNG. */
const pixelSizes: Record<number, number> = { 2: 3, 6: 4 }

/** Reads a screenshot: a PNG with 8 bits a channel, in colour and not interlaced. */
export function readPixels(png: Buffer): Pixels {
  const [width, height, depth, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25] ?? 0]
  const size = pixelSizes[type]
  if (depth !== 8 || size === undefined || png[28] !== 0)
    throw new Error('This kind of PNG is not supported.')
  const lines = inflateSync(Buffer.concat(readChunks(png, 'IDAT')))
  const stride = width * size
  const data = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    const filter = lines[start] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < size ? 0 : (data[at - size] ?? 0)
      const above = y === 0 ? 0 : (data[at - stride] ?? 0)
      const aboveLeft = x < size || y === 0 ? 0 : (data[at - stride - size] ?? 0)
      data[at] = (lines[start + 1 + x] ?? 0) + predict(filter, left, above, aboveLeft)
    }
  }
  return {
    width,
    height,
    getColour(x, y) {
      const at = y * stride + x * size
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    },
  }
}

function readChunks(png: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === type) found.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return found
}

/** Returns the value that a filter of PNG adds to a byte. */
function predict(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const estimate = left + above - aboveLeft
  const distanceTo = (value: number) => Math.abs(estimate - value)
  const closer = distanceTo(left) <= distanceTo(above) ? left : above
  return distanceTo(closer) <= distanceTo(aboveLeft) ? closer : aboveLeft
}
