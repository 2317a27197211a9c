import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

const class8b = 1
const lenaWeber = 6

stubElementSizes()

/** Opens a chat of albrecht, waits for its messages and records the requests. */
async function openChat(chatId: number, options: RenderOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: paths.chat(chatId),
    ...options,
    respond: request => {
      const path = new URL(request.url).pathname
      if (path.startsWith('/api/')) requests.push(`${request.method} ${path.replace('/api/v2', '')}`)
      return options.respond?.(request)
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Message|Nachricht)$/ })
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0))
  return { app, user: userEvent.setup(), field, log: () => screen.getByRole('log'), requests }
}

const fetchOwnTexts = async ({ service }: Rendered, chatId: number) =>
  (
    await service.db
      .selectFrom('messages')
      .select('text')
      .where('chat_id', '=', chatId)
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
  )
    .map(({ text }) => text)
    .toReversed()

const refused = (status: number) =>
  new Response(JSON.stringify({ error: { message: 'no', name: 'x', code: status } }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
const isSend = (request: Request, chatId: number) =>
  request.method === 'POST' && request.url.endsWith(`/chats/${chatId}/messages`)

describe('the message field', () => {
  it('sends once on Enter, without reading first', async () => {
    const { app, user, field, log, requests } = await openChat(class8b)
    requests.length = 0
    await user.type(field, 'Hall A{Shift>}{Enter}{/Shift}or B?')
    expect(field.value).toBe('Hall A\nor B?')
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter', repeat: true })
    fireEvent.keyDown(field, { key: 'Enter', repeat: true })
    expect(await within(log()).findByText(/^Hall A/)).toBeTruthy()
    await waitFor(() => expect(field.value).toBe(''))
    await waitFor(async () => expect((await fetchOwnTexts(app, class8b)).at(-1)).toBe('Hall A\nor B?'))
    expect(requests.filter(request => request.includes('/messages'))).toEqual([
      `POST /chats/${class8b}/messages`,
    ])
  })

  it('ignores the Enter that ends an IME composition', async () => {
    const { user, field, requests } = await openChat(class8b)
    await user.type(field, 'にほん')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(field.value).toBe('にほん')
    expect(requests.filter(request => request.startsWith('POST'))).toEqual([])
  })

  it('stores a draft per chat', async () => {
    const { app, user, field } = await openChat(class8b)
    await user.type(field, 'Half a sen')
    await app.router.navigate(paths.chat(lenaWeber))
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe(''),
    )
    await app.router.navigate(paths.chat(class8b))
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Half a sen'),
    )
  })

  it('reports a message that is too long, unshortened', async () => {
    const { field, requests } = await openChat(class8b)
    fireEvent.change(field, { target: { value: 'x'.repeat(20_003) } })
    expect(screen.getByRole('alert').textContent).toMatch(/^This is 3 characters too long/)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value).toHaveLength(20_003)
    expect(requests.filter(request => request.startsWith('POST /chats'))).toEqual([])
  })

  it('shows who can read the message', async () => {
    await openChat(class8b)
    expect(await screen.findByText('Visible to 31 people: pupils and teachers of 8b')).toBeTruthy()
  })

  it('is missing in a broadcast, with the reason', async () => {
    await renderApp({ as: 'sommer', at: paths.chat(12) })
    expect(await screen.findByText('Only admins can write in this chat.')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })
})

describe('a refused message', () => {
  it('shows the reason, and blocks the next one until resent', async () => {
    let no = true
    const { app, user, field, log } = await openChat(class8b, {
      respond: request => (no && isSend(request, class8b) ? refused(403) : undefined),
    })
    await user.type(field, 'Please bring your set squares.{Enter}')
    expect(await within(log()).findByText('Not sent. no')).toBeTruthy()
    await user.type(field, 'And a ruler.{Enter}')
    expect(await within(log()).findByText('Waiting to be sent.')).toBeTruthy()
    no = false
    await user.click(within(log()).getByRole('button', { name: /^Send again: .*Please bring/ }))
    await waitFor(async () =>
      expect((await fetchOwnTexts(app, class8b)).slice(-2)).toEqual([
        'Please bring your set squares.',
        'And a ruler.',
      ]),
    )
    await waitFor(() => expect(within(log()).queryByText('Waiting to be sent.')).toBeNull())
  })

  it('can be discarded; a waiting one returns to the field', async () => {
    const { app, user, field, log } = await openChat(class8b, {
      respond: request => (isSend(request, class8b) ? refused(403) : undefined),
    })
    const before = await fetchOwnTexts(app, class8b)
    await user.type(field, 'First{Enter}')
    await within(log()).findByRole('button', { name: 'Discard: Class 8b: First' })
    await user.type(field, 'Second{Enter}')
    await user.click(await within(log()).findByRole('button', { name: 'Take back: Class 8b: Second' }))
    await waitFor(() => expect(field.value).toBe('Second'))
    await user.click(within(log()).getByRole('button', { name: 'Discard: Class 8b: First' }))
    await waitFor(() => expect(within(log()).queryByText('First')).toBeNull())
    expect(await fetchOwnTexts(app, class8b)).toEqual(before)
  })
})

