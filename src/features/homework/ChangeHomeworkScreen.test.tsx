import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

const at = '/classes/1/homework/1/change'

/** Without keys, the app verifies writes whose response was lost. */
const open = (options: Partial<RenderOptions> = {}) =>
  renderApp({ as: 'albrecht', at, withoutKeys: true, ...options })
const text = () => screen.findByRole('textbox', { name: 'Task' })
const replaceText = async (words: string) => {
  await userEvent.clear(await text())
  await userEvent.type(await text(), words)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const stored = ({ service }: Rendered) =>
  service.db.selectFrom('homeworks').selectAll().where('id', '=', 1).executeTakeFirst()

describe('changing homework', () => {
  it('saves changed fields only', async () => {
    const app = await open()
    const before = await stored(app)
    await replaceText('Fractions p. 43')
    await save()
    await screen.findByText('Homework changed: “Fractions p. 43”.')
    const row = await screen.findByRole('row', { name: /Fractions p. 43/ })
    await waitFor(() => expect(row.contains(document.activeElement)).toBe(true))
    expect(await stored(app)).toEqual({ ...before, text: 'Fractions p. 43' })
  })

  it('shows both versions of a conflict, and overwrites on request', async () => {
    const app = await open()
    await replaceText('Mine')
    await app.service.db
      .updateTable('homeworks')
      .set({ text: 'Theirs', points: 20 })
      .where('id', '=', 1)
      .execute()
    await save()
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('Somebody has changed this homework since you opened it')
    dialog.getByText('Theirs')
    dialog.getByText('20 points')
    expect(dialog.getAllByText('Mine')).not.toHaveLength(0)
    expect(await stored(app)).toMatchObject({ text: 'Theirs', points: 20 })
    await userEvent.click(dialog.getByRole('button', { name: 'Replace it with mine: Mine' }))
    await screen.findByText('Homework changed: “Mine”.')
    // Only the changed field is replaced.
    expect(await stored(app)).toMatchObject({ text: 'Mine', points: 20 })
  })

  it('keeps the remote version on request', async () => {
    const app = await open()
    await replaceText('Mine')
    await app.service.db.updateTable('homeworks').set({ text: 'Theirs' }).where('id', '=', 1).execute()
    await save()
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Discard: Mine' }))
    expect(await stored(app)).toMatchObject({ text: 'Theirs' })
  })

  it('is sent after a reload, if the service did not answer', async () => {
    const failing = (request: Request) =>
      request.method === 'PUT' ? new Response('', { status: 503 }) : undefined
    const indexedDB = new IDBFactory()
    await open({ respond: failing, indexedDB, withoutKeys: false })
    await replaceText('Mine')
    await save()
    await within(screen.getByRole('dialog')).findByText('No answer yet. Trying again.')
    cleanup()
    const app = await open({ indexedDB, withoutKeys: false })
    await waitFor(async () => expect(await stored(app)).toMatchObject({ text: 'Mine' }))
  })

  it('requires permission', async () => {
    await open({ as: 'sommer' })
    await screen.findByText('This homework no longer exists, or you can’t change it.')
  })
})

describe('deleting homework', () => {
  it('names the consequences, and requires a typed word', async () => {
    const app = await open()
    await text()
    await userEvent.click(screen.getByRole('button', { name: 'Delete homework' }))
    await screen.findByText(/with everything 18 pupils handed in\.$/)
    await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
    expect(await stored(app)).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type “delete” to confirm' }), 'delete')
    await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
    await screen.findByText('Homework deleted: “Fractions p. 42”.')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Fractions p. 42/ })).toBeNull())
    expect(await stored(app)).toBeUndefined()
  })

  it('reports an unsupported deletion', async () => {
    await open({ documentedOnly: true })
    await text()
    await userEvent.click(screen.getByRole('button', { name: 'Delete homework' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Type “delete” to confirm' }), 'delete{Enter}')
    await screen.findByText('Your school’s service can’t delete homework.')
  })

  it('reports homework that another user deleted', async () => {
    const app = await open()
    await text()
    await userEvent.click(screen.getByRole('button', { name: 'Delete homework' }))
    await app.service.db.deleteFrom('homeworks').where('id', '=', 1).execute()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type “delete” to confirm' }), 'delete{Enter}')
    await screen.findByText(
      '“Fractions p. 42” is no longer available. It was deleted, or your access to it was removed.',
    )
  })
})
