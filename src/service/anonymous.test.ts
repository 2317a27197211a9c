import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEndpoints } from '../contract/allEndpoints.ts'
import { messages } from '../contract/messages.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { listGetRequests, namedRoutes, sendRequests } from '../testing/getRequests.ts'
import { type TestService, testService } from '../testing/testService.ts'

/** Only the votes of an anonymous poll have it. */
const voter = { login: 'hidden', name: 'Xaver Unmistakable' }
const logins = ['albrecht', 'ruiz', 'kern', 'sommer', 'tanaka', 'weber']

let school: TestService
let tokens: Map<string, string>
let votersId: number
let chat: number
let message: number
let option: number
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  const { db } = school
  const first = await db.selectFrom('users').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const { id: _, ...like } = first
  // Differs from every other number.
  votersId = 987_654_321
  await db
    .insertInto('users')
    .values({ ...like, ...voter, id: votersId, is_teacher: 0 })
    .execute()
  tokens = new Map()
  for (const login of [...logins, voter.login]) tokens.set(login, await school.signIn(login))

  chat = 1
  const grantFields = { given_by_user_id: null, given_at: first.registered_at }
  const grant = {
    resource_field: 'chat_id',
    resource_id: chat,
    user_id: votersId,
    is_write: 0,
    is_admin: 0,
  } as const
  await db
    .insertInto('permissions')
    .values({ ...grant, ...grantFields })
    .execute()
  const poll = { is_anonymous: true, is_multiple_choice: true, options: ['Yes', 'No'] }
  const sent = await write('messages.send', 'albrecht', { text: 'Who would?', poll })
  const sentMessage = parseResponse(messages.send.response, JSON.parse(sent))
  message = sentMessage.id
  option = sentMessage.poll?.options[0]?.id ?? 0
  await write('messages.vote', voter.login, { option_ids: [option] })
  // The member list may contain the name.
  await db.deleteFrom('permissions').where('user_id', '=', votersId).execute()
})
afterAll(() => school.close())

async function write(name: string, login: string, body?: object): Promise<string> {
  const endpoint = namedRoutes().find(route => route.name === name)?.endpoint
  if (!endpoint) throw new Error(name)
  const path = endpoint.path.replace(':chat_id', String(chat)).replace(':message_id', String(message))
  const token = tokens.get(login) ?? ''
  const response = await school.send(endpoint.method, `/api/v2${path}`, { token, ...(body && { body }) })
  return response.text()
}

const revealsVoter = (text: string) => text.includes(voter.name) || text.includes(String(votersId))

it('the vote is counted', async () => {
  const [row] = JSON.parse(
    await (
      await school.send('GET', `/api/v2/chats/${chat}/messages`, { token: tokens.get('albrecht') ?? '' })
    ).text(),
  ).slice(-1) as [{ id: number; poll: { options: { votes: number }[]; total_votes: number } }]
  expect(row).toMatchObject({ id: message, poll: { total_votes: 1, options: [{ votes: 1 }, { votes: 0 }] } })
})

it('no GET reveals who voted', async () => {
  const responses = await sendRequests(school, await listGetRequests(school.db, logins), tokens)
  const requestedNames = new Set([...responses.values()].map(({ name }) => name))
  expect(requestedNames).toContain('messages.list')
  expect(requestedNames).toContain('chats.list')
  const revealingResponses = [...responses]
    .filter(([, { statusAndBody }]) => revealsVoter(statusAndBody))
    .map(([key]) => key)
  expect(revealingResponses).toEqual([])
  const polls = [...responses.values()].filter(
    ({ endpoint, statusAndBody }) =>
      endpoint === allEndpoints.messages.list && statusAndBody.includes('Who would?'),
  )
  expect(polls.length).toBeGreaterThan(3)
})

it('no write in the chat and no error reveals who voted', async () => {
  const writeResponses = [
    await write('messages.vote', 'sommer', { option_ids: [option] }),
    await write('messages.vote', 'sommer', { option_ids: [option + 1] }),
    await write('messages.vote', 'sommer', { option_ids: [] }),
    await write('messages.vote', 'sommer', { option_ids: [999_999] }),
    await write('messages.react', 'albrecht', { emoji: '👍' }),
    await write('chats.markRead', 'albrecht', { message_id: message }),
    await write('messages.remove', 'weber'),
    await write('messages.vote', 'kern', { option_ids: [option] }),
    await write('messages.remove', 'albrecht'),
  ]
  expect(writeResponses.filter(revealsVoter)).toEqual([])
  expect(writeResponses.filter(response => response.includes('"total_votes":2')).length).toBe(2)
})

it('the test detects the voter in an open poll', async () => {
  const text = await write('messages.send', 'albrecht', { text: 'Open?', poll: { options: ['Yes', 'No'] } })
  const open = parseResponse(messages.send.response, JSON.parse(text))
  await school.db
    .insertInto('poll_votes')
    .values({ poll_id: open.poll?.id ?? 0, option_id: open.poll?.options[0]?.id ?? 0, user_id: votersId })
    .execute()
  const list = await school.send('GET', `/api/v2/chats/${chat}/messages`, {
    token: tokens.get('sommer') ?? '',
  })
  expect(revealsVoter(await list.text())).toBe(true)
})
