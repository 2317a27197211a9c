import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { type ClassFile, files } from '../../../contract/files.ts'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const user = userEvent.setup({ applyAccept: false })
const file = (name: string, text: string) => new File([text], name, { type: 'text/plain' })
const chooseFiles = async (...chosen: File[]) =>
  user.upload((await screen.findAllByLabelText('Choose files to upload'))[0] ?? document.body, chosen)

const readRelatedTo = async (request: Request) =>
  /name="related_to"\r\n\r\n([^\r]*)/.exec(await request.clone().text())?.[1] ?? ''

/** Fetches folder 3 (Fractions) of class 8b as a teacher. */
async function fetchFractions({ service }: Rendered): Promise<ClassFile[]> {
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', '/api/v2/course/1/files', { token })
  return z
    .array(files.list.response.schema)
    .parse(await response.json())
    .filter(({ parent_id }) => parent_id === 3)
}

it('asks once about all taken names', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/files/3' })
  const before = await fetchFractions(app)
  await chooseFiles(
    file('notes-for-substitutes.txt', 'New notes.'),
    file('points-term-1.csv', 'a;b'),
    file('board\t19 November.txt', 'The board.'),
    file('nothing.txt', ''),
  )
  const dialog = await screen.findByRole('dialog', { name: '2 names are taken' })
  await user.click(within(dialog).getByRole('radio', { name: /^Upload as a new version/ }))
  const solution = within(dialog).getByLabelText('What to do with points-term-1.csv')
  await user.selectOptions(solution, 'Keep both')
  await user.click(within(dialog).getByRole('button', { name: 'Upload like this' }))

  const panel = await screen.findByRole('region', { name: 'Uploads' })
  await within(panel).findByText('3 of 3 uploaded')
  screen.getByText('board\ufffd19 November.txt → board_19 November.txt')
  screen.getByText(/^1 file is empty/)
  const after = await fetchFractions(app)
  const added = after.filter(({ id }) => before.every(old => old.id !== id)).map(({ name }) => name)
  expect(added.sort()).toEqual(['board_19 November.txt', 'points-term-1 (2).csv'])
  const notes = (rows: ClassFile[]) => rows.find(({ name }) => name === 'notes-for-substitutes.txt')
  expect(notes(after)?.document?.id).not.toBe(notes(before)?.document?.id)
  expect(notes(after)?.document?.size).toBe(10)
  await screen.findByPlaceholderText('Filter these 12 entries')

  await user.click(within(panel).getByRole('button', { name: 'Close the list' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
  // Outside the list, where the browser would open the file.
  const drag = { dataTransfer: { types: ['Files'] } }
  expect([fireEvent.dragOver(document.body, drag), fireEvent.drop(document.body, drag)]).toEqual([
    false,
    false,
  ])
})

it('uploads despite 404 for the related file', async () => {
  const app = await renderApp({
    as: 'albrecht',
    at: '/classes/1/files/3',
    async respond(request) {
      if (!request.url.endsWith('/documents')) return undefined
      const relatedTo = await readRelatedTo(request)
      const isKnown = await app.service.db
        .selectFrom('files')
        .select('id')
        .where('id', '=', Number(relatedTo.slice('file.'.length)))
        .executeTakeFirst()
      return isKnown ? undefined : Response.json({ error: { name: 'not_found', code: 404 } }, { status: 404 })
    },
  })
  await chooseFiles(file('plan.txt', 'The plan.'))
  await screen.findByText('1 of 1 uploaded')
  expect((await fetchFractions(app)).find(({ name }) => name === 'plan.txt')?.document?.size).toBe(9)
})

it('says in the preview of a file that its upload is running, or has failed', async () => {
  const held = Promise.withResolvers<undefined>()
  let isRefused = false
  await renderApp({
    as: 'albrecht',
    at: '/classes/1/files/3',
    async respond({ method, url }) {
      if (method !== 'POST' || !url.endsWith('/documents')) return undefined
      if (isRefused) return Response.json({ error: { name: 'too_large', code: 413 } }, { status: 413 })
      return held.promise
    },
  })
  const openPreview = async (name: string) => {
    await chooseFiles(file(name, `Text of ${name}`))
    const grid = await screen.findByRole('grid')
    await user.click(await within(grid).findByText(name))
  }
  await openPreview('plan.txt')
  await screen.findByText('This file is being uploaded')
  held.resolve(undefined)
  await screen.findByText('Text of plan.txt')
  isRefused = true
  await openPreview('large.txt')
  await screen.findByText('This file was not uploaded completely')
  expect(screen.queryByText('This file has no content yet')).toBeNull()
})

it('lists dropped entries that are unreadable', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/files/3' })
  const list = await screen.findByRole('grid')
  const entry = (name: string, isReadable: boolean) => ({
    isFile: true,
    isDirectory: false,
    name,
    file: (resolve: (content: File) => void, reject: () => void) =>
      isReadable ? resolve(file(name, 'x')) : reject(),
  })
  const entries = [
    entry('lake.txt', true),
    ...[1, 2, 3, 4, 5, 6].map(page => entry(`scan ${page}.txt`, false)),
  ]
  fireEvent.drop(list, {
    dataTransfer: {
      types: ['Files'],
      items: entries.map(each => ({ kind: 'file', webkitGetAsEntry: () => each })),
      files: entries.map(({ name }) => file(name, 'x')),
    },
  })
  await screen.findByText('6 dropped entries could not be read and were not uploaded:')
  screen.getByText('scan 5.txt')
  await user.click(screen.getByRole('button', { name: 'and 1 more' }))
  screen.getByText('scan 6.txt')
  await within(await screen.findByRole('region', { name: 'Uploads' })).findByText('1 of 1 uploaded')
  expect((await fetchFractions(app)).map(({ name }) => name)).toContain('lake.txt')
})
