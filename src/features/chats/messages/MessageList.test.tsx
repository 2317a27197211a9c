import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chats } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import { paths } from '../../../paths.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

/** Height (px) that `stubElementSizes` gives each row. Ten rows are in view. */
const row = 60
beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to?: unknown) {
    const { top = 0 } = to as ScrollToOptions
    this.scrollTop = Math.max(0, Math.min(top, (heightOf(this) ?? 0) - 10 * row))
    // A browser dispatches the event later, too.
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  })
  Element.prototype.scrollBy ??= function (this: Element, by?: unknown) {
    this.scrollTo({ top: this.scrollTop + ((by as ScrollToOptions).top ?? 0) })
  }
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
})
/** Height (px) of all rows, as virtua sets it. */
const heightOf = (scroller: Element) =>
  Math.max(
    ...Array.from(scroller.children, child => Number.parseFloat((child as HTMLElement).style.height) || 0),
  )

type TestMessage = string | { as: string; text: string }

/** Creates a chat of albrecht (signed in), ruiz and sommer. */
async function openChatWith(sentMessages: readonly TestMessage[], options: Omit<RenderOptions, 'at'> = {}) {
  const read: number[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats/new',
    ...options,
    respond: request => {
      if (new URL(request.url).pathname.endsWith('/read')) {
        void request
          .clone()
          .json()
          .then((body: { message_id: number }) => read.push(body.message_id))
      }
      return options.respond?.(request)
    },
  })
  // Before the chat exists, so that opening it fetches it.
  await screen.findAllByText('Museum trip')
  const { service } = app
  const tokens = new Map<string, string>()
  const post = async (as: string, path: string, body: unknown) => {
    const token = tokens.get(as) ?? (await service.signIn(as))
    tokens.set(as, token)
    return (await service.send('POST', `/api/v2${path}`, { token, body })).json()
  }
  const body = { name: 'Trip', broadcast_only: false, files_allowed: true }
  const { id } = parseResponse(chats.create.response, await post('albrecht', '/chats', body))
  for (const user_id of [2, 13]) {
    await post('albrecht', '/permissions', {
      resource_ids: { chat_id: id },
      target_ids: { user_id },
      is_write: true,
    })
  }
  const send = async (one: TestMessage) => {
    const { as, text } = typeof one === 'string' ? { as: 'ruiz', text: one } : one
    return parseResponse(messages.send.response, await post(as, `/chats/${id}/messages`, { text }))
  }
  const sent = []
  for (const one of sentMessages) sent.push(await send(one))
  const enter = async () => {
    await app.router.navigate(paths.chat(id))
    return screen.findByRole('log')
  }
  return { app, id, sent, send, post, read, enter, user: userEvent.setup() }
}

const log = () => screen.getByRole('log')
const article = (name: RegExp) => within(log()).getByRole('article', { name })
const texts = () => Array.from(log().querySelectorAll('article p[dir]'), p => p.textContent)

