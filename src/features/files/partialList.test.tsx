import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'
import { stubElementSizes } from '../../testing/stubElementSizes.ts'

stubElementSizes()

type Entry = { id: number; name: string; parent_id: string | null; is_dir?: boolean }
const toRow = ({ id, name, parent_id, is_dir = false }: Entry) => ({
  ...{ id, name, is_dir, parent_id, can_write: true, has_permission: true },
  created_at: '2026-11-02 08:00:00',
  document: null,
})
/** Two rows are long enough for a piece. */
const padding = 'x'.repeat(60_000)
/** Follow the first two entries, because the list shows a piece when the next one arrives. */
const fillers = [91, 92, 93].map(id => ({ id, name: `filler ${id}`, parent_id: '1' }))

/**
 * Renders the files of class 1 while their list is loading: two entries have arrived. `complete` sends the others and
 * ends the response.
 */
async function renderLoading(
  first: readonly [Entry, Entry],
  otherEntries: readonly Entry[],
  at = '/classes/1/files',
) {
  const encoder = new TextEncoder()
  const toJson = (entries: readonly Entry[]) =>
    entries.map(entry => JSON.stringify({ ...toRow(entry), padding })).join(',')
  const end = Promise.withResolvers<void>()
  const body = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        controller.enqueue(encoder.encode(`[${toJson([...first, ...fillers])}`))
        await end.promise
        controller.enqueue(encoder.encode(`,${toJson(otherEntries)}]`))
        controller.close()
      },
    })
  const posts: string[] = []
  await renderApp({
    as: 'albrecht',
    at,
    respond: ({ method, url }) => {
      if (!url.endsWith('/course/1/files')) return undefined
      if (method === 'POST') posts.push(url)
      if (method !== 'GET') return undefined
      return new Response(body(), { headers: { 'Content-Type': 'application/json' } })
    },
  })
  return { complete: end.resolve, posts }
}

const getNames = () =>
  [...document.querySelectorAll('[data-entry] a')].map(link =>
    (link.querySelector('[title]') ?? link).getAttribute('title'),
  )

const maths: Entry = { id: 1, name: 'Maths', parent_id: null, is_dir: true }
const page9: Entry = { id: 2, name: 'page 9.pdf', parent_id: null }
const page1: Entry = { id: 4, name: 'page 1.pdf', parent_id: null }

it('shows the rows that have arrived without counts, and then all', async () => {
  const { complete } = await renderLoading([maths, page9], [page1])
  const grid = await screen.findByRole('grid', { name: 'Class files' })
  await screen.findByText('Loading more files …')
  expect(getNames()).toEqual(['Maths', 'page 9.pdf'])
  expect(grid.getAttribute('aria-rowcount')).toBe('-1')
  expect(document.body.textContent).not.toMatch(/\d (?:items?|entries|folders?|files?)\b|empty/)
  screen.getByPlaceholderText('Filter')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select “page 9.pdf”' }))
  document.querySelector<HTMLElement>('[data-entry="2"]')?.focus()
  complete()
  await screen.findByRole('grid', { name: 'Class files, 3 entries' })
  expect(getNames()).toEqual(['Maths', 'page 1.pdf', 'page 9.pdf'])
  expect(screen.queryByText('Loading more files …')).toBeNull()
  expect([document.activeElement?.getAttribute('data-entry'), grid.isConnected]).toEqual(['2', true])
  screen.getByText('1 selected')
})

it('neither zips nor deletes while entries are missing', async () => {
  const { complete } = await renderLoading([maths, page9], [page1])
  await screen.findByText('Loading more files …')
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select “Maths”' }))
  // The size of a folder is unknown.
  expect(screen.getByText('1 selected').parentElement?.textContent).not.toContain('0')
  const refusal = 'Not all files have loaded yet. You can do this as soon as they have.'
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText(refusal)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Download as zip' }))
  expect(screen.queryByText(/zip (?:of|is)|\.zip/i)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for “Maths”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  complete()
  await waitFor(() => expect(screen.queryByText(refusal)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('dialog', { name: /^Delete/ })
})

it('creates no folder before the list of existing names has loaded', async () => {
  const late = { id: 4, name: 'Stations', parent_id: null, is_dir: true }
  const { complete, posts } = await renderLoading([maths, page9], [late])
  await screen.findByText('Loading more files …')
  await userEvent.keyboard('n')
  const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Stations{Enter}')
  dialog.getByText('Not all files have loaded yet. You can do this as soon as they have.')
  complete()
  await waitFor(() => expect(dialog.queryByText(/^Not all files/)).toBeNull())
  await userEvent.click(dialog.getByRole('button', { name: 'Create folder' }))
  dialog.getByText('This folder already has “Stations”.')
  expect(posts).toEqual([])
})

it('does not report a missing folder that may still arrive', async () => {
  const late = { id: 5, name: 'Late', parent_id: null, is_dir: true }
  const inside = { id: 6, name: 'late.pdf', parent_id: '5' }
  const { complete } = await renderLoading([maths, page9], [late, inside], '/classes/1/files/5')
  await screen.findByText('Loading the files')
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  complete()
  await screen.findByRole('grid', { name: 'Late, 1 entry' })
})

it('does not call a folder empty whose content may still arrive', async () => {
  const spring = { id: 5, name: 'Spring', parent_id: null, is_dir: true }
  const inside = { id: 6, name: 'flowers.pdf', parent_id: '5' }
  const { complete } = await renderLoading([maths, spring], [inside], '/classes/1/files/5')
  await screen.findByRole('region', { name: 'Spring' })
  expect(screen.queryByText('This folder is empty')).toBeNull()
  screen.getByText('Loading the files')
  complete()
  await screen.findByRole('grid', { name: 'Spring, 1 entry' })
})
