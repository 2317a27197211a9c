import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { paths } from '../../../paths.ts'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'

beforeEach(() => {
  // pdf.js warns that jsdom is not a browser.
  vi.spyOn(console, 'warn').mockImplementation(words => {
    expect(words).toBe('Warning: Please use the `legacy` build in Node.js environments.')
  })
})

/** Opens returned work of Mika Sommer: page1.jpg, page2.jpg and a PDF. The feedback has files with these names. */
async function open(...names: string[]) {
  const path = '/api/v2/todos/1/submissions/13'
  const opened: { app?: Rendered } = {}
  const app = await renderApp({
    as: 'sommer',
    at: '/classes/1/timetable',
    async respond({ url }) {
      // jsdom can't draw pictures.
      if (/\/documents?[/?]/.test(url)) return new Response(null, { status: 404 })
      if (!url.endsWith(path) || !opened.app) return undefined
      const { service } = opened.app
      const token = await service.signIn('sommer')
      const entry = SubmissionEntry.parse(await (await service.send('GET', path, { token })).json())
      const { submission } = entry
      const correction_files = names.map((name, index) => ({
        ...submission.files[0],
        id: 90_000 + index,
        name,
        url: `/api/v2/documents/${90_000 + index}/content`,
        download_url: `/api/v2/documents/${90_000 + index}/content`,
      }))
      return Response.json({ ...entry, submission: { ...submission, correction_files } })
    },
  })
  opened.app = app
  const token = await app.service.signIn('albrecht')
  await app.service.send('POST', path, { token, body: { teacher_correction: 'Neat work.' } })
  await act(() => app.router.navigate(paths.task(1, 1)))
  await screen.findByText('Neat work.')
  const region = within(await screen.findByRole('region', { name: 'Files' }))
  /** The files that are open, from left to right. */
  const getOpenFiles = () =>
    region
      .getAllByRole('button')
      .filter(button => button.getAttribute('aria-current') === 'true')
      .map(({ textContent }) => textContent)
  const show = (name: string) => userEvent.setup().click(region.getByRole('button', { name }))
  return { region, getOpenFiles, show }
}

describe('returned files', () => {
  it('show each marked copy next to the own file', async () => {
    const { region, getOpenFiles, show } = await open('page1-marked.jpg', 'page2-marked.jpg', 'solution.txt')
    expect(region.getByRole('heading', { level: 2, name: 'Handed in by you 3' })).toBeTruthy()
    expect(region.getByRole('heading', { level: 2, name: 'With the feedback 3' })).toBeTruthy()
    expect(getOpenFiles()).toEqual(['page1.jpg', 'page1-marked.jpg'])
    await show('page2-marked.jpg')
    expect(getOpenFiles()).toEqual(['page2.jpg', 'page2-marked.jpg'])
    await show('page1.jpg')
    expect(getOpenFiles()).toEqual(['page1.jpg', 'page1-marked.jpg'])
    expect(region.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
  })

  it('change one side only if there is no counterpart', async () => {
    const { getOpenFiles, show } = await open('page1-marked.jpg', 'solution.txt')
    await show('solution.txt')
    expect(getOpenFiles()).toEqual(['page1.jpg', 'solution.txt'])
    await show('page2.jpg')
    expect(getOpenFiles()).toEqual(['page2.jpg', 'solution.txt'])
    await show('page1.jpg')
    expect(getOpenFiles()).toEqual(['page1.jpg', 'page1-marked.jpg'])
  })

  it('open as a pair from the lists', async () => {
    const { getOpenFiles } = await open('page1-marked.jpg', 'page2-marked.jpg')
    const list = within(await screen.findByRole('list', { name: 'Files from your teacher' }))
    await userEvent.setup().click(list.getByRole('button', { name: /^page2-marked\.jpg/ }))
    await waitFor(() => expect(getOpenFiles()).toEqual(['page2.jpg', 'page2-marked.jpg']))
  })

  it('appear one after the other without a marked copy', async () => {
    const { region, getOpenFiles } = await open('solution.txt')
    expect(getOpenFiles()).toEqual(['solution.txt'])
    expect(region.getByRole('group', { name: 'Which files' })).toBeTruthy()
    expect(region.queryByRole('heading', { level: 2, name: /^With the feedback/ })).toBeNull()
    expect(region.getByRole('button', { name: 'Handed in by you 3' })).toBeTruthy()
  })
})
