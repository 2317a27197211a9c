import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'
import type { TestService } from '../../../testing/testService.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const isCreation = ({ method, url }: Request) =>
  method === 'POST' && new URL(url).pathname === '/api/v2/chats'
const form = () => screen.findByRole('dialog', { name: 'New chat' })
const nameField = async () => within(await form()).findByRole('textbox', { name: 'Name' })
/** The sender checks the clock again when the device is online. */
const endBackoff = (service: TestService) => {
  service.advance(2000)
  window.dispatchEvent(new Event('online'))
}
const create = () => screen.getByRole('button', { name: 'Create chat' })

it('creates one chat on a double click', async () => {
  let sent = 0
  const { service, router } = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => {
      if (isCreation(request)) sent += 1
      return undefined
    },
  })
  const name = await nameField()
  await waitFor(() => expect(document.activeElement).toBe(name))
  await userEvent.click(create())
  within(await form()).getByText('Enter a name for the chat.')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(name)
  await userEvent.paste('x'.repeat(201))
  await userEvent.click(create())
  within(await form()).getByText('A name has 200 characters at most.')
  await userEvent.clear(name)
  await userEvent.type(name, '  Ski week ')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only admins (?:can )?write/ }))
  await userEvent.dblClick(create())
  const open = await screen.findByRole('region', { name: 'Ski week' })
  within(open).getByText('1 person, you are an admin')
  expect(sent).toBe(1)
  const storedChats = await service.db
    .selectFrom('chats')
    .selectAll()
    .where('name', '=', 'Ski week')
    .execute()
  expect(storedChats).toMatchObject([{ broadcast_only: 1, files_allowed: 1 }])
  expect(router.state.location.pathname).toBe(`/chats/${storedChats[0]?.id}`)
  await within(screen.getByRole('complementary', { name: 'Chats' })).findByRole('link', { name: /^Ski week/ })
})

it('shows why a chat was refused, and puts it back into the form', async () => {
  const refusal = {
    error: { name: 'invalid', message: 'no', code: 422, fields: { name: 'There is such a chat.' } },
  }
  await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => (isCreation(request) ? Response.json(refusal, { status: 422 }) : undefined),
  })
  await userEvent.type(await nameField(), 'Class 8b')
  await userEvent.click(create())
  await within(await form()).findByText('Not sent. There is such a chat.')
  await userEvent.click(within(await form()).getByRole('button', { name: 'Edit: New chat: Class 8b' }))
  await waitFor(async () => expect(await nameField()).toHaveProperty('value', 'Class 8b'))
})

it('lists a refused chat after the form is closed, and opens it again', async () => {
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => (isCreation(request) ? new Response('', { status: 403 }) : undefined),
  })
  await userEvent.type(await nameField(), 'Ski week')
  await userEvent.click(create())
  await within(await form()).findByText(/^Not sent\./)
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const list = within(screen.getByRole('complementary', { name: 'Chats' }))
  await list.findByText('New chat: Ski week')
  await userEvent.click(list.getByRole('button', { name: 'Edit: New chat: Ski week' }))
  expect(await nameField()).toHaveProperty('value', 'Ski week')
})

it('creates one chat after a lost response, by key', async () => {
  const { service } = await renderApp({ as: 'albrecht', at: '/chats/new' })
  const real = service.service.fetch.bind(service.service)
  let sent = 0
  vi.spyOn(service.service, 'fetch').mockImplementation(async (request, from) => {
    const response = await real(request, from)
    if (!isCreation(request)) return response
    sent += 1
    return sent === 1 ? new Response('gone', { status: 502 }) : response
  })
  await userEvent.type(await nameField(), 'Lost once')
  await userEvent.click(create())
  await within(await form()).findByText('No answer yet. Trying again.')
  endBackoff(service)
  await screen.findByRole('region', { name: 'Lost once' })
  expect(sent).toBe(2)
  const chats = await service.db.selectFrom('chats').select('id').where('name', '=', 'Lost once').execute()
  expect(chats).toHaveLength(1)
})

it('offers pupils neither a class nor a chat in which only admins write', async () => {
  await renderApp({ as: 'sommer', at: '/chats/new' })
  await nameField()
  const dialog = await form()
  await userEvent.type(within(dialog).getByRole('combobox'), '8b')
  await within(dialog).findByRole('checkbox', { name: /^Files/ })
  await waitFor(() => expect(within(dialog).queryByRole('checkbox', { name: /^Only admins/ })).toBeNull())
  await userEvent.clear(within(dialog).getByRole('combobox'))
  await userEvent.type(within(dialog).getByRole('combobox'), 'a')
  await within(dialog).findByRole('option', { name: /Jana Albrecht/ })
  expect(within(dialog).queryByRole('option', { name: /^Class/ })).toBeNull()
})
