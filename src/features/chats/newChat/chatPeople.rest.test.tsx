import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { type NewChatState, paths } from '../../../paths.ts'
import { readChatMembers } from '../../../testing/chats/readChatMembers.ts'
import { renderApp } from '../../../testing/renderApp.tsx'

const form = () => screen.findByRole('dialog', { name: 'New chat' })
const nameField = async () => within(await form()).findByRole('textbox', { name: 'Name' })
const create = () => screen.getByRole('button', { name: 'Create chat' })
const peopleField = async () => within(await form()).findByRole('combobox', { name: 'People' })
const isGrant = ({ method, url }: Request) =>
  method === 'POST' && new URL(url).pathname === '/api/v2/permissions'

it('adds a class and a person one by one with a service without classes as targets', async () => {
  const calls: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: request => {
      if (isGrant(request)) calls.push('grant')
      if (request.method === 'POST' && request.url.endsWith('/messages')) calls.push('message')
      const courseId = /\/api\/v2\/courses\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]
      return courseId === undefined
        ? undefined
        : Response.json({ id: Number(courseId), name: courseId === '1' ? '8b' : '10a' })
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
  await within(chosen).findByText(`Class 8b, ${members.length} people`)
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
  await within(screen.getByRole('complementary', { name: 'Chats' })).findByText('Please bring your scores.')
  const added = await readChatMembers(app.service, 'Winter concert')
  expect(added).toHaveLength(members.length + 1)
  expect(added[0]).toBe('Jana Albrecht 11')
  expect(added).toContain('Peter Kern 00')
  expect(calls.at(-1)).toBe('message')
  expect(calls.filter(call => call === 'grant')).toHaveLength(members.length)
})

it('gives a class access with one request', async () => {
  const bodies: unknown[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: async request => {
      if (isGrant(request)) bodies.push(await request.clone().json())
      return undefined
    },
  })
  await userEvent.type(await nameField(), 'Winter concert')
  // A person of the class is already in it, so they are not added a second time.
  for (const name of ['Mika Sommer', 'Class 8b', 'Peter Kern']) {
    await userEvent.type(await peopleField(), name)
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  }
  const readers = await within(await form()).findByText(/^\d+ people will see this chat$/)
  within(await form()).getByText('Added with 2 requests.')
  within(await form()).getByText('Anyone who joins the class later will see it, too.')
  await userEvent.type(screen.getByRole('textbox', { name: /^First message/ }), 'Please bring your scores.')
  await userEvent.click(create())
  await within(screen.getByRole('complementary', { name: 'Chats' })).findByText('Please bring your scores.')
  const count = Number.parseInt(readers.textContent ?? '', 10)
  const idOf = async (name: string) =>
    (await app.service.db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow())
      .id
  expect(bodies).toMatchObject([
    { target_ids: { course_id: 1 }, is_write: true, is_admin: false },
    { target_ids: { user_id: await idOf('Peter Kern') } },
  ])
  expect(await readChatMembers(app.service, 'Winter concert')).toEqual(['Jana Albrecht 11', 'Peter Kern 10'])
  const token = await app.service.signIn('sommer')
  const list = await app.service.send('GET', '/api/v2/chats', { token })
  expect(await list.json()).toContainEqual(
    expect.objectContaining({ name: 'Winter concert', member_count: count, can_write: true }),
  )
})

it('names a person who was refused, and adds the others without them', async () => {
  const refusal = { error: { name: 'forbidden', message: 'Ask the head teacher.', code: 403 } }
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    respond: async request => {
      if (!isGrant(request)) return undefined
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
  await screen.findByText('Peter Kern was not added.')
  await screen.findByText('Not sent. Ask the head teacher.')
  screen.getByText('Adding people: 0 of 2.')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out Peter Kern' }))
  await expect
    .poll(() => readChatMembers(app.service, 'Two colleagues'))
    .toEqual(['Jana Albrecht 11', 'Omar Ruiz 10'])
  await waitFor(() => expect(screen.queryByText(/^Adding people/)).toBeNull())
})

it('fills the form from a link, with a draft of its own', async () => {
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
  // The user has not typed, so no draft exists.
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate('/chats/new')
  await userEvent.type(await nameField(), 'My own')
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate(paths.newChat(), { state })
  expect(await nameField()).toHaveProperty('value', 'Fractions p. 42')
  expect(screen.queryByText(/^Your unfinished chat/)).toBeNull()
  await within(await form()).findByText('3 people will see this chat')

  await userEvent.type(screen.getByRole('textbox', { name: /^First message/ }), ' Today!')
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const otherHomework = { ...state, name: 'Lever', message: 'Please answer.', remindsOf: 2 }
  await app.router.navigate(paths.newChat(), { state: otherHomework })
  expect(await nameField()).toHaveProperty('value', 'Lever')
  expect(screen.getByRole('textbox', { name: /^First message/ })).toHaveProperty('value', 'Please answer.')
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await app.router.navigate(paths.newChat(), { state })
  await within(await form()).findByText(/^Your unfinished chat/)
  const message = screen.getByRole('textbox', { name: /^First message/ })
  expect(message).toHaveProperty('value', 'Please hand in. Today!')
  await userEvent.click(screen.getByRole('button', { name: 'Start again with 2 people' }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^First message/ })).toHaveProperty(
      'value',
      'Please hand in.',
    ),
  )
  await app.router.navigate('/chats')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate('/chats/new')
  expect(await nameField()).toHaveProperty('value', 'My own')
})

it('adds people by ID with documented endpoints only', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats/new', documentedOnly: true })
  await userEvent.type(await nameField(), 'By ID')
  await userEvent.type(await peopleField(), '4')
  // A known name replaces the number.
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Enter}')
  await within(await form()).findByText('1 person is added with 1 request.')
  await userEvent.click(create())
  await expect.poll(async () => (await readChatMembers(app.service, 'By ID')).length).toBe(2)
})

it('offers pupils neither a class nor a chat in which only admins write', async () => {
  await renderApp({ as: 'sommer', at: '/chats/new' })
  await userEvent.type(await peopleField(), 'a')
  expect((await screen.findAllByRole('option')).length).toBeGreaterThan(2)
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Class/ })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Only admins write' })).toBeNull())
  screen.getByRole('checkbox', { name: 'Files allowed' })
})
