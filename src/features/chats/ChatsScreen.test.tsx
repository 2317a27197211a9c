import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const list = () => screen.findByRole('complementary', { name: 'Chats' })
const rows = async () => within(await list()).findAllByRole('link')
const row = async (name: RegExp) => within(await list()).findByRole('link', { name })
/** Returns the open chat once it is readable, and writable if `mayWrite`. */
const openChat = async (name: string, { mayWrite = true } = {}) => {
  const open = await screen.findByRole('region', { name })
  await within(open).findByRole('log')
  if (mayWrite) await within(open).findByRole('textbox', { name: /Message/ })
  return open
}
const names = async () => (await rows()).map(link => link.querySelector('bdi')?.textContent)
// A click that opens another chat waits for that chat’s draft.
const click = (link: HTMLElement) => act(async () => link.click())
const press = (key: string, modifiers: { altKey?: true; shiftKey?: true } = {}) =>
  act(async () => {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
    document.activeElement?.dispatchEvent(pressed)
  })
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }))
const field = () => screen.getByRole('searchbox', { name: 'Search chats' })

/** Matches the media query for narrow screens: list and chat are two pages. */
function stubPhoneScreen() {
  vi.spyOn(window, 'matchMedia').mockImplementation(media => ({
    matches: media.includes('max-width: 47.99em'),
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }))
}
afterEach(() => vi.restoreAllMocks())

const refuse = (status: number) =>
  new Response(`{"error":{"name":"E","message":"no","code":${status}}}`, { status })
const isList = (request: Request) => new URL(request.url).pathname === '/api/v2/chats'

describe('the list of chats', () => {
  it('shows sender, time and unread count, and supports the keyboard', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/chats/1' })
    const open = await openChat('Class 8b')
    const all = await rows()
    expect(all.map(link => link.textContent)).toEqual([
      expect.stringMatching(/^Class 8b +09:05 You: Maths is in B12 today/),
      expect.stringMatching(/^Teachers 8b +08:52 Peter Kern: I take German .*7 unread messages/),
      expect.stringMatching(/^Parents 8b only admins write +08:31 /),
      expect.stringMatching(/^Museum trip +08:05 Omar Ruiz: 27 of 28 forms are here .*4 unread messages/),
      expect.stringMatching(/^Maths department +Yesterday .*1 unread message$/),
      // A direct chat names no sender: only the other person can have written it.
      expect.stringMatching(/^Lena Weber +Yesterday Thank you, I will send page 2/),
      expect.stringMatching(/^School choir +Mon /),
      expect.stringMatching(/^Staff, all only admins write +13 Nov /),
      expect.stringMatching(/^Exam group 8b +12 Nov /),
    ])
    within(open).getByText('31 people, you are an admin')
    expect(all[0]?.getAttribute('aria-current')).toBe('page')
    expect(document.title).toMatch(/Class 8b · Chats · /)

    // Only one row is a tab stop.
    expect(all.filter(link => link.tabIndex === 0)).toEqual([all[0]])
    all[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(all[2])
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('{ArrowDown}{End}')
    await click(all.at(-1) ?? fail())
    await openChat('Exam group 8b')
    expect(router.state.location.pathname).toBe('/chats/9')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Message/ })))

    // To the neighbouring chat, and to the next chat with unread messages.
    await press('ArrowUp', { altKey: true })
    await openChat('Staff, all', { mayWrite: false })
    await press('ArrowUp', { altKey: true, shiftKey: true })
    await openChat('Maths department')
    await press('ArrowDown', { altKey: true, shiftKey: true })
    await openChat('Maths department')
  })

  it('filters by name and last message, in the URL', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/chats/1' })
    await openChat('Class 8b')
    await press('/')
    expect(document.activeElement).toBe(field())
    await type('forms are')
    await waitFor(async () => expect(await names()).toEqual(['Museum trip']))
    within(await list()).getByText('1 chat found')
    await waitFor(() => expect(router.state.location.search).toBe('?find=forms+are'))
    await press('Enter')
    await openChat('Museum trip')
    expect(router.state.location.search).toBe('?find=forms+are')
    await type('xyzzy')
    await within(await list()).findByRole('heading', { name: 'No chat matches “xyzzy”' })
    await click(screen.getByRole('button', { name: 'Show all chats' }))
    expect(await rows()).toHaveLength(9)
    await openChat('Museum trip')
  })

  it('shows an empty state with a link to create a chat', async () => {
    const { service } = await renderApp({ as: 'kern' })
    await service.db.deleteFrom('permissions').where('resource_field', '=', 'chat_id').execute()
    await userEvent.click((await screen.findAllByRole('link', { name: /^Chats/ }))[0] ?? fail())
    await screen.findByRole('heading', { name: 'No chats yet' })
    const [, inList] = screen.getAllByRole('link', { name: 'New chat' })
    expect(inList?.getAttribute('href')).toBe('/chats/new')
  })

  it('shows a retry button if it can’t be loaded', async () => {
    let down = true
    await renderApp({
      as: 'albrecht',
      at: '/chats',
      respond: request => (isList(request) && down ? refuse(400) : undefined),
    })
    await screen.findByRole('heading', { name: 'The chats could not be loaded' })
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(9)
  })

  it('counts invalid entries and shows the others', async () => {
    const chat = {
      ...{ id: 1, name: 'Class 8b', created_at: '2026-09-01 08:00:00', last_message_at: null, url: '' },
      ...{ broadcast_only: false, files_allowed: true, is_admin: false, can_write: true, unread_messages: 0 },
    }
    const odd = [
      chat,
      { ...chat, id: 'two' },
      null,
      { ...chat, id: 3, name: '', is_muted: true, is_pinned: true },
    ]
    await renderApp({
      as: 'albrecht',
      at: '/chats',
      respond: request => (isList(request) ? Response.json(odd) : undefined),
    })
    // The pinned chat is first. A chat without a name shows its number.
    expect(await names()).toEqual(['Chat no. 3', 'Class 8b'])
    await row(/^Chat no. 3 pinned ?muted .*No messages yet/)
    within(await list()).getByText(/^2 entries could not be read/)
  })
})

