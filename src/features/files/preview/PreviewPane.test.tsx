import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

const megabyte = 1024 * 1024
const fileRow = (id: number, name: string, documentFields: object) => ({
  ...{ id, name, is_dir: false, parent_id: null, created_at: '2026-11-16 09:00:00', can_write: true },
  document: {
    ...{ id: id + 500, name, content_type: 'text/plain', size: 20, uploaded: '2026-11-17 09:00:00' },
    url: `http://localhost:3000/api/v2/documents/${id + 500}/content`,
    ...documentFields,
  },
})
const rows = [
  fileRow(1, 'a elsewhere.txt', { url: 'https://files.example/1' }),
  fileRow(2, 'b large.txt', { size: 80 * megabyte }),
  fileRow(3, 'c script.txt', { url: 'javascript:alert(1)' }),
  { ...fileRow(4, 'd empty.txt', {}), document: null },
  fileRow(5, 'e essay.docx', { content_type: 'application/msword' }),
]

it('loads large files on request only, external ones never', async () => {
  const user = userEvent.setup()
  const loadedIds: string[] = []
  await renderApp({
    as: 'albrecht',
    at: '/classes/1/files/0?file=1',
    respond: ({ url }) => {
      const { pathname } = new URL(url)
      const document = /\/documents\/(\d+)\/content$/.exec(pathname)?.[1]
      if (document) {
        loadedIds.push(document)
        return new Response(`Text of ${document}`)
      }
      if (!pathname.includes('/course/1/files')) return undefined
      return Response.json(rows)
    },
  })
  // Queries by role take 0.1 s each.
  const showNext = async (name: string) => {
    const button = screen.getByLabelText('Next file')
    // The list is sorted in steps.
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    await user.click(button)
    await screen.findByText(name, { selector: '[role="dialog"] h2' })
  }
  const link = (await screen.findByText('Open at files.example')).closest('a')
  expect([link?.href, link?.rel]).toEqual(['https://files.example/1', 'noopener noreferrer'])
  await showNext('b large.txt')
  expect(await screen.findByText(/^It is 80 MB\./)).toBeDefined()
  expect(loadedIds).not.toContain('501')
  expect(loadedIds).not.toContain('502')
  await user.click(screen.getByText('Show it'))
  expect(await screen.findByText('Text of 502')).toBeDefined()
  // A file with an invalid URL is requested by its ID.
  await showNext('c script.txt')
  expect(await screen.findByText('Text of 503')).toBeDefined()
  await showNext('d empty.txt')
  expect(await screen.findByText('This file has no content yet')).toBeDefined()
  await showNext('e essay.docx')
  expect(await screen.findByText('No preview for this kind of file')).toBeDefined()
  expect(screen.getByText('DOCX document')).toBeDefined()
  expect(loadedIds).not.toContain('505')
})
