import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import {
  findPart,
  findPointsField,
  findPupilField,
  openPapers,
  photos,
  stubPhotoWorkers,
} from '../../../testing/testPapers.tsx'

stubElementSizes()
stubBlobUrls()
stubPhotoWorkers()

describe('a page that is never drawn', () => {
  it('does not block “Cancel” of the search for blank pages, during which parts can’t be changed', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}))
    const { user } = await openPapers(photos(4))
    await user.click(await findPupilField(2))
    await user.keyboard('somm{Tab}7')
    await user.click(await screen.findByRole('radio', { name: 'At blank pages' }))
    await user.click(screen.getByRole('button', { name: 'Split' }))
    await user.click(await screen.findByRole('button', { name: 'Split again' }))
    await screen.findByText(/^Looking for blank pages/)
    const points = await findPointsField(2)
    expect(points.readOnly).toBe(true)
    expect((await findPart(2)).queryByRole('button', { name: /^Join with previous/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Return all/ }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(points.readOnly).toBe(false))
    expect(points.value).toBe('7')
    expect((await findPupilField(2)).value).toBe('Mika Sommer')
  })
})