describe('files of a message', () => {
  const add = async (user: ReturnType<typeof userEvent.setup>, ...files: File[]) => {
    await user.upload(screen.getByLabelText('Choose files'), files)
    // The Send button is disabled while a file is read.
    await screen.findByRole('button', { name: `Remove ${files.at(-1)?.name}` })
  }

  it('are uploaded once if sending the message fails', async () => {
    let no = true
    const { app, user, log, requests } = await openChat(class8b, {
      respond: request => (no && isSend(request, class8b) ? refused(403) : undefined),
    })
    await add(user, new File(['a plan'], 'plan.txt', { type: 'text/plain' }))
    const tiles = await screen.findByRole('list', { name: 'Files to send' })
    expect(within(tiles).getByText('plan.txt')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await within(log()).findByText('Not sent. no')
    no = false
    await user.click(within(log()).getByRole('button', { name: /^Send again/ }))
    await waitFor(async () => {
      const documents = await app.service.db
        .selectFrom('documents')
        .select(['name', 'related_to'])
        .where('name', '=', 'plan.txt')
        .execute()
      expect(documents.map(({ related_to }) => related_to)).toEqual([
        expect.stringMatching(/^chat-message-file\./),
      ])
    })
    expect(requests.filter(request => request === 'POST /documents')).toHaveLength(1)
  })

  it('return to the field if the message is refused', async () => {
    const { app, user, field, log } = await openChat(class8b, {
      respond: request =>
        request.method === 'POST' && request.url.endsWith('/documents') ? refused(413) : undefined,
    })
    await user.type(field, 'The plan')
    await add(user, new File(['a plan'], 'plan.txt', { type: 'text/plain' }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await within(log()).findByText(/^Not sent\. /)
    await user.click(within(log()).getByRole('button', { name: 'Edit: Class 8b: The plan' }))
    await user.click(await screen.findByRole('button', { name: 'Remove plan.txt' }))
    expect(field.value).toBe('The plan')
    await user.type(field, '{Enter}')
    await waitFor(async () => expect((await fetchOwnTexts(app, class8b)).at(-1)).toBe('The plan'))
  })

  it('are reported if they are folders or empty', async () => {
    const { user, field } = await openChat(class8b)
    const folder = new File([], 'Trip')
    const empty = new File([], 'empty.txt', { type: 'text/plain' })
    const item = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) })
    fireEvent.drop(field, {
      dataTransfer: { files: [folder, empty], items: [item(true), item(false)], types: ['Files'] },
    })
    expect(await screen.findByText('Folders can’t be sent. Choose the files in it.')).toBeTruthy()
    expect(await screen.findByText(/^.?empty.txt.? is empty and was not added/)).toBeTruthy()
    await user.type(field, 'Without them{Enter}')
    await waitFor(() => expect(screen.queryByText(/was not added|^Folders/)).toBeNull())
  })

  it('can’t be added where the chat allows no files', async () => {
    const { user, field } = await openChat(9)
    await user.click(screen.getByRole('button', { name: 'File' }))
    expect(await screen.findByText('Files are not allowed in this chat.')).toBeTruthy()
    fireEvent.paste(field, {
      clipboardData: { files: [new File(['x'], 'x.txt')], getData: () => '', types: ['Files'] },
    })
    expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull()
  })
})

const byRuiz = {
  ...{ id: 1, chat_id: class8b, user: { id: 2, name: 'Omar Ruiz' }, text: 'Good morning', is_own: false },
  ...{ has_files: false, meta_type: null, sent_at: '2026-11-18 08:00:00', reactions: [] },
}
/** Answers with the chat of the class, in which only Ruiz has written. */
const respondWithMessagesOfRuiz = (request: Request) =>
  request.method === 'GET' && request.url.endsWith(`/chats/${class8b}/messages`)
    ? Response.json([byRuiz])
    : undefined

it('asks before the first message to many people', async () => {
  const { app, user, field } = await openChat(class8b, { respond: respondWithMessagesOfRuiz })
  const question = () => screen.findByRole('button', { name: 'Send to 31 people' })
  await user.type(field, 'Hello{Enter}')
  expect(await question()).toBe(document.activeElement)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('Hello')
  await user.keyboard('{Enter}')
  expect(await question()).toBe(document.activeElement)
  await user.keyboard('{Enter}')
  await waitFor(async () => expect((await fetchOwnTexts(app, class8b)).at(-1)).toBe('Hello'))
  await user.type(field, 'Again{Enter}')
  await waitFor(async () => expect((await fetchOwnTexts(app, class8b)).at(-1)).toBe('Again'))
})

it('asks for no confirmation with a pending message', async () => {
  const { app, user, field } = await openChat(class8b, {
    respond: request => (isSend(request, class8b) ? refused(503) : respondWithMessagesOfRuiz(request)),
  })
  await user.type(field, 'Hello{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Send to 31 people' }))
  await within(screen.getByRole('log')).findByText('Hello')
  await app.router.navigate(paths.chat(4))
  await screen.findByRole('region', { name: 'Museum trip' })
  await app.router.navigate(paths.chat(class8b))
  await screen.findByText('Good morning')
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Again{Enter}')
  await within(screen.getByRole('log')).findByText('Again')
  expect(screen.queryByRole('button', { name: /^Send to/ })).toBeNull()
})