it('opens the last chat, and “not found” without access', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/chats' })
  await screen.findByRole('heading', { name: 'No chat is open' })
  await click(await row(/^Museum trip/))
  await openChat('Museum trip')
  await act(() => router.navigate('/chats/11'))
  await screen.findByRole('heading', { name: 'This chat can’t be found' })
  await click(screen.getByRole('link', { name: 'All chats' }))
  await openChat('Museum trip')
  expect(router.state.location.pathname).toBe('/chats/4')
  await act(() => router.navigate('/chats/x'))
  await screen.findAllByRole('heading', { name: 'This page doesn’t exist' })
})

it('shows the service’s reason if opening is forbidden', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/chats/11',
    respond: request =>
      new URL(request.url).pathname === '/api/v2/chats/11'
        ? Response.json(
            { error: { name: 'x', message: 'Not before the holidays.', code: 403 } },
            { status: 403 },
          )
        : undefined,
  })
  await screen.findByRole('heading', { name: 'You can’t open this chat' })
  screen.getByText('The school’s service refused this: “Not before the holidays.”')
  expect(screen.queryByText(/deleted|doesn’t exist/)).toBeNull()
})

it('focuses the message field when the open chat is chosen', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/4' })
  const open = await openChat('Museum trip')
  const textField = within(open).getByRole('textbox', { name: /Message/ })
  for (let time = 1; time <= 2; time++) {
    const chosen = await row(/^Museum trip/)
    await act(async () => chosen.focus())
    await click(chosen)
    await waitFor(() => expect(document.activeElement).toBe(textField))
  }
})

it('moves by Tab to messages, by Escape to the row', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/4' })
  const open = await openChat('Museum trip')
  await userEvent.tab()
  expect(document.activeElement).toBe(within(open).getByRole('log'))
  field().focus()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await row(/^Museum trip/))
})

it('shows list and chat as two pages on a phone', async () => {
  stubPhoneScreen()
  const { router } = await renderApp({ as: 'albrecht', at: '/chats?find=museum' })
  await screen.findByRole('heading', { level: 1, name: 'Chats' })
  expect(screen.queryByRole('heading', { name: 'No chat is open' })).toBeNull()
  await click(await row(/^Museum trip/))
  await screen.findByRole('heading', { level: 1, name: 'Museum trip' })
  expect(screen.queryByRole('complementary', { name: 'Chats' })).toBeNull()
  screen.getByText(/· \d+ people/)
  await click(screen.getByRole('button', { name: 'Chat info' }))
  await screen.findByRole('dialog', { name: 'About Museum trip' })
  await click(screen.getByRole('button', { name: 'Close' }))
  await click(screen.getByRole('link', { name: 'All chats' }))
  expect(await names()).toEqual(['Museum trip'])
  expect(router.state.location.pathname + router.state.location.search).toBe('/chats?find=museum')
})

it('finds a chat by name in the command palette', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/chats' })
  await rows()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'choir')
  await click(await screen.findByRole('option', { name: /School choir.*Chats/ }))
  await openChat('School choir')
  expect(router.state.location.pathname).toBe('/chats/7')
})

it('lists the keyboard shortcuts of the chats', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1' })
  await openChat('Class 8b')
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const keys of ['Alt ↑', 'Alt ↓', 'Alt Shift ↑', 'Ctrl Shift F']) within(dialog).getByText(keys)
})

it('works with documented endpoints only', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1', documentedOnly: true })
  await row(/^Teachers 8b .*Peter Kern: I take German/)
  const open = await openChat('Class 8b')
  await click(within(open).getByRole('button', { name: 'Chat info' }))
  const dialog = await screen.findByRole('dialog', { name: 'About Class 8b' })
  await within(dialog).findByText('Mika Sommer')
})

function fail(): never {
  throw new Error('there is none')
}
