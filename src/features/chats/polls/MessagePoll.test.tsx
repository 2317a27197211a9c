import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { createTestChat, errorResponse } from '../../../testing/chats/testPolls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const days = { options: ['Monday', 'Tuesday', 'Friday'] }
const poll = () => screen.findByRole('group', { name: 'Which day?' })
const countsOf = (message: Message | undefined) => message?.poll?.options.map(option => option.votes)
const getOption = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
/** Text of the row of an answer, with votes and names. */
const rowText = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Which day?' }))
    .getAllByRole('listitem')
    .find(item => name.test(item.textContent ?? ''))?.textContent

describe('a poll of one choice', () => {
  it('counts a vote at once, and is used by keyboard', async () => {
    const { listMessages, voteAs, openChat, writes, user } = await createTestChat({ polls: [days] })
    await voteAs('sommer', 1)
    await openChat()
    within(await poll()).getByText(/^One choice, names are shown/)
    // The list of chats has the number of people and may load later.
    screen.getByText(/^1 (?:of \d|person) has voted\.$/)
    expect(rowText(/Tuesday/)).toMatch(/1 vote, 100 %.*Mika/)

    await user.click(screen.getByText('Monday'))
    await waitFor(() => expect(getOption('Monday').checked).toBe(true))
    expect(rowText(/Monday/)).toMatch(/1 vote, 50 %You$/)
    await screen.findByText('Your vote was counted. Monday: 1 vote, 50 %')
    await screen.findByText(/^2 (?:of \d|people) have voted\. You can change your vote\./)
    expect(countsOf((await listMessages()).at(-1))).toEqual([1, 1, 0])

    // Arrow keys move the focus only.
    getOption('Monday').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(getOption('Friday'))
    expect(getOption('Monday').checked).toBe(true)
    await user.keyboard('{ArrowDown}{ArrowUp} ')
    await screen.findByText('Your vote was counted. Friday: 1 vote, 50 %')
    await user.keyboard('{ArrowUp}{Enter}')
    await screen.findByText('Your vote was counted. Tuesday: 2 votes, 100 %')
    expect(countsOf((await listMessages()).at(-1))).toEqual([0, 2, 0])
    screen.getByRole('button', { name: 'Take back my vote' }).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(getOption('Tuesday'))
    await screen.findByText('Your vote was taken back.')
    expect(countsOf((await listMessages()).at(-1))).toEqual([0, 1, 0])
    expect(writes.length).toBe(4)
  })

  it('retries a vote that was not counted', async () => {
    let refuse: (() => Response) | undefined = () => errorResponse(500)
    const { listMessages, openChat, user } = await createTestChat({
      polls: [days],
      respond: request => (request.url.endsWith('/votes') ? refuse?.() : undefined),
    })
    await openChat()
    await poll()
    await user.click(getOption('Friday'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(
      /^Your vote was not counted: The service answered with an error \(500\)/,
    )
    expect(getOption('Friday').checked).toBe(true)
    screen.getByText('Nobody has voted yet.')
    refuse = undefined
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('Your vote was counted. Friday: 1 vote, 100 %')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(countsOf((await listMessages()).at(-1))).toEqual([0, 0, 1])
  })

  it('is disabled once closed', async () => {
    const { app, openChat, user } = await createTestChat({ polls: [days] })
    await openChat()
    await poll()
    await app.service.db
      .updateTable('polls')
      .set({ closes_at: new Date(app.service.clock()).toISOString() })
      .execute()
    await user.click(getOption('Friday'))
    await screen.findByText('Your vote was not counted: the poll was closed before it arrived.')
    expect(getOption('Friday').checked).toBe(false)
    expect(getOption('Friday').disabled).toBe(true)
    screen.getByText(/This poll is closed\.|Closed on/)
  })
})

it('sends several choices at once, anonymously', async () => {
  const { listMessages, voteAs, openChat, writes, user } = await createTestChat({
    polls: [{ ...days, is_multiple_choice: true, is_anonymous: true }],
  })
  await voteAs('ruiz', 0, 1)
  await openChat()
  within(await poll()).getByText(/^Several choices, anonymous: nobody sees who chose what/)
  await user.click(screen.getByRole('checkbox', { name: 'Tuesday' }))
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }))
  screen.getByText('Not sent yet.')
  expect(writes).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Vote' }))
  await screen.findByText('Your vote was counted. Tuesday: 2 votes, 100 %. Friday: 1 vote, 50 %')
  expect(countsOf((await listMessages()).at(-1))).toEqual([1, 2, 1])
  expect((await poll()).textContent).not.toMatch(/You|Omar/)
  expect(writes.length).toBe(1)

  await user.click(screen.getByRole('checkbox', { name: 'Monday' }))
  await user.click(screen.getByRole('button', { name: 'Leave it as it was' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Monday' }).checked).toBe(false)
  screen.getByRole('checkbox', { name: 'Tuesday' }).focus()
  await user.keyboard(' {Tab} {Enter}')
  await screen.findByText('Your vote was taken back.')
  expect(countsOf((await listMessages()).at(-1))).toEqual([1, 1, 0])
})
