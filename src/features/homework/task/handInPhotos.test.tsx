import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'

stubBlobUrls('blob:thumbnail')

const pngHeader = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10])
const png = new File([pngHeader], 'page1.png', { type: 'image/png' })
const notes = new File(['Exercise 2: 3/4'], 'notes.txt', { type: 'text/plain' })

it('shows thumbnails, and warns of unsupported formats', async () => {
  const heic = new File([`\0\0\0\x18ftypheic\0\0\0\0mif1heic`], 'IMG_1.jpg', { type: 'image/jpeg' })
  await renderApp({ as: 'tanaka', at: '/classes/1/homework/7' })
  await userEvent.setup().upload(await screen.findByLabelText('Choose files'), [png, heic, notes])
  expect((await screen.findByText(/^IMG_1\.jpg is a HEIC photo\./)).role).toBe('status')
  const thumbnail = (name: string) =>
    screen.getByText(name).closest('li')?.querySelector('img')?.getAttribute('src')
  await waitFor(() => expect(thumbnail('page1.png')).toBe('blob:thumbnail'))
  expect([thumbnail('IMG_1.jpg'), thumbnail('notes.txt')]).toEqual([undefined, undefined])
  expect(screen.queryByText(/^page1\.png is/)).toBeNull()
})
