import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const at = '/classes/1/homework'
const sentence = 'Your work for “Fractions p. 42” is still missing. It was due on Fri 13 Nov.'

const reminded = /^Reminded Wed \d\d:\d\d\. Only this device/
const rowOfFractions = () => screen.findByRole('row', { name: /Fractions p. 42/ })
const numberButton = async (name: string) => within(await rowOfFractions()).findByRole('button', { name })
const textToEach = () => screen.findByRole('textbox', { name: 'Text of the message' })
const messageField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

async function writeToMissing() {
  await userEvent.click(await numberButton('9 missing'))
  await userEvent.click(await screen.findByRole('button', { name: 'Write to these 9' }))
}

async function writeToGroupOfMissing() {
  await writeToMissing()
  await userEvent.click(await screen.findByRole('button', { name: 'Open one chat for all 9' }))
}

/** IDs of the pupils of 8b without work for “Fractions p. 42”. */
async function fetchMissingIds({ service }: Rendered): Promise<number[]> {
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', '/api/v2/todos/1/submissions', { token })
  const entries: { user: { id: number }; submission: { is_submitted: boolean; is_corrected: boolean } }[] =
    await response.json()
  return entries
    .filter(({ submission }) => !submission.is_submitted && !submission.is_corrected)
    .map(({ user }) => user.id)
}

/** Creates a chat in which the first user is the admin. Returns its ID. */
async function createChat({ service }: Rendered, name: string, userIds: readonly number[]) {
  const { id } = await service.db
    .insertInto('chats')
    .values({ name, created_at: '2026-11-17T08:00:00.000Z', broadcast_only: 0, files_allowed: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await service.db
    .insertInto('permissions')
    .values(
      userIds.map((user_id, index) => ({
        ...{ resource_field: 'chat_id' as const, resource_id: id, user_id, is_write: 1 as const },
        is_admin: index === 0 ? (1 as const) : (0 as const),
        ...{ given_by_user_id: null, given_at: '2026-11-17T08:00:00.000Z' },
      })),
    )
    .execute()
  return id
}

it('shows the pupils of a number, each with a link to the work, and returns the focus', async () => {
  const { router } = await renderApp({ as: 'albrecht', at })
  const button = await numberButton('9 missing')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  const panel = await screen.findByRole('dialog', { name: '9 missing' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(within(panel).getAllByRole('listitem')).toHaveLength(9)
  within(panel).getAllByText('not seen')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)

  await userEvent.click(await numberButton('16 to mark'))
  const toMark = await screen.findByRole('dialog', { name: '16 to mark' })
  const [first, second] = within(toMark).getAllByRole('link')
  expect(within(toMark).getAllByRole('link')).toHaveLength(16)
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/classes\/1\/homework\/1\/submissions\/\d+$/),
  )
})

/** Names of the members of each chat with this message. */
async function findMembersOfChatsWith({ service }: Rendered, text: string): Promise<string[][]> {
  const sent = await service.db.selectFrom('messages').select('chat_id').where('text', '=', text).execute()
  return Promise.all(
    sent.map(async ({ chat_id }) => {
      const members = await service.db
        .selectFrom('permissions')
        .innerJoin('users', 'users.id', 'permissions.user_id')
        .select('users.name')
        .where('resource_field', '=', 'chat_id')
        .where('resource_id', '=', chat_id)
        .execute()
      return members.map(({ name }) => name).sort()
    }),
  )
}

it('writes to each pupil alone, in their direct chat, and shows the reminder once it is sent', async () => {
  const app = await renderApp({ as: 'albrecht', at })
  const userIds = await fetchMissingIds(app)
  const { name: firstName } = await app.service.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const countDirectChats = async () =>
    (await app.service.db.selectFrom('chats').select('id').where('is_direct', '=', 1).execute()).length
  await writeToMissing()
  expect(await textToEach()).toHaveProperty('value', sentence)
  screen.getByText(/^Each of these 9 gets this in their own chat with you\. None of them sees/)
  expect(app.router.state.location.pathname).toBe('/chats/new')

  await app.router.navigate(at)
  await numberButton('9 missing')
  expect(screen.queryByText(/^Reminded/)).toBeNull()

  await writeToMissing()
  await userEvent.click(await screen.findByRole('button', { name: 'Send to each of 9' }))
  await waitFor(async () => expect(await findMembersOfChatsWith(app, sentence)).toHaveLength(9))
  const chats = await findMembersOfChatsWith(app, sentence)
  expect(chats.every(members => members.length === 2 && members.includes('Jana Albrecht'))).toBe(true)
  expect(chats.filter(members => members.includes(firstName))).toHaveLength(1)

  await app.router.navigate(at)
  await userEvent.click(await numberButton('9 missing'))
  await screen.findByText(reminded)

  // The same direct chats are used again.
  const count = await countDirectChats()
  await userEvent.click(await screen.findByRole('button', { name: 'Write to these 9' }))
  await userEvent.type(await textToEach(), ' Again.')
  await userEvent.click(screen.getByRole('button', { name: 'Send to each of 9' }))
  await waitFor(async () => expect(await findMembersOfChatsWith(app, `${sentence} Again.`)).toHaveLength(9))
  expect(await countDirectChats()).toBe(count)
})

it('lists the pupils whose chat could not be created, with the reason', async () => {
  let created = 0
  const app = await renderApp({
    as: 'albrecht',
    at,
    respond: request => {
      if (request.method !== 'POST' || !request.url.endsWith('/chats')) return undefined
      created += 1
      return created > 2 ? Response.json({ error: { message: 'no' } }, { status: 403 }) : undefined
    },
  })
  await writeToMissing()
  await userEvent.click(await screen.findByRole('button', { name: 'Send to each of 9' }))
  const list = within(await screen.findByRole('complementary', { name: 'Chats' }))
  await waitFor(() => expect(list.getAllByText('Not sent. no')).toHaveLength(7))
  expect(await findMembersOfChatsWith(app, sentence)).toHaveLength(2)
  await userEvent.click(list.getAllByRole('button', { name: /^Edit: / })[0] ?? document.body)
  expect(await textToEach()).toHaveProperty('value', sentence)
  await screen.findByRole('button', { name: 'Send to 1 person' })
})

it('opens the chat of exactly these pupils', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  const missing = await fetchMissingIds(app)
  const { id: omarRuiz } = await app.service.db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Omar Ruiz')
    .executeTakeFirstOrThrow()
  const [first = 0, ...otherPupils] = missing
  await createChat(app, 'Same number of people', [1, omarRuiz, ...otherPupils])
  const id = await createChat(app, 'The nine', [1, first, ...otherPupils])
  await createChat(app, 'One more', [1, ...missing, omarRuiz])
  await app.api.queryClient.resetQueries()
  await app.router.navigate(at)
  await writeToGroupOfMissing()
  await waitFor(() => expect(app.router.state.location.pathname).toBe(`/chats/${id}`))
  const field = await messageField()
  await waitFor(() => expect(field.value).toBe(sentence))

  // A user who empties the field has abandoned the reminder.
  await userEvent.clear(field)
  await userEvent.type(field, 'See you on Monday.')
  await userEvent.type(field, '{Enter}')
  const waitForMessage = (text: string) =>
    waitFor(async () => {
      const stored = await app.service.db.selectFrom('messages').select('text').execute()
      expect(stored.map(row => row.text)).toContain(text)
    })
  await waitForMessage('See you on Monday.')
  await app.router.navigate(at)
  await numberButton('9 missing')
  expect(screen.queryByText(/^Reminded/)).toBeNull()

  // The sentence is put above a message that was started before.
  await app.router.navigate(`/chats/${id}`)
  await userEvent.type(await messageField(), 'Half a thought')
  const both = `${sentence}\n\nHalf a thought`
  for (let presses = 0; presses < 2; presses++) {
    await app.router.navigate(at)
    await writeToGroupOfMissing()
    await waitFor(async () => expect(await messageField()).toHaveProperty('value', both))
  }
  await userEvent.type(await messageField(), '{Enter}')
  await waitForMessage(both)
  await app.router.navigate(at)
  await userEvent.click(await numberButton('9 missing'))
  await screen.findByText(reminded)
})

