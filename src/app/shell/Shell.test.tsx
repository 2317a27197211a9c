import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { seedPassword } from '../../school/people.ts'
import { renderApp } from '../../testing/renderApp.tsx'

const getDescription = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
const timetable = () => screen.findByRole('heading', { level: 1, name: 'Timetable' })

it('shows a screen together with its title', async () => {
  const titles = new Set<string>()
  const watch = new MutationObserver(() => {
    // While the code of the screen loads.
    if (screen.queryByText('Fractions p. 42')) titles.add(document.querySelector('h1')?.textContent ?? '')
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await renderApp({ as: 'albrecht', at: '/classes/1/homework/1' })
  await screen.findByRole('heading', { level: 1, name: 'Maths' })
  watch.disconnect()
  expect([...titles]).toEqual(['Maths'])
})

it('opens the palette with Ctrl+K and a screen by keyboard', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.keyboard('{Control>}k{/Control}')
  const find = await screen.findByRole('combobox', { name: 'Find' })
  expect(document.activeElement).toBe(find)
  await userEvent.keyboard('personal tok{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Personal access tokens' })
  expect(router.state.location.pathname).toBe('/settings/tokens')
})

it('closes an open menu when the palette opens', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.click(screen.getAllByRole('button', { name: /Jana Albrecht/ })[0] ?? document.body)
  await screen.findByRole('menu')
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Find' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('finds people of the class in the palette', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'mika')
  await screen.findByRole('option', { name: /Mika Sommer.*Pupil/ })
})

it('opens the active option on an Enter without `code`', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.keyboard('{Control>}k{/Control}')
  const find = await screen.findByRole('combobox', { name: 'Find' })
  const active = () => {
    const chosen = screen.getByRole('option', { selected: true })
    expect(find.getAttribute('aria-activedescendant')).toBe(chosen.id)
    return chosen.textContent
  }
  // Later results would be added to the end.
  await waitFor(() => expect(screen.queryByText(/^Still loading/)).toBeNull())
  expect(active()).toMatch('Timetable')
  await userEvent.keyboard('{ArrowUp}')
  const last = screen.getAllByRole('option').at(-1)?.textContent ?? ''
  expect(active()).toBe(last)
  await userEvent.keyboard('{PageUp}')
  expect(active()).not.toBe(last)
  await userEvent.type(find, 'personal tok')
  await waitFor(() => expect(active()).toMatch('Personal access tokens'))
  fireEvent.keyDown(find, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/tokens'))
})

it('keeps the active option when more results arrive', async () => {
  const people = Promise.withResolvers<undefined>()
  await renderApp({
    as: 'albrecht',
    at: '/classes/1/timetable',
    respond: request => (request.url.endsWith('/members') ? people.promise : undefined),
  })
  await timetable()
  await userEvent.keyboard('{Control>}k{/Control}')
  const find = await screen.findByRole('combobox', { name: 'Find' })
  await userEvent.type(find, 'm{ArrowUp}')
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  const before = chosen()
  const found = screen.getAllByRole('option').length
  people.resolve(undefined)
  await screen.findByRole('option', { name: /^Message Mika Sommer/ })
  expect(screen.getAllByRole('option').length).toBeGreaterThan(found)
  expect(chosen()).toBe(before)
})

it('replaces the palette with the dialog of an action', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'keyboard sh{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(screen.queryByRole('combobox', { name: 'Find' })).toBeNull()
})

it('opens the desk for homework found by a teacher', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/homework' })
  await screen.findByText('Poster: the food web of a pond')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'fractions 42{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toMatch('/classes/1/homework/1/submissions'))
  expect((await screen.findAllByRole('link', { name: 'Overview' }))[0]?.getAttribute('href')).toBe(
    '/classes/1/homework/1/overview',
  )
})

