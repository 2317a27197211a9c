import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { stubCanvas } from '../../testing/stubCanvas.ts'
import { viewerTexts as texts } from '../../testing/viewerTexts.ts'
import { Viewer } from './Viewer.tsx'
import { createViewMemory } from './ViewMemory.ts'

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

it('names the format of an unreadable photo', async () => {
  stubCanvas({ isBroken: () => true })
  renderPhoto('IMG_1.jpg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  expect(await screen.findByText('Not shown: imageFormat HEIC')).toBeDefined()
})

it('shows the readable part of a truncated photo', async () => {
  const { drawn } = stubCanvas({ isTruncated: true })
  renderPhoto('page1.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))
  expect(await screen.findByRole('img', { name: 'page1.jpg' })).toBeDefined()
  expect(screen.getByText('The end is missing')).toBeDefined()
  expect(drawn).toEqual(['image element'])
})