it('one message reminds of two pieces of homework', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  const missing = await fetchMissingIds(app)
  const id = await createChat(app, 'The nine', [1, ...missing])
  await app.api.queryClient.resetQueries()
  await app.router.navigate(at)
  await writeToGroupOfMissing()
  await waitFor(() => expect(app.router.state.location.pathname).toBe(`/chats/${id}`))
  await waitFor(async () => expect(await messageField()).toHaveProperty('value', sentence))
  await app.router.navigate(at)
  await rowOfFractions()
  const other = 'Your work for “Fractions p. 45” is still missing.'
  await app.router.navigate(`/chats/${id}`, { state: { toWrite: true, message: other, remindsOf: 7 } })
  const both = `${other}\n\n${sentence}`
  await waitFor(async () => expect(await messageField()).toHaveProperty('value', both))
  await userEvent.type(await messageField(), '{Enter}')
  await app.router.navigate(at)
  await userEvent.click(await numberButton('9 missing'))
  await screen.findByText(reminded)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText(reminded)).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: '21 not yet' }))
  await screen.findByText(reminded)
})

it('is in German, and in the overview', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/homework/1/overview', language: 'de' })
  await userEvent.click(await screen.findByRole('button', { name: '16 zu korrigieren' }))
  await screen.findByRole('dialog', { name: '16 zu korrigieren' })
  await screen.findByRole('button', { name: 'Diesen 16 schreiben' })
  await userEvent.keyboard('{Escape}')
  const missing = screen.getByRole('region', { name: /^Ohne Abgabe 9/ })
  await userEvent.click(within(missing).getByRole('button', { name: 'Diesen 9 schreiben' }))
  await screen.findByText(/^Alle 9 bekommen das einzeln/)
  await userEvent.click(screen.getByRole('button', { name: 'Gemeinsamen Chat für alle 9 öffnen' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty(
    'value',
    'Maths: Fractions p. 42',
  )
})
