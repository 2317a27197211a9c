import { vi } from 'vitest'

type StubOptions = {
  width?: number
  height?: number
  /** Whether a picture can't be decoded. */
  isBroken?: (picture: Blob) => boolean
  /** The end of each picture is missing. */
  isTruncated?: boolean
  /** Safari returns empty pixels for a canvas that is too large. */
  isTooLarge?: boolean
}

/**
 * Stubs the parts of a browser that draw pictures, which jsdom does not have. Returns the drawing calls, and the type
 * of each created picture.
 */
export function stubCanvas(options: StubOptions = {}) {
  const { width = 40, height = 30, isBroken = () => false, isTruncated = false, isTooLarge = false } = options
  const drawn: string[] = []
  const created: string[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(source => {
    const url = `blob:${blobs.size}`
    if (source instanceof Blob) blobs.set(url, source)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.stubGlobal(
    'Image',
    class {
      onload = () => {}
      onerror = () => {}
      naturalWidth = width
      naturalHeight = height
      set src(url: string) {
        const picture = blobs.get(url)
        if (picture) queueMicrotask(() => (isBroken(picture) ? this.onerror() : this.onload()))
      }
    },
  )
  const copies = new WeakSet<Blob>()
  vi.stubGlobal('createImageBitmap', async (picture: Blob) => {
    if (isTruncated && !copies.has(picture)) throw new DOMException('truncated', 'InvalidStateError')
    return { width, height, close() {} }
  })
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      quadraticCurveTo() {}
      closePath() {}
    },
  )
  class StubContext {
    readonly canvas: object
    constructor(canvas: object) {
      this.canvas = canvas
    }
    fillRect() {}
    clearRect() {}
    measureText = (line: string) => ({ width: line.length * 20 })
    getImageData = () => ({ data: [0, 0, 0, isTooLarge ? 0 : 255] })
    drawImage(source: object) {
      drawn.push('naturalWidth' in source ? 'image element' : 'picture')
    }
    fill() {
      drawn.push('stroke')
    }
  }
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number
      readonly height: number
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
      }
      getContext = () => new StubContext(this)
      transferToImageBitmap = () => ({ width, height, close() {} })
      async convertToBlob({ type, quality }: { type: string; quality?: number }) {
        created.push(`${type} ${quality ?? ''} ${this.width}x${this.height}`)
        const copy = new Blob([`marked ${created.length}`], { type })
        copies.add(copy)
        return copy
      }
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  return { drawn, created }
}
