import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const list = () => screen.findByRole('complementary', { name: 'Chats' })
const rows = async () => within(await list()).findAllByRole('link')
const row = async (name: RegExp) => within(await list()).findByRole('link', { name })
/** The open chat, once one could read and write in it. */
const talk = async (name: string, { mayWrite = true } = {}) => {
  const open = await screen.findByRole('region', { name })
  await within(open).findByRole('log')
  if (mayWrite) await within(open).findByRole('textbox', { name: /Message/ })
  return open
}
const names = async () => (await rows()).map(link => link.querySelector('bdi')?.textContent)
// What opens another chat waits for its draft.
const click = (link: HTMLElement) => act(async () => link.click())
const press = (key: string, held: { altKey?: true; shiftKey?: true } = {}) =>
  act(async () => {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    document.activeElement?.dispatchEvent(pressed)
  })
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }))
const field = () => screen.getByRole('searchbox', { name: 'Search chats' })

/** Two pages instead of two columns. */
function onPhone() {
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

describe('the list', () => {
  it('shows who spoke last first, with what was said, when, and what is unread', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/chats/1' })
    const open = await talk('Class 8b')
    const all = await rows()
    expect(all.map(link => link.textContent)).toEqual([
      expect.stringMatching(/^Class 8b +09:05 You: Maths is in B12 today/),
      expect.stringMatching(/^Teachers 8b +08:52 Peter Kern: I take Physics .*7 unread messages/),
      expect.stringMatching(/^Parents 8b only admins write +08:31 /),
      expect.stringMatching(/^Museum trip +08:05 Omar Ruiz: 27 of 28 forms are here .*4 unread messages/),
      expect.stringMatching(/^Maths department +Yesterday .*1 unread message$/),
      // Nobody else can have said it.
      expect.stringMatching(/^Lena Weber +Yesterday Thank you, I will send page 2/),
      expect.stringMatching(/^School choir +Mon /),
      expect.stringMatching(/^Staff, all only admins write +13 Nov /),
      expect.stringMatching(/^Exam group 8b +12 Nov /),
    ])
    within(open).getByText('31 people, you are an admin')
    expect(all[0]?.getAttribute('aria-current')).toBe('page')
    expect(document.title).toMatch(/^Class 8b · Chats · /)

    // One row is reached by Tab, the others from there.
    expect(all.filter(link => link.tabIndex === 0)).toEqual([all[0]])
    all[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(all[2])
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('{ArrowDown}{End}')
    await click(all.at(-1) ?? fail())
    await talk('Exam group 8b')
    expect(router.state.location.pathname).toBe('/chats/9')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Message/ })))

    // From the field one writes in to the chat beside, and to the next with something unread.
    await press('ArrowUp', { altKey: true })
    await talk('Staff, all', { mayWrite: false })
    await press('ArrowUp', { altKey: true, shiftKey: true })
    await talk('Maths department')
    await press('ArrowDown', { altKey: true, shiftKey: true })
    await talk('Maths department')
  })

  it('is searched by name and last message, and remembers that in the address', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/chats/1' })
    await talk('Class 8b')
    await press('/')
    expect(document.activeElement).toBe(field())
    await type('forms are')
    await waitFor(async () => expect(await names()).toEqual(['Museum trip']))
    within(await list()).getByText('1 chat found')
    await waitFor(() => expect(router.state.location.search).toBe('?find=forms+are'))
    await press('Enter')
    await talk('Museum trip')
    expect(router.state.location.search).toBe('?find=forms+are')
    await type('xyzzy')
    await within(await list()).findByRole('heading', { name: 'No chat matches “xyzzy”' })
    await click(screen.getByRole('button', { name: 'Show all chats' }))
    expect(await rows()).toHaveLength(9)
    // The chat stays open whatever the list shows.
    await talk('Museum trip')
  })

  it('says that there is none, and how to get one', async () => {
    const { service } = await renderApp({ as: 'kern' })
    await service.db.deleteFrom('permissions').where('resource_field', '=', 'chat_id').execute()
    await userEvent.click((await screen.findAllByRole('link', { name: /^Chats/ }))[0] ?? fail())
    await screen.findByRole('heading', { name: 'No chats yet' })
    const [, inList] = screen.getAllByRole('link', { name: 'New chat' })
    expect(inList?.getAttribute('href')).toBe('/chats/new')
  })

  it('says why it failed and tries again', async () => {
    let down = true
    await renderApp({
      as: 'albrecht',
      at: '/chats',
      instead: request => (isList(request) && down ? refuse(400) : undefined),
    })
    await screen.findByRole('heading', { name: 'The chats could not be loaded' })
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(9)
  })

  it('counts what it cannot read, and shows the rest', async () => {
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
      instead: request => (isList(request) ? Response.json(odd) : undefined),
    })
    // The pinned one first; without a name by its number.
    expect(await names()).toEqual(['Chat no. 3', 'Class 8b'])
    await row(/^Chat no. 3 pinned ?muted .*No messages yet/)
    within(await list()).getByText(/^2 entries could not be read/)
  })
})

