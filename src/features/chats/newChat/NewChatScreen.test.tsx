import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { type NewChatState, paths } from '../../../paths.ts'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
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
  const made = await service.db.selectFrom('chats').selectAll().where('name', '=', 'Ski week').execute()
  expect(made).toMatchObject([{ broadcast_only: 1, files_allowed: 1 }])
  expect(router.state.location.pathname).toBe(`/chats/${made[0]?.id}`)
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
    async close(answered: number) {
      status = answered
      if (name !== '') await userEvent.type(await nameField(), name)
      await userEvent.click(create())
      await within(await form()).findByText(/You can close this/)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
    answer(json: unknown) {
      reply?.enqueue(new TextEncoder().encode(JSON.stringify(json)))
      reply?.close()
    },
  }
}

it('continues creating without navigating after the form is closed', async () => {
  const { app, close, answer } = await closeFormWhileCreating('Ski week')
  await close(201)
  const { pathname } = app.router.state.location
  const token = await app.service.signIn('albrecht')
  const body = { name: 'Ski week', broadcast_only: false, files_allowed: true }
  const made = await app.service.send('POST', '/api/v2/chats', { token, body })
  answer(await made.json())
  await within(screen.getByRole('complementary', { name: 'Chats' })).findByRole('link', { name: /^Ski week/ })
  expect(app.router.state.location.pathname).toBe(pathname)
  expect(screen.queryByRole('region', { name: 'Ski week' })).toBeNull()
  // The chat is listed shortly before the draft is deleted.
  const nameInNewForm = async () => {
    await app.router.navigate('/chats')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.router.navigate('/chats/new')
    return (await nameField()).getAttribute('value')
  }
  await expect.poll(nameInNewForm).toBe('')
})

it('shows the outcome in the reopened form', async () => {
  const { app, close, answer } = await closeFormWhileCreating('Class 8b')
  await close(403)
  await app.router.navigate('/chats/new')
  expect((await nameField()).closest('fieldset')?.disabled).toBe(true)
  answer({ error: { name: 'forbidden', message: 'no', code: 403 } })
  await within(await form()).findByText(/The chat was not created\./)
  expect(await nameField()).toHaveProperty('value', 'Class 8b')
})

it('adds the person of its own link, not of a later form', async () => {
  const { app, close, answer } = await closeFormWhileCreating('')
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
  const made = await (await app.service.send('POST', '/api/v2/chats', { token, body })).json()
  answer(made)
  await expect.poll(() => readMembers(app, 'Aiko Tanaka')).toEqual(['Jana Albrecht 11', 'Aiko Tanaka 10'])
})

/** Names and flags, by permission ID. */
async function readMembers({ service }: Rendered, chat: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('permissions')
    .innerJoin('chats', 'chats.id', 'permissions.resource_id')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .select(['users.name', 'is_write', 'is_admin'])
    .where('resource_field', '=', 'chat_id')
    .where('chats.name', '=', chat)
    .orderBy('permissions.id')
    .execute()
  return rows.map(row => `${row.name} ${row.is_write}${row.is_admin}`)
}

const peopleField = async () => within(await form()).findByRole('combobox', { name: 'People' })
const isGrant = ({ method, url }: Request) =>
  method === 'POST' && new URL(url).pathname === '/api/v2/permissions'

it('adds a class and a person one by one, and then sends the message', async () => {
  const calls: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => {
      if (isGrant(request)) calls.push('grant')
      if (request.method === 'POST' && request.url.endsWith('/messages')) calls.push('message')
      return undefined
    },
  })
  const members = await app.service.db
    .selectFrom('memberships')
    .select('user_id')
    .where('course_id', '=', 1)
    .where('is_accepted', '=', 1)
    .execute()
  await userEvent.type(await nameField(), 'Winter concert')
  await userEvent.click(await peopleField())
  await userEvent.click(await screen.findByRole('option', { name: /^Class 8b/ }))
  const chosen = within(await form()).getByRole('list', { name: 'To be added' })
  within(chosen).getByText(`Class 8b, ${members.length} people`)
  // A member of the class is not offered again.
  await userEvent.type(await peopleField(), 'aiko')
  await within(await form()).findByText('Aiko Tanaka is already in Class 8b.')
  await userEvent.clear(await peopleField())
  await userEvent.type(await peopleField(), 'kern')
  await userEvent.click(await screen.findByRole('option', { name: /^Peter Kern/ }))
  await within(await form()).findByText(`${members.length + 1} people will see this chat`)
  within(await form()).getByText(`People are added one by one: ${members.length} requests.`)
  await userEvent.click(screen.getByRole('radio', { name: 'Only read' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^First message/ }), 'Please bring your scores.')
  await userEvent.click(create())
  await screen.findByRole('region', { name: 'Winter concert' })
  await screen.findByText(`${members.length} people were added.`)
  const added = await readMembers(app, 'Winter concert')
  expect(added).toHaveLength(members.length + 1)
  expect(added[0]).toBe('Jana Albrecht 11')
  expect(added).toContain('Peter Kern 00')
  await expect.poll(() => calls.at(-1)).toBe('message')
  expect(calls.filter(call => call === 'grant')).toHaveLength(members.length)
  await screen.findByText('Please bring your scores.')
})

