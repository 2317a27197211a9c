import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { createTestChat, errorResponse } from '../../../testing/chats/testPolls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const findRow = (text: RegExp) => screen.findByRole('article', { name: text })
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

/** Returns the action of a message. The actions appear while the message has the focus. */
async function findAction(row: HTMLElement, name: string): Promise<HTMLElement> {
  row.focus()
  return within(await within(row).findByRole('toolbar')).findByRole('button', { name })
}

/** A chat in which Mika Sommer asks and another message follows. */
async function openQuestion(options: Partial<Parameters<typeof createTestChat>[0]> = {}) {
  const chat = await createTestChat({ ...options, texts: ['Hello'] })
  const post = async (text: string) =>
    chat.post(`/chats/${chat.id}/messages`, { text }, await chat.app.service.signIn('sommer'))
  await post('When is the bus?\nAnd where?')
  await post('Nobody knows.')
  await chat.openChat()
  const row = await findRow(/When is the bus/)
  const quote = async () => {
    await chat.user.click(await findAction(row, 'Quote'))
    return screen.findByRole('button', { name: 'Remove the quote' })
  }
  return { ...chat, row, quote }
}

it('quotes a message as plain text, and leads back to it', async () => {
  const { listMessages, quote, user } = await openQuestion()
  await quote()
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await user.type(field(), 'At eight.{Enter}')
  await waitFor(async () =>
    expect((await listMessages()).at(-1)?.text).toBe(
      '> Mika Sommer: When is the bus?\n> And where?\n\nAt eight.',
    ),
  )
  expect(screen.queryByRole('button', { name: 'Remove the quote' })).toBeNull()
  await screen.findByRole('link', { name: /^Questions .*You: At eight\./ })
  const row = await findRow(/At eight/)
  await user.click(await within(row).findByRole('button', { name: /^Quote from Mika Sommer: When is/ }))
  await waitFor(async () => expect(document.activeElement).toBe(await findRow(/^Mika.*When is the bus/)))
})

it('stores the quote with the draft, and removes it', async () => {
  const { app, id, listMessages, quote, user } = await openQuestion()
  await quote()
  await user.keyboard('{Enter}')
  await app.router.navigate(paths.chat(1))
  await screen.findByText('Draft:')
  await app.router.navigate(paths.chat(id))
  await user.click(await screen.findByRole('button', { name: 'Remove the quote' }))
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await user.keyboard('At eight.{Enter}')
  await waitFor(async () => expect((await listMessages()).at(-1)?.text).toBe('At eight.'))
  // A quote without an answer was not sent.
  expect(await listMessages()).toHaveLength(4)
})

it('returns the quote of a message that was not sent', async () => {
  const { quote, user } = await openQuestion({
    respond: request =>
      request.method === 'POST' && request.url.endsWith('/messages') ? errorResponse(403) : undefined,
  })
  await quote()
  await user.type(field(), 'At eight.{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Edit: .*At eight\./ }))
  await screen.findByRole('button', { name: 'Remove the quote' })
  expect(field().value).toBe('At eight.')
})

it('shows a quote of a missing message without a link, and any other text as it is', async () => {
  const { post, id } = await openQuestion()
  await post(`/chats/${id}/messages`, { text: '> Omar Ruiz: <b>Never</b> said\n\nReally?' })
  await post(`/chats/${id}/messages`, { text: '> Omar Ruiz\n\nIs away.' })
  const row = await findRow(/Really/)
  expect(within(row).getByRole('blockquote').textContent).toBe(
    'Quote from Omar Ruiz: Omar Ruiz <b>Never</b> saidThe original is not in this chat',
  )
  expect(within(row).queryByRole('button', { name: /^Quote from/ })).toBeNull()
  const plain = await findRow(/Is away/)
  expect(within(plain).queryByRole('blockquote')).toBeNull()
  within(plain).getByText(/^> Omar Ruiz/)
})

it('does not doubt a quote if a message could not be read', async () => {
  let rows: readonly unknown[] | undefined
  const { app, id, listMessages, post } = await openQuestion({
    respond: ({ method, url }) =>
      rows && method === 'GET' && /\/chats\/\d+\/messages$/.test(new URL(url).pathname)
        ? Response.json(rows)
        : undefined,
  })
  await post(`/chats/${id}/messages`, { text: '> Omar Ruiz: Never said\n\nReally?' })
  await screen.findByText('The original is not in this chat')
  rows = [{ text: 'without an ID' }, ...(await listMessages())]
  await app.api.queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByText('The original is not in this chat')).toBeNull())
  expect((await findRow(/Really/)).textContent).toMatch(/Never said/)
})

it('copies the answer without the quote', async () => {
  const { post, id, user } = await openQuestion()
  await post(`/chats/${id}/messages`, { text: '> Mika Sommer: Nobody knows.\n\nI do.' })
  await user.click(await findAction(await findRow(/I do/), 'Copy text'))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('I do.'))
})

it('offers no quote to users who can only read', async () => {
  const { row, app, id } = await openQuestion({ as: 'sommer' })
  await app.service.db
    .updateTable('permissions')
    .set({ is_write: 0 })
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', id)
    .execute()
  await app.api.queryClient.invalidateQueries()
  await screen.findByText('You can read this chat but not write in it.')
  await findAction(row, 'Copy text')
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull()
})
