import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { createTestChat, errorResponse } from '../../../testing/chats/testPolls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const request = { options: ['Read and understood'] }
const findCard = () => screen.findByRole('region', { name: 'Please confirm' })
/** From a sender with the app in German. */
const germanRequest = { options: ['Gelesen und verstanden'] }

it('shows the sender who has confirmed and who has not, and prepares a reminder', async () => {
  const { app, voteAs, openChat, user, writes } = await createTestChat({ polls: [request] })
  await voteAs('sommer', 0)
  await openChat()
  const card = await findCard()
  await within(card).findByText('1 of 2 have read and understood')
  const missing = within(card).getByRole('list', { name: 'Not confirmed: 1' })
  expect(missing.textContent).toBe('Omar Ruiz')
  expect(within(card).queryByRole('button', { name: 'Read and understood' })).toBeNull()

  await user.click(within(card).getByRole('button', { name: '1 of 2 have read and understood' }))
  const confirmed = await screen.findByRole('list', { name: 'Confirmed: 1' })
  expect(confirmed.textContent).toMatch(/^Mika Sommer \w{3} \d\d:\d\d$/)
  await user.keyboard('{Escape}')

  await user.click(within(card).getByRole('button', { name: 'Remind this person' }))
  await screen.findByRole('dialog', { name: 'New message' })
  expect(app.router.state.location.state).toMatchObject({
    userIds: [2],
    message: expect.stringContaining('in Questions'),
  })
  expect(writes).toEqual([])
})