it('opens the chat of last time, and says when a chat is not there', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/chats' })
  await screen.findByRole('heading', { name: 'No chat is open' })
  await click(await row(/^Museum trip/))
  await talk('Museum trip')
  // A chat of others, like one that never was.
  await act(() => router.navigate('/chats/11'))
  await screen.findByRole('heading', { name: 'This chat can’t be found' })
  await click(screen.getByRole('link', { name: 'All chats' }))
  await talk('Museum trip')
  expect(router.state.location.pathname).toBe('/chats/4')
  await act(() => router.navigate('/chats/x'))
  await screen.findAllByRole('heading', { name: 'This page doesn’t exist' })
})

it('says of a chat that is refused just that, in the words of the service', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/chats/11',
    instead: request =>
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

it('keeps what was being written when the chat goes away, and the focus in its place', async () => {
  const { service } = await renderApp({ as: 'albrecht', at: '/chats/4' })
  const open = await talk('Museum trip')
  const words = within(open).getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ })
  await act(async () => words.focus())
  await act(async () => void fireEvent.change(words, { target: { value: 'half a sentence' } }))
  await service.db
    .deleteFrom('permissions')
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', 4)
    .execute()
  service.advance(60_000)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('heading', { name: 'This chat can’t be found' })
  const kept = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'What you wrote is still here:',
  })
  expect([kept.value, kept.readOnly]).toEqual(['half a sentence', true])
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^This chat can’t be found/))
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByText(/^Copied$|^The browser did not allow copying$/)
})

it('goes to the field of the chat that is open already when it is chosen in the list', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/4' })
  const open = await talk('Museum trip')
  const words = within(open).getByRole('textbox', { name: /Message/ })
  for (let time = 1; time <= 2; time++) {
    const chosen = await row(/^Museum trip/)
    await act(async () => chosen.focus())
    await click(chosen)
    await waitFor(() => expect(document.activeElement).toBe(words))
  }
})

it('goes on by Tab to the messages of a chat opened by its address, and from its search back to its row', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/4' })
  const open = await talk('Museum trip')
  await userEvent.tab()
  expect(document.activeElement).toBe(within(open).getByRole('log'))
  field().focus()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await row(/^Museum trip/))
})

it('is two pages on a phone', async () => {
  onPhone()
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

it('is found by name', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/chats' })
  await rows()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'choir')
  await click(await screen.findByRole('option', { name: /School choir.*Chats/ }))
  await talk('School choir')
  expect(router.state.location.pathname).toBe('/chats/7')
})

it('lists its keys', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1' })
  await talk('Class 8b')
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const keys of ['Alt ↑', 'Alt ↓', 'Alt Shift ↑', 'Ctrl Shift F']) within(dialog).getByText(keys)
})

it('works on a service that has only what is documented', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1', documentedOnly: true })
  await row(/^Teachers 8b .*Peter Kern: I take Physics/)
  const open = await talk('Class 8b')
  await click(within(open).getByRole('button', { name: 'Chat info' }))
  const dialog = await screen.findByRole('dialog', { name: 'About Class 8b' })
  await within(dialog).findByText('Mika Sommer')
})

function fail(): never {
  throw new Error('there is none')
}