it('lists a refused person with the reason, and adds them on demand', async () => {
  let isRefused = true
  const refusal = { error: { name: 'forbidden', message: 'Ask the head teacher.', code: 403 } }
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: async request => {
      if (!isGrant(request) || !isRefused) return undefined
      const { target_ids } = await request.clone().json()
      const kern = await app.service.db
        .selectFrom('users')
        .select('id')
        .where('name', '=', 'Peter Kern')
        .executeTakeFirstOrThrow()
      return target_ids.user_id === kern.id ? Response.json(refusal, { status: 403 }) : undefined
    },
  })
  await userEvent.type(await nameField(), 'Two colleagues')
  for (const name of ['Peter Kern', 'Omar Ruiz']) {
    await userEvent.type(await peopleField(), name)
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  }
  await userEvent.click(create())
  await screen.findByText('1 of 2 people were added.')
  const results = screen.getByRole('list', { name: 'Result for each person' })
  expect(results.textContent).toMatch(/^Peter Kern: Your school’s service says: Ask the head teacher\./)
  expect(await readMembers(app, 'Two colleagues')).toEqual(['Jana Albrecht 11', 'Omar Ruiz 10'])
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again: Peter Kern' }))
  await screen.findByText('2 people were added.')
  expect(await readMembers(app, 'Two colleagues')).toContain('Peter Kern 10')
})

it('finds the created chat after a crash, and adds its people', async () => {
  const indexedDB = new IDBFactory()
  const first = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    indexedDB,
    respond: request => (isCreation(request) ? new Promise<never>(() => undefined) : undefined),
  })
  await userEvent.type(await nameField(), 'Crash')
  await userEvent.type(await peopleField(), 'ruiz')
  await userEvent.click(await screen.findByRole('option', { name: /^Omar Ruiz/ }))
  await userEvent.click(create())
  await within(await form()).findByText(/You can close this/)
  await first.router.navigate('/chats')
  cleanup()

  const second = await renderApp({ as: 'albrecht', at: '/chats', indexedDB })
  const token = await second.service.signIn('albrecht')
  const body = { name: 'Crash', broadcast_only: false, files_allowed: true }
  await second.service.send('POST', '/api/v2/chats', { token, body })
  await second.router.navigate('/chats/new')
  await screen.findByRole('region', { name: 'Crash' })
  await expect.poll(() => readMembers(second, 'Crash')).toEqual(['Jana Albrecht 11', 'Omar Ruiz 10'])
})

it('fills the form from a link, and keeps an unfinished chat until the user starts again', async () => {
  const indexedDB = new IDBFactory()
  const app = await renderApp({ as: 'albrecht', at: '/chats', indexedDB })
  const people = await app.service.db.selectFrom('users').select(['id', 'name']).execute()
  const idOf = (name: string) => people.find(person => person.name === name)?.id ?? 0
  const state: NewChatState = {
    courseId: 1,
    userIds: [idOf('Mika Sommer'), idOf('Aiko Tanaka')],
    name: 'Fractions p. 42',
    message: 'Please hand in.',
  }
  await app.router.navigate(paths.newChat(), { state })
  expect(await nameField()).toHaveProperty('value', 'Fractions p. 42')
  const chosen = within(await form()).getByRole('list', { name: 'To be added' })
  await within(chosen).findByText('Mika Sommer')
  expect(screen.getByRole('textbox', { name: /^First message/ })).toHaveProperty('value', 'Please hand in.')
  // Nothing was typed, so there is no draft.
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate('/chats/new')
  await userEvent.type(await nameField(), 'My own')
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate(paths.newChat(), { state })
  expect(await nameField()).toHaveProperty('value', 'My own')
  await userEvent.click(await screen.findByRole('button', { name: 'Start again with 2 people' }))
  expect(await nameField()).toHaveProperty('value', 'Fractions p. 42')
  await within(await form()).findByText('3 people will see this chat')
})

it('adds people by ID with documented endpoints only', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats/new', documentedOnly: true })
  await userEvent.type(await nameField(), 'By ID')
  await userEvent.type(await peopleField(), '4')
  await userEvent.click(await screen.findByRole('option', { name: /no\. 4\b/ }))
  await within(await form()).findByText('1 person is added with 1 request.')
  await userEvent.click(create())
  await expect.poll(async () => (await readMembers(app, 'By ID')).length).toBe(2)
})