it('shows when the sender has reminded the others', async () => {
  const { app, voteAs, openChat, user } = await createTestChat({ polls: [request] })
  // One person remains. To remind both, the app may open this chat again, because it has no other members.
  await voteAs('sommer', 0)
  await openChat()
  const card = await findCard()
  await user.click(await within(card).findByRole('button', { name: 'Remind this person' }))
  await screen.findByRole('dialog', { name: 'New message' })
  await user.click(await screen.findByRole('button', { name: 'Send to 1 person' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/chats'))
  await openChat()
  await within(await findCard()).findByText(/^Reminded \w{3} \d\d:\d\d\./)
})

it('lets a reader confirm, and withdraw only after a question', async () => {
  const { voteAs, listMessages, openChat, user, writes } = await createTestChat({
    as: 'sommer',
    polls: [germanRequest],
  })
  await voteAs('ruiz', 0)
  await openChat()
  const card = await findCard()
  within(card).getByText(/^Jana Albrecht sees your name and the time\./)
  // Other readers' names and the count are for the sender.
  expect(card.textContent).not.toMatch(/Omar|1 of/)
  await user.click(within(card).getByRole('button', { name: 'Read and understood' }))
  await within(card).findByText(/^You confirmed this on \w{3} \d\d:\d\d\.$/)
  expect((await listMessages()).at(-1)?.poll?.total_votes).toBe(2)

  await user.click(within(card).getByRole('button', { name: 'Withdraw' }))
  await user.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(writes.length).toBe(1)
  await user.click(within(card).getByRole('button', { name: 'Withdraw' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw my confirmation' }))
  await screen.findByText('Your confirmation was withdrawn.')
  within(card).getByRole('button', { name: 'Read and understood' })
  expect((await listMessages()).at(-1)?.poll?.total_votes).toBe(1)
})

it('tries again after an error, and does not call it confirmed', async () => {
  let refuse = true
  const { openChat, user } = await createTestChat({
    as: 'sommer',
    polls: [request],
    respond: ({ url }) => (refuse && url.endsWith('/votes') ? errorResponse(500) : undefined),
  })
  await openChat()
  const card = await findCard()
  await user.click(within(card).getByRole('button', { name: 'Read and understood' }))
  const alert = await within(card).findByRole('alert')
  expect(alert.textContent).toMatch(/^It was not sent: The service answered with an error \(500\)/)
  expect(card.textContent).not.toMatch(/You (?:have )?confirmed/)
  refuse = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await within(card).findByText(/^You confirmed this on/)
})

it('says so if the service has no votes', async () => {
  const reader = await createTestChat({
    as: 'sommer',
    polls: [request],
    respond: ({ url }) => (url.endsWith('/votes') ? errorResponse(404) : undefined),
  })
  await reader.openChat()
  const card = await findCard()
  await reader.user.click(within(card).getByRole('button', { name: 'Read and understood' }))
  await within(card).findByText(/doesn’t offer confirmations\.$/)
})

it('shows the sender the names of a service that does not list the people of a chat', async () => {
  const { voteAs, openChat } = await createTestChat({
    polls: [request],
    respond: ({ url, method }) =>
      method === 'GET' && /\/permissions\?/.test(url) ? errorResponse(403) : undefined,
  })
  await voteAs('sommer', 0)
  await openChat()
  const card = await findCard()
  await within(card).findByText(/^The people of this chat are not listed/)
  await within(card).findByText(/^1 (?:of 2 have|person has) read and understood$/)
  expect(within(card).queryByRole('button', { name: /^Remind/ })).toBeNull()
})

it('stays an ordinary poll with another option, or without names', async () => {
  for (const poll of [{ options: ['I bring a cake'] }, { ...request, is_anonymous: true }]) {
    const { openChat, app } = await createTestChat({ polls: [poll] })
    await openChat()
    await screen.findByRole('radio', { name: poll.options[0] ?? '' })
    expect(screen.queryByRole('region', { name: 'Please confirm' })).toBeNull()
    app.endSession()
    document.body.replaceChildren()
  }
})

it('is sent from the message field, and a service that refuses it loses no text', async () => {
  const { openChat, user, listMessages } = await createTestChat({
    texts: ['Hello'],
    respond: async sent => {
      if (sent.method !== 'POST' || !sent.url.endsWith('/messages')) return undefined
      const { poll } = (await sent.clone().json()) as { poll?: object }
      return poll ? errorResponse(422) : undefined
    },
  })
  await openChat()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await user.type(field, 'No lunch on Friday')
  await user.click(screen.getByRole('button', { name: 'Please confirm' }))
  screen.getByText(/^Everyone is asked to press “Read and understood”/)
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Enter}')
  await screen.findByText(/^Not sent\. /)
  await user.click(screen.getByRole('button', { name: /^Edit: .*No lunch on Friday/ }))
  await waitFor(() => expect(field.value).toBe('No lunch on Friday'))
  await user.click(screen.getByRole('button', { name: 'Send without asking for confirmation' }))
  await user.keyboard('{Enter}')
  await waitFor(async () => expect((await listMessages()).at(-1)?.text).toBe('No lunch on Friday'))
})

it.each([
  ['Please confirm: Which day?', request],
  ['Poll: Which day?', { options: ['Monday', 'Tuesday'] }],
])('is “%s” in the list of chats, also before the chat was opened', async (text, poll) => {
  const { app } = await createTestChat({ polls: [poll] })
  await app.router.navigate('/chats')
  await app.api.queryClient.invalidateQueries({ queryKey: keyOf(chats.list, {}) })
  await screen.findByRole('link', { name: new RegExp(`Questions.*${text.replace('?', '\\?')}`) })
})

it('is named in the list of chats once its message is loaded if the service does not send the option', async () => {
  let fetchChats: (() => Promise<Response>) | undefined
  const { app, openChat } = await createTestChat({
    polls: [request],
    async respond({ url }) {
      if (!fetchChats || new URL(url).pathname !== '/api/v2/chats') return undefined
      const text = await (await fetchChats()).text()
      return Response.json(JSON.parse(text, (key, value) => (key === 'single_option' ? undefined : value)))
    },
  })
  const token = await app.service.signIn('albrecht')
  fetchChats = () => app.service.send('GET', '/api/v2/chats', { token })
  await app.router.navigate('/chats')
  await app.api.queryClient.invalidateQueries({ queryKey: keyOf(chats.list, {}) })
  await screen.findByRole('link', { name: /Questions.*Poll: Which day\?/ })
  await openChat()
  await screen.findByRole('link', { name: /Questions.*Please confirm: Which day\?/ })
})