describe('the messages of a chat', () => {
  it('are grouped by day and sender', async () => {
    const { enter } = await openChatWith([
      'Good morning',
      'The bus leaves at 08:15',
      { as: 'albrecht', text: 'Thank you' },
    ])
    await enter()
    await screen.findByText('Thank you')
    expect(
      within(log())
        .getAllByRole('heading')
        .map(day => day.textContent),
    ).toEqual(['Today'])
    expect(article(/^Omar Ruiz [0-9:]{5} Good morning/).dataset.named).toBe('true')
    expect(article(/^Omar Ruiz [0-9:]{5} The bus/).dataset.named).toBe('false')
    expect(article(/^You [0-9:]{5} Thank you/).dataset.own).toBe('true')
  })

  it('link web addresses, and are shortened if long', async () => {
    const { enter } = await openChatWith([
      '<img src=x onerror="alert(1)"> javascript:alert(1)\nSee www.zoo.de/karte.',
      'word '.repeat(3000),
    ])
    await enter()
    const link = await screen.findByRole('link', { name: 'www.zoo.de/karte' })
    expect(link.getAttribute('href')).toBe('https://www.zoo.de/karte')
    expect(link.getAttribute('rel')).toBe('noreferrer noopener')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(within(log()).getAllByRole('link')).toHaveLength(1)
    expect(log().querySelector('img')).toBeNull()
    expect(texts()[0]).toContain('<img src=x onerror="alert(1)"> javascript:alert(1)\n')
    expect(texts()[1]?.length).toBeLessThan(2500)
    screen.getByRole('button', { name: 'Show all' }).click()
    await waitFor(() => expect(texts()[1]?.length).toBe(15_000))
  })

  it('open at the first unread, and track reading', async () => {
    const old = Array.from({ length: 30 }, (_, index) => `Old ${index + 1}`)
    const { sent, send, post, id, read, enter } = await openChatWith(old)
    await post('albrecht', `/chats/${id}/read`, { message_id: sent.at(-1)?.id })
    const news = [await send('New 1'), await send({ as: 'albrecht', text: 'Mine' }), await send('New 2')]
    await enter()
    await screen.findByText('New 2')
    const line = await screen.findByText(/^New since [0-9:]{5}$/)
    expect(line.closest('p')?.parentElement?.textContent).toMatch(/New 1$/)
    expect(screen.queryByText('Old 1')).toBeNull()
    await waitFor(() => expect(read.at(-1)).toBe(news.at(-1)?.id))
  })

  it('are reached by arrow keys, and deleted with undo', async () => {
    const { app, enter, user } = await openChatWith(['First', { as: 'albrecht', text: 'Second' }])
    await enter()
    await screen.findByText('Second')
    log().focus()
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(article(/Second/))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(article(/First/))
    const actions = screen.getByRole('toolbar', { name: 'Actions for this message' })
    expect(within(actions).getByRole('button', { name: 'Copy text' })).toBeDefined()
    await user.keyboard('{ArrowDown}{Delete}')
    await waitFor(() => expect(texts()).toEqual(['First']))
    // Undo in other chats takes no focus.
    await app.router.navigate(paths.chat(1))
    await screen.findByRole('region', { name: 'Class 8b' })
    const undo = await screen.findByRole('button', { name: /^Undo/ })
    expect(document.activeElement).not.toBe(undo)
    await user.click(undo)
    await enter()
    await waitFor(() => expect(texts()).toEqual(['First', 'Second']))
  })
})

it('jumps to the newest by button and by Escape', async () => {
  const { enter, user } = await openChatWith(Array.from({ length: 40 }, (_, index) => `No ${index + 1}`))
  await enter()
  await screen.findByText('No 1')
  const goesToEnd = () =>
    expect(Element.prototype.scrollTo).toHaveBeenCalledWith({ top: 1_000_000_000, behavior: 'instant' })
  const jump = await screen.findByRole('button', { name: /^To the newest message/ })
  jump.focus()
  await user.keyboard('{Enter}')
  goesToEnd()
  expect(document.activeElement).toBe(log())
  for (const from of [log(), document.body]) {
    log().focus()
    await user.keyboard('{Home}')
    vi.mocked(Element.prototype.scrollTo).mockClear()
    if (from === document.body) act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('{Escape}')
    goesToEnd()
  }
})

describe('a chat', () => {
  it('without messages shows an empty state', async () => {
    const { enter } = await openChatWith([])
    await enter()
    expect(await screen.findByRole('heading', { name: 'Nobody has written here yet' })).toBeDefined()
  })

  it('hides text and files of a hidden message', async () => {
    const { app, id } = await openChatWith(['Secret'], {
      respond: request =>
        request.method === 'GET' && request.url.endsWith('/messages')
          ? Response.json([
              {
                ...{ id: 1, chat_id: 1, user: { id: 2, name: 'Omar Ruiz' }, text: 'Secret', is_own: false },
                ...{ has_files: true, files: [{ id: 9, name: 'secret.pdf' }], is_hidden: true },
                ...{ meta_type: null, sent_at: '2026-11-18 08:00:00', reactions: [] },
              },
            ])
          : undefined,
    })
    await app.router.navigate(paths.chat(id))
    await screen.findByText('This message was hidden by the school')
    expect(log().textContent).not.toMatch(/secret/i)
  })

  it('shows a retry button, and counts invalid messages', async () => {
    let respond: (() => Response) | undefined = () => new Response('{}', { status: 403 })
    const { app, id } = await openChatWith(['Hello'], {
      respond: request =>
        request.method === 'GET' && request.url.endsWith('/messages') ? respond?.() : undefined,
    })
    await app.router.navigate(paths.chat(id))
    await screen.findByRole('heading', { name: 'The messages could not be loaded' })
    respond = () => Response.json([{ id: 'x' }, { id: 'y' }])
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(await screen.findByText('2 messages could not be read.')).toBeDefined()
  })
})
