import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { openPapers, photo, photos, stubPhotoWorkers } from '../../../testing/testPapers.tsx'

stubElementSizes()
stubBlobUrls()
stubPhotoWorkers()

describe('an unsuitable file', () => {
  const pdf = (content: string) => new File([content], 'scan.pdf', { type: 'application/pdf' })
  /** A folder, or a file that was moved after it was chosen. */
  const createUnreadable = () => {
    const file = photo('scans')
    const fail = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
    return Object.assign(file, { slice: () => Object.assign(new Blob(), { arrayBuffer: fail }) })
  }
  it.each([
    ['a folder', [createUnreadable()], /^The file could not be read\. It may have been moved/],
    ['a text', [new File(['notes'], 'notes.txt')], 'notes.txt is neither a PDF nor a photo.'],
    ['an empty file', [new File([], 'scan.pdf')], 'The file is empty.'],
    ['a PDF and a photo', [pdf('%PDF-1.4'), photo('a.jpg')], /^Choose either one PDF or photos\./],
    ['photos that can’t be opened', [photo('broken.jpg')], 'None of the photos can be opened.'],
    ['photos that take too long', [photo('hangs.jpg')], /^The photos could not be prepared, because/],
  ])('is refused: %s', async (_what, files, message) => {
    await openPapers(files)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Scan of the pile')).toBeTruthy()
  })

  it('is named, and the other photos are added', async () => {
    await openPapers([photo('a.jpg'), photo('broken1.jpg'), photo('b.jpg')])
    expect(await screen.findByText('1 photo can’t be opened and is not included: broken1.jpg')).toBeTruthy()
    expect(screen.getByText('2 photos')).toBeTruthy()
  })

  it('is prepared again if it was interrupted, and named as interrupted after that', async () => {
    await openPapers([photo('a.jpg'), photo('slow.jpg'), photo('hangs.jpg')])
    expect(
      await screen.findByText(
        /^1 photo could not be prepared in time and is not included: hangs\.jpg\. To add it/,
      ),
    ).toBeTruthy()
    expect(screen.getByText('2 photos')).toBeTruthy()
    expect(screen.queryByText(/can’t be opened/)).toBeNull()
  })

  it('is refused without room on the device', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await openPapers(photos(1))
    expect(await screen.findByText(/^This device has no room for the scan\./)).toBeTruthy()
    put.mockRestore()
  })
})

it('warns if there are more parts than pupils', async () => {
  const { user } = await openPapers(photos(31))
  const size = await screen.findByRole('textbox', { name: 'Pages per part' })
  await user.clear(size)
  await user.type(size, '1{Enter}')
  expect(await screen.findByText('31 parts for 28 pupils: check where the scan is split.')).toBeTruthy()
})

it('is closed to pupils', async () => {
  await renderApp({ as: 'tanaka', at: paths.papers(1, 1) })
  expect(await screen.findByText('You cannot mark this homework')).toBeTruthy()
})

it('is translated to German', async () => {
  await openPapers(photos(2), { language: 'de' })
  expect(await screen.findByRole('combobox', { name: 'Name zu Teil 1' })).toBeTruthy()
  expect(screen.getByText('2 Fotos')).toBeTruthy()
})

it('sorts photos by the numbers in their names, and moves pages by keys and buttons', async () => {
  const { user } = await openPapers(['IMG_10.jpg', 'IMG_2.jpg', 'IMG_1.jpg'].map(photo))
  await screen.findByText('3 photos')
  const names = () =>
    screen.getAllByRole('button', { name: /^Page \d/ }).map(button => button.getAttribute('title'))
  expect(names()).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'IMG_10.jpg'])
  screen.getByRole('button', { name: /^Page 2\b/ }).focus()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(names()).toEqual(['IMG_1.jpg', 'IMG_10.jpg', 'IMG_2.jpg'])
  await waitFor(() => expect(document.activeElement?.getAttribute('title')).toBe('IMG_2.jpg'))
  await user.click(screen.getByRole('button', { name: /^Page 3\b/ }))
  await user.click(await screen.findByRole('button', { name: 'Move the page earlier' }))
  expect(names()).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'IMG_10.jpg'])
})
