import { screen } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { loadMessages } from '../../testing/loadMessages.ts'
import { render as renderBare } from '../../testing/render.tsx'
import { stubCanvas } from '../../testing/stubCanvas.ts'
import { Viewer } from './Viewer.tsx'
import { createViewMemory } from './ViewMemory.ts'

const messages = await loadMessages('en')
const render = (element: ReactElement) =>
  renderBare(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <IntlProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
        {children}
      </IntlProvider>
    ),
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function renderPhoto(name: string, content: BlobPart) {
  const photo = { id: 7, name, type: 'image/jpeg', size: 3, externalAddress: undefined }
  const load = () => Promise.resolve(new Blob([content]))
  const views = createViewMemory()
  render(<Viewer files={[photo]} shownId={7} onShow={() => undefined} {...{ load, views }} />)
}

it('names the format of an unreadable photo', async () => {
  stubCanvas({ isBroken: () => true })
  renderPhoto('IMG_1.jpg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  expect(await screen.findByText('This browser can’t show HEIC photos')).toBeDefined()
})

it('shows the readable part of a truncated photo', async () => {
  const { drawn } = stubCanvas({ isTruncated: true })
  renderPhoto('page1.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))
  expect(await screen.findByRole('img', { name: 'page1.jpg' })).toBeDefined()
  expect(screen.getByText(/^The end of this picture is missing/)).toBeDefined()
  expect(drawn).toEqual(['image element'])
})
