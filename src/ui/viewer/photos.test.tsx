import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { stubBlobUrls } from '../../testing/stubBlobUrls.ts'
import { viewerTexts as texts } from '../../testing/viewerTexts.ts'
import { Viewer } from './Viewer.tsx'
import { createViewMemory } from './ViewMemory.ts'

stubBlobUrls()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function renderPhoto(name: string, content: BlobPart) {
  const photo = { id: 7, name, type: 'image/jpeg', size: 3, externalAddress: undefined }
  const load = () => Promise.resolve(new Blob([content]))
  const views = createViewMemory()
  render(<Viewer files={[photo]} shownId={7} onShow={() => undefined} {...{ load, texts, views }} />)
}

const stubImage = (loads: boolean) =>
  class {
    onload = () => {}
    onerror = () => {}
    naturalWidth = 40
    naturalHeight = 30
    set src(address: string) {
      if (address) queueMicrotask(() => (loads ? this.onload() : this.onerror()))
    }
  }

it('names the format of an unreadable photo', async () => {
  vi.stubGlobal('Image', stubImage(false))
  renderPhoto('IMG_1.jpg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  expect(await screen.findByText('Not shown: imageFormat HEIC')).toBeDefined()
})

it('shows the readable part of a truncated photo', async () => {
  vi.stubGlobal('Image', stubImage(true))
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('truncated', 'InvalidStateError')))
  const drawImage = vi.fn()
  const context = { drawImage } as unknown as CanvasRenderingContext2D
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  renderPhoto('page1.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))
  expect(await screen.findByRole('img', { name: 'page1.jpg' })).toBeDefined()
  expect(screen.getByText('The end is missing')).toBeDefined()
  expect(drawImage).toHaveBeenCalledOnce()
})
