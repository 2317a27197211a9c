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
const createLostResponse = () => new Response('<html>Gateway timeout</html>', { status: 504 })
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
    await screen.findByText('Somebody has changed this homework since you opened it')
    const dialog = within(screen.getByRole('dialog'))
    dialog.getByText('Theirs')
    dialog.getByText('20 points')
    dialog.getByText('Mine')
    expect(await stored(app)).toMatchObject({ text: 'Theirs', points: 20 })
    await userEvent.click(dialog.getByRole('button', { name: 'Save my version instead' }))
    await screen.findByText('Homework changed: “Mine”.')
    expect(await stored(app)).toMatchObject({ text: 'Mine', points: 15 })
  })

  it('keeps the remote version on request', async () => {
    const app = await open()
    await replaceText('Mine')
    await app.service.db.updateTable('homeworks').set({ text: 'Theirs' }).where('id', '=', 1).execute()
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the current version' }))
    await screen.findByText('Left as it is: “Theirs”.')
    expect(await stored(app)).toMatchObject({ text: 'Theirs' })
  })

  it('keeps the text after an error and a reload', async () => {
    const refused = (request: Request) =>
      request.method === 'PUT' ? new Response('', { status: 500 }) : undefined
    const indexedDB = new IDBFactory()
    await open({ respond: refused, indexedDB })
    await replaceText('Mine')
    await save()
    await screen.findByText(/^It was not saved\. .* What you typed is still here\.$/)
    expect(await text()).toHaveProperty('value', 'Mine')
    await screen.findByText(/^Draft saved /)
    cleanup()
    const app = await open({ indexedDB })
    expect(await text()).toHaveProperty('value', 'Mine')
    await save()
    await screen.findByText('Homework changed: “Mine”.')
    expect(await stored(app)).toMatchObject({ text: 'Mine' })
  })

  it('reports an unsaved change if the request was lost', async () => {
    const app = await open({
      respond: request => (request.method === 'PUT' ? createLostResponse() : undefined),
    })
    const points = await screen.findByRole('textbox', { name: 'Maximum points' })
    await userEvent.clear(points)
    await userEvent.type(points, '18')
    await save()
    await screen.findByText(/^It was not saved\. .* What you typed is still here\.$/)
    expect(screen.queryByText(/^Homework changed/)).toBeNull()
    expect(await stored(app)).toMatchObject({ points: 15 })
  })

  it('sends once if the request arrives without a response', async () => {
    const puts: Request[] = []
    const app = await open({
      respond(request) {
        if (request.method !== 'PUT') return undefined
        puts.push(request)
        return createLostResponse()
      },
    })
    await replaceText('Mine')
    await save()
    await screen.findByText(/^It was not saved/)
    await app.service.db.updateTable('homeworks').set({ text: 'Mine' }).where('id', '=', 1).execute()
    await save()
    await screen.findByText('Homework changed: “Mine”.')
    expect(puts).toHaveLength(1)
  })

  it('reports an unknown outcome, and verifies on retry', async () => {
    let isDown = false
    const app = await open({
      async respond(request) {
        if (request.method === 'PUT') {
          isDown = true
          await app.service.db.updateTable('homeworks').set({ text: 'Mine' }).where('id', '=', 1).execute()
          return createLostResponse()
        }
        return isDown && new URL(request.url).pathname.endsWith('/homeworks/1')
          ? createLostResponse()
          : undefined
      },
    })
    await replaceText('Mine')
    await save()
    await screen.findByText('No answer came back, so we can’t tell whether it was saved.')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Save again' }))
    await screen.findByText('Homework changed: “Mine”.')
  })

  it('requires permission', async () => {
    await open({ as: 'sommer' })
    await screen.findByText('This homework no longer exists, or you can’t change it.')
  })

  it('reports that documented endpoints can’t change homework', async () => {
    await open({ documentedOnly: true })
    await replaceText('Mine')
    await save()
    await screen.findByText(/^Your school’s service can’t change homework\./)
    expect(await text()).toHaveProperty('value', 'Mine')
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

  it('reports deleted homework if the response was lost', async () => {
    const app = await open({
      async respond(request) {
        if (request.method !== 'DELETE') return undefined
        await app.service.db.deleteFrom('homeworks').where('id', '=', 1).execute()
        return createLostResponse()
      },
    })
    await text()
    await userEvent.click(screen.getByRole('button', { name: 'Delete homework' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Type “delete” to confirm' }), 'delete{Enter}')
    await screen.findByText(
      '“Fractions p. 42” is no longer available. It was deleted, or your access to it was removed.',
    )
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