it('finds the direct chat by ID among namesakes', async () => {
  const { router, service } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  const chat = await service.db
    .selectFrom('chats')
    .innerJoin('permissions', 'permissions.resource_id', 'chats.id')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .where('resource_field', '=', 'chat_id')
    .where('is_direct', '=', 1)
    .where('users.name', '=', 'Lena Weber')
    .select(['chats.id', 'users.id as userId'])
    .executeTakeFirstOrThrow()
  await service.db
    .updateTable('users')
    .set({ name: 'Lena Weber' })
    .where('name', '=', 'Mika Sommer')
    .execute()
  await timetable()
  await router.navigate('/chats')
  await screen.findAllByText('Lena Weber')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'Message Lena Weber Pupil')
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`ID ${chat.userId}(?!\\d)`) }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chats/${chat.id}`))
})

it('reports no matches, and closes on Escape', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.click(screen.getByRole('button', { name: 'Find' }))
  await userEvent.type(await screen.findByRole('combobox'), 'xyzzy')
  await screen.findByText('Nothing matches “xyzzy”')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

it('lists shortcuts on ?, off in text fields or when disabled', async () => {
  const { preferences } = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  const field = await screen.findByLabelText('What is it for?')
  await userEvent.type(field, '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  field.blur()
  await userEvent.keyboard('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await userEvent.click(within(list).getByLabelText('Use single-key shortcuts'))
  expect(preferences.settings().shortcuts).toBe(false)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('changes language and theme, and signs out', async () => {
  const { preferences } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await timetable()
  await userEvent.click(screen.getByRole('button', { name: /Jana Albrecht/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
  expect(preferences.settings().theme).toBe('dark')
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Abmelden' }))
  await screen.findByRole('heading', { name: 'Mit dem Schulkonto anmelden' })
  expect(screen.queryByText('Jana Albrecht')).toBeNull()
})

it('adds a class by number on documented endpoints only', async () => {
  const { preferences, session, router } = await renderApp({ as: 'albrecht', documentedOnly: true })
  await screen.findByRole('heading', { name: 'Which class?' })
  const number = screen.getByLabelText('Number of the class')
  await userEvent.type(number, 'eight{Enter}')
  expect(getDescription(number)).toBe('A class number is a whole number, 1 or more.')
  await userEvent.clear(number)
  await userEvent.type(number, '4711{Enter}')
  await screen.findByText('There is no class no. 4711 here, or you don’t have access to it.')
  await userEvent.clear(number)
  await userEvent.type(number, '1{Enter}')
  await timetable()
  expect(router.state.location.pathname).toBe('/classes/1/timetable')
  expect((await screen.findAllByText('Class no. 1')).length).toBeGreaterThan(0)
  const state = session.state()
  expect('user' in state && preferences.getUserMemory(state.user.id).addedClasses).toEqual([1])
})

it('reports a service without personal access tokens', async () => {
  await renderApp({ as: 'albrecht', documentedOnly: true, at: '/settings/tokens' })
  await screen.findByRole('heading', { name: 'Your school’s service does not offer this.' })
})

it('creates a token, shows it once, and revokes it', async () => {
  await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  await userEvent.type(await screen.findByLabelText('What is it for?'), 'marks script')
  await userEvent.click(screen.getByLabelText('30 days'))
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  expect(getDescription(screen.getByLabelText('Password'))).toBe('Enter your password.')
  await userEvent.type(screen.getByLabelText('Login name'), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await screen.findByText('Incorrect login name or password.')
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), `${seedPassword}{Enter}`)
  const token = await screen.findByLabelText<HTMLInputElement>('The new token')
  expect(token.value).toMatch(/.{20,}/)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText('me · created 18 Nov 2026 · expires 18 Dec 2026')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke marks script' }))
  await screen.findByText('Token “marks script” is revoked.')
  await screen.findByText('You have no tokens.')
})

it.each([
  '/nowhere',
  '/classes/none/timetable',
  '/classes/0/timetable',
  '/classes/1/homework/none',
  '/classes/1/homework/1/submissions/mika',
  '/classes/1/homework/01/change',
])('shows “This page doesn’t exist” for %s', async at => {
  await renderApp({ as: 'albrecht', at })
  await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })
})

it('offers a retry while the gateway is unreachable', async () => {
  let down = true
  const { session } = await renderApp({
    respond: () => (down ? new Response('bad gateway', { status: 502 }) : undefined),
  })
  await screen.findByRole('heading', { name: 'Staffroom does not answer' })
  expect(session.state().kind).toBe('unreachable')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Sign in with your school account' })
})

it.each([
  ['d', '/day'],
  ['t', '/classes/1/timetable'],
  ['h', '/classes/1/homework'],
  ['c', '/chats'],
  ['f', '/classes/1/files'],
  ['a', '/classes/1/access'],
])('opens a screen with g %s', async (key, path) => {
  const { router } = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  await screen.findByRole('heading', { level: 1, name: 'Personal access tokens' })
  await screen.findAllByRole('link', { name: /^Files/ })
  await userEvent.keyboard(`g${key}`)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})
