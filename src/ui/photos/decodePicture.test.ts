import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decodePicture } from './decodePicture.ts'
import { preparePhotoInWorker } from './preparePhotoInWorker.ts'

vi.mock('../trustedWorker.ts', () => ({ startTrustedWorker: () => new Worker('') }))
vi.mock('./photoWorker.ts?worker&url', () => ({ default: '' }))

const photo = new File(['bytes'], 'a.jpg', { type: 'image/jpeg' })
/** What image elements can read. */
const stubImages = (loads: boolean) =>
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 40
      naturalHeight = 30
      onload = () => {}
      onerror = () => {}
      set src(url: string) {
        if (url) queueMicrotask(() => (loads ? this.onload() : this.onerror()))
      }
    },
  )
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('cut', 'InvalidStateError')))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number
      readonly height: number
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
      }
      getContext = () => ({ fillRect() {}, drawImage() {} })
      transferToImageBitmap = () => ({ width: this.width, height: this.height })
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

it('decodes the readable part of a photo whose end is missing', async () => {
  stubImages(true)
  expect(await decodePicture(photo)).toEqual({ bitmap: { width: 40, height: 30 }, isTruncated: true })
  expect(await decodePicture(photo, 20)).toMatchObject({ bitmap: { width: 20, height: 15 } })
  stubImages(false)
  await expect(decodePicture(photo)).rejects.toThrow('cut')
})

it('sends the readable part to the worker for hand-in and paper tests', async () => {
  const received: unknown[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(request: { readablePart?: object }) {
        received.push(request.readablePart)
        const data = request.readablePart ? { kind: 'prepared' } : { kind: 'failed', reason: 'unreadable' }
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
      }
      terminate() {}
    },
  )
  stubImages(true)
  expect(await preparePhotoInWorker(photo)).toEqual({ kind: 'prepared' })
  expect(received).toEqual([undefined, { width: 40, height: 30 }])
})

it('no other file decodes pictures', () => {
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['src/**/*.test.*', 'src/testing/**'] })
  expect(files.filter(file => readFileSync(file, 'utf8').includes('createImageBitmap('))).toEqual([
    'src/ui/photos/decodePicture.ts',
  ])
})
