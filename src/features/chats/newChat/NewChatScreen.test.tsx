import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { readChatMembers } from '../../../testing/chats/readChatMembers.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { findSimilarChats } from './createChat.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const isCreation = ({ method, url }: Request) =>
  method === 'POST' && new URL(url).pathname === '/api/v2/chats'
const form = () => screen.findByRole('dialog', { name: 'New chat' })
const nameField = async () => within(await form()).findByRole('textbox', { name: 'Name' })
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

it('shows a field error of the service, keeping the name', async () => {
  const refusal = {
    error: { name: 'invalid', message: 'no', code: 422, fields: { name: 'There is such a chat.' } },
  }
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => (isCreation(request) ? Response.json(refusal, { status: 422 }) : undefined),
  })
  await userEvent.type(await nameField(), 'Class 8b')
  await userEvent.click(create())
  await within(await form()).findByText(/There is such a chat\./)
  const name = await nameField()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(name)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate('/chats/new')
  expect(await nameField()).toHaveProperty('value', 'Class 8b')
})

it('findSimilarChats finds own chats with the same name', () => {
  const row = (id: number, name: string, is_admin = true) => ({
    ...{ id, name, created_at: '2026-11-18 08:00:00', last_message_at: null, url: `/chats/${id}`, is_admin },
    ...{ broadcast_only: false, files_allowed: true, can_write: true, unread_messages: 0 },
  })
  const rows = [row(1, 'Ski week'), row(2, 'Museum trip'), row(3, 'Ski week', false)]
  expect(findSimilarChats(rows, 'Ski week').map(({ id }) => id)).toEqual([1])
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
  await screen.findByRole('region', { name: 'Lost once' })
  expect(sent).toBe(2)
  const chats = await service.db.selectFrom('chats').select('id').where('name', '=', 'Lost once').execute()
  expect(chats).toHaveLength(1)
})

it('verifies a lost response before creating again', async () => {
  let sent = 0
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    withoutKeys: true,
    respond: request => {
      if (!isCreation(request)) return undefined
      sent += 1
      return new Response('gone', { status: 502 })
    },
  })
  await userEvent.type(await nameField(), 'Lost')
  await userEvent.click(create())
  await within(await form()).findByText(/the chat is not in your list/)
  expect(sent).toBe(1)

  // The request arrives late.
  await app.service.db.transaction().execute(async db => {
    const { id } = await db
      .insertInto('chats')
      .values({
        ...{ name: 'Lost', created_at: '2026-11-18T08:00:00.000Z' },
        ...{ broadcast_only: 0 as const, files_allowed: 1 as const },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('permissions')
      .values({
        ...{ resource_field: 'chat_id', resource_id: id, user_id: 1, is_write: 1, is_admin: 1 },
        ...{ given_by_user_id: null, given_at: '2026-11-18T08:00:00.000Z' },
      })
      .execute()
  })
  await userEvent.click(within(await form()).getByRole('button', { name: 'Create again' }))
  await screen.findByRole('region', { name: 'Lost' })
  expect(sent).toBe(1)
})

/** Opens a form to submit and close while its response is pending. */
async function closeFormWhileCreating(name: string) {
  let reply: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      reply = controller
    },
  })
  let status = 201
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => (isCreation(request) ? new Response(body, { status }) : undefined),
  })
  return {
    app,
    async close(responseStatus: number) {
      status = responseStatus
      if (name !== '') await userEvent.type(await nameField(), name)
      await userEvent.click(create())
      await within(await form()).findByText(/You can close this/)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
    respond(json: unknown) {
      reply?.enqueue(new TextEncoder().encode(JSON.stringify(json)))
      reply?.close()
    },
  }
}

it('continues creating without navigating after the form is closed', async () => {
  const { app, close, respond } = await closeFormWhileCreating('Ski week')
  await close(201)
  const { pathname } = app.router.state.location
  const token = await app.service.signIn('albrecht')
  const body = { name: 'Ski week', broadcast_only: false, files_allowed: true }
  const response = await app.service.send('POST', '/api/v2/chats', { token, body })
  respond(await response.json())
  await within(screen.getByRole('complementary', { name: 'Chats' })).findByRole('link', { name: /^Ski week/ })
  expect(app.router.state.location.pathname).toBe(pathname)
  expect(screen.queryByRole('region', { name: 'Ski week' })).toBeNull()
  // The chat is listed shortly before the draft is deleted.
  const nameInNewForm = async () => {
    await app.router.navigate('/chats')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.router.navigate('/chats/new')
    // Until the draft is deleted, the form may open the created chat.
    const shown = () => screen.queryByRole('dialog') ?? screen.queryByRole('region', { name: 'Ski week' })
    await waitFor(() => expect(shown()).not.toBeNull())
    return screen.queryByRole('textbox', { name: 'Name' })?.getAttribute('value')
  }
  await expect.poll(nameInNewForm).toBe('')
})

it('shows the outcome in the reopened form', async () => {
  const { app, close, respond } = await closeFormWhileCreating('Class 8b')
  await close(403)
  await app.router.navigate('/chats/new')
  expect((await nameField()).closest('fieldset')?.disabled).toBe(true)
  respond({ error: { name: 'forbidden', message: 'no', code: 403 } })
  await within(await form()).findByText(/The chat was not created\./)
  expect(await nameField()).toHaveProperty('value', 'Class 8b')
})

it('adds the person of its own link, not of a later form', async () => {
  const { app, close, respond } = await closeFormWhileCreating('')
  const people = await app.service.db.selectFrom('users').select(['id', 'name']).execute()
  const idOf = (name: string) => people.find(person => person.name === name)?.id ?? 0
  const formFor = (name: string) => paths.newChat({ person: name, user: String(idOf(name)) })
  await app.router.navigate(formFor('Aiko Tanaka'))
  await within(await form()).findByText('2 people will see this chat')
  await close(201)
  await app.router.navigate(formFor('Omar Ruiz'))
  await form()
  const token = await app.service.signIn('albrecht')
  const body = { name: 'Aiko Tanaka', broadcast_only: false, files_allowed: true }
  const createdChat = await (await app.service.send('POST', '/api/v2/chats', { token, body })).json()
  respond(createdChat)
  await expect
    .poll(() => readChatMembers(app.service, 'Aiko Tanaka'))
    .toEqual(['Jana Albrecht 11', 'Aiko Tanaka 10'])
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
