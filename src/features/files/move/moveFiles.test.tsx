import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

const fractions = '/classes/1/files/3'
const findGrid = (name: string | RegExp) => screen.findByRole('grid', { name })
const getRow = (name: string) =>
  screen.getByRole('link', { name }).closest<HTMLElement>('[role="row"]') ?? document.body
const getFocusedName = () => document.activeElement?.querySelector('a [title]')?.getAttribute('title')
const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^New name for/ })
const getUndoLines = () => within(screen.getByRole('list', { name: 'Renamed and moved files' }))

stubElementSizes()
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})

async function openMenuItem(entry: string, item: string) {
  await userEvent.click(screen.getByRole('button', { name: `Actions for “${entry}”` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

async function select(...names: string[]) {
  for (const name of names) await userEvent.click(screen.getByRole('checkbox', { name: `Select “${name}”` }))
}

/** Names in a folder, in the service. */
async function readNames({ service }: Rendered, folderId: number): Promise<string[]> {
  const rows = await service.db.selectFrom('files').select('name').where('parent_id', '=', folderId).execute()
  return rows.map(({ name }) => name).sort()
}

it('renames in place by F2, checks the name, and undoes it', async () => {
  const app = await renderApp({ as: 'albrecht', at: fractions })
  await findGrid('Fractions, 10 entries')
  getRow('points-term-1.csv').focus()
  await userEvent.keyboard('{F2}')
  const field = getField()
  expect(document.activeElement).toBe(field)
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('points-term-1')
  await userEvent.clear(field)
  await userEvent.type(field, 'a/b{Enter}')
  screen.getByText(/^A name can’t have slashes/)
  await userEvent.clear(field)
  await userEvent.type(field, 'fractions-p42.pdf{Enter}')
  screen.getByText('This folder already has “fractions-p42.pdf”.')
  await userEvent.clear(field)
  await userEvent.type(field, ' Punkte x.csv {Enter}')
  await screen.findByRole('link', { name: 'Punkte x.csv' })
  await waitFor(() => expect(getFocusedName()).toBe('Punkte x.csv'))
  expect(screen.queryByText(/ selected$/)).toBeNull()
  expect(await readNames(app, 3)).toContain('Punkte x.csv')

  await userEvent.click(getUndoLines().getByRole('button', { name: /^Undo: .*Punkte x.csv.* renamed$/ }))
  await screen.findByRole('link', { name: 'points-term-1.csv' })
  expect(await readNames(app, 3)).toContain('points-term-1.csv')
})

it('keeps the name on Escape, and reports a refusal with the way to try again', async () => {
  let isRefused = true
  await renderApp({
    as: 'albrecht',
    at: fractions,
    respond: ({ method }) =>
      method === 'PUT' && isRefused
        ? Response.json({ error: { name: 'name_taken', message: 'no', code: 409 } }, { status: 409 })
        : undefined,
  })
  await findGrid('Fractions, 10 entries')
  await openMenuItem('Tests', 'Rename')
  await userEvent.type(getField(), 'x{Escape}')
  await waitFor(() => expect(getFocusedName()).toBe('Tests'))
  await userEvent.keyboard('{F2}')
  await userEvent.clear(getField())
  await userEvent.type(getField(), 'Class tests{Enter}')
  await screen.findByText('The folder already has an entry with this name.', { exact: false })
  isRefused = false
  await userEvent.click(getUndoLines().getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Class tests' })
})

it('moves several entries by the dialog, asks once about taken names, and undoes it', async () => {
  const app = await renderApp({ as: 'albrecht', at: fractions })
  const before = await readNames(app, 3)
  const tests = await app.service.db
    .selectFrom('files')
    .select('id')
    .where('name', '=', 'Tests')
    .executeTakeFirstOrThrow()
  await app.service.db
    .updateTable('files')
    .set({ name: 'fractions-p42.pdf' })
    .where('parent_id', '=', tests.id)
    .where('is_dir', '=', 0)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('files')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('parent_id', '=', tests.id),
    )
    .execute()
  const testsBefore = await readNames(app, tests.id)
  await findGrid('Fractions, 10 entries')
  await select('Solutions', 'fractions-p42.pdf', 'fractions-p44.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Move to …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 3 entries to …' }))
  const moveHere = dialog.getByRole('button', { name: 'Move here' })
  expect(moveHere.getAttribute('aria-disabled')).toBe('true')
  dialog.getByText('Choose another folder.')
  // Not into itself.
  expect(dialog.queryByText('Solutions')).toBeNull()
  await userEvent.click(dialog.getByText('Tests'))
  await userEvent.click(moveHere)
  const question = within(await screen.findByRole('dialog', { name: '1 name is taken' }))
  expect(question.queryByRole('radio', { name: /new version/ })).toBeNull()
  await userEvent.click(question.getByRole('button', { name: 'Move like this' }))
  await findGrid('Fractions, 7 entries')
  expect(await readNames(app, tests.id)).toEqual(
    [...testsBefore, 'Solutions', 'fractions-p42 (2).pdf', 'fractions-p44.pdf'].sort(),
  )
  // The line stays in other folders.
  await userEvent.click(screen.getByRole('link', { name: 'Tests' }))
  await findGrid(/^Tests, /)
  await userEvent.click(getUndoLines().getByRole('button', { name: /^Undo: .*2 more moved$/ }))
  await waitFor(async () => expect(await readNames(app, tests.id)).toEqual(testsBefore))
  await waitFor(async () => expect(await readNames(app, 3)).toEqual(before))
})

it('moves by cut and paste, but uploads files that were copied later', async () => {
  const app = await renderApp({ as: 'albrecht', at: fractions })
  await findGrid('Fractions, 10 entries')
  getRow('points-term-1.csv').focus()
  await userEvent.keyboard('{Control>}x{/Control}')
  expect(getRow('points-term-1.csv').hasAttribute('data-cut')).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(getRow('points-term-1.csv').hasAttribute('data-cut')).toBe(false)

  await select('points-term-1.csv', 'fractions-p44.pdf')
  await userEvent.keyboard('{Control>}x{/Control}')
  await screen.findByText(/^Cut: .* and 1 more\./)
  await userEvent.click(screen.getByRole('link', { name: 'Tests' }))
  await findGrid(/^Tests, /)
  fireEvent.paste(document.body, { clipboardData: { types: ['text/plain'], files: [] } })
  await screen.findByRole('link', { name: 'points-term-1.csv' })
  await screen.findByRole('link', { name: 'fractions-p44.pdf' })
  expect(await readNames(app, 3)).not.toContain('points-term-1.csv')
  expect(screen.queryByText(/^Cut:/)).toBeNull()

  getRow('points-term-1.csv').focus()
  await userEvent.keyboard('{Control>}x{/Control}')
  const file = new File(['x'], 'new.txt', { type: 'text/plain' })
  fireEvent.paste(document.body, {
    clipboardData: { types: ['Files'], files: [file], items: [], getData: () => '' },
  })
  await screen.findByRole('link', { name: 'new.txt' })
  expect(screen.queryByText(/^Cut:/)).toBeNull()
})

it('moves selected entries that are dropped on a folder', async () => {
  const app = await renderApp({ as: 'albrecht', at: fractions })
  await findGrid('Fractions, 10 entries')
  await select('fractions-p44.pdf', 'Solutions')
  const dataTransfer = { types: [], setData: vi.fn(), setDragImage: vi.fn() }
  fireEvent.dragStart(screen.getByRole('link', { name: 'fractions-p44.pdf' }), { dataTransfer })
  const dragOver = async (name: string, target: readonly string[]) => {
    fireEvent.dragOver(getRow(name), { dataTransfer })
    await waitFor(() =>
      expect(['Solutions', 'Tests'].filter(each => getRow(each).hasAttribute('data-drop'))).toEqual(target),
    )
  }
  await dragOver('Tests', ['Tests'])
  // Not into itself.
  await dragOver('Solutions', [])
  await dragOver('Tests', ['Tests'])
  fireEvent.drop(getRow('Tests'), { dataTransfer })
  await findGrid('Fractions, 8 entries')
  expect(await readNames(app, 3)).not.toContain('Solutions')
})

it('offers no change to pupils without write access', async () => {
  await renderApp({ as: 'sommer', at: fractions })
  await findGrid('Fractions, 10 entries')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for “points-term-1.csv”' }))
  await screen.findByRole('menuitem', { name: 'Preview' })
  expect(screen.queryByRole('menuitem', { name: /Rename|Move/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(getFocusedName()).toBe('points-term-1.csv'))
  await userEvent.keyboard('{F2}{Control>}x{/Control}')
  expect(screen.queryByRole('textbox', { name: /^New name/ })).toBeNull()
  await screen.findByText('1 entry stays: you can’t move it.')
})

it('offers no change before a service without extensions', async () => {
  await renderApp({ as: 'albrecht', at: `${fractions}?file=30`, documentedOnly: true })
  const preview = within(await screen.findByRole('dialog', { name: /notes-for-substitutes/ }))
  preview.getByText('delete it')
  await userEvent.keyboard('{Escape}')
  await findGrid('Fractions, 10 entries')
  await select('points-term-1.csv')
  expect(screen.queryByRole('button', { name: 'Move to …' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for “points-term-1.csv”' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: /Rename|Move/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  getRow('points-term-1.csv').focus()
  await userEvent.keyboard('{F2}{Control>}x{/Control}')
  expect(screen.queryByRole('textbox', { name: /^New name/ })).toBeNull()
  expect(screen.queryByText(/^Cut:/)).toBeNull()
})
