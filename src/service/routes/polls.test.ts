import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { plainDateTime } from '../../lib/schoolTime.ts'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const { talk, other, messages: ids, options } = smallChats
const [a, b, c] = options.poll

let school: TestService
let albrecht: string
let ruiz: string
let sommer: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
  sommer = await school.signIn('sommer')
})
afterEach(() => school.close())

const post = (poll: string, body: unknown, token: string, message: number, chat: number) =>
  school.send('POST', `/api/v2/chats/${chat}/messages/${message}/${poll}`, { token, body })
const vote = (
  option_ids: readonly number[],
  token = sommer,
  message: number = ids.poll,
  chat: number = talk,
) => post('poll/votes', { option_ids }, token, message, chat)
const voteAndList = async (...args: Parameters<typeof vote>) => {
  const response = await vote(...args)
  if (response.status !== 200) throw new Error(await describeError(response))
  const { poll } = parseResponse(messages.vote.response, await response.json())
  if (!poll) throw new Error('no poll')
  return poll
}
const react = (emoji: string, token = sommer, message: number = ids.albrechts, chat: number = talk) =>
  post('reactions', { emoji }, token, message, chat)
const reactAndList = async (...args: Parameters<typeof react>) => {
  const response = await react(...args)
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(messages.react.response, await response.json()).reactions
}
const list = async (token: string) => {
  const response = await school.send('GET', `/api/v2/chats/${talk}/messages`, { token })
  return parseResponse(messages.list.response, await response.json()).rows
}
const versionOf = async () =>
  (await school.db.selectFrom('chats').select('version').where('id', '=', talk).executeTakeFirstOrThrow())
    .version

describe('a single-choice poll', () => {
  it('counts votes with voters, who can change or withdraw them', async () => {
    await voteAndList([a], ruiz)
    const poll = await voteAndList([b])
    const voted_at = plainDateTime(school.clock(), 'Europe/Berlin')
    const sommersPoll = { id: people.sommer, name: 'Sommer', voted_at }
    const ruizsPoll = { id: people.ruiz, name: 'Ruiz', voted_at }
    expect(poll).toEqual({
      id: 1,
      is_anonymous: false,
      is_multiple_choice: false,
      closes_at: null,
      options: [
        { id: a, text: 'Answer 1', votes: 1, is_voted: false, users_voted: [ruizsPoll] },
        { id: b, text: 'Answer 2', votes: 1, is_voted: true, users_voted: [sommersPoll] },
        { id: c, text: 'Answer 3', votes: 0, is_voted: false, users_voted: [] },
      ],
      total_votes: 2,
      users_voted: [
        { ...sommersPoll, badges: [] },
        { ...ruizsPoll, badges: [] },
      ],
    })
    expect((await voteAndList([a])).options.map(({ votes }) => votes)).toEqual([2, 0, 0])
    expect(await voteAndList([])).toMatchObject({ total_votes: 1, users_voted: [{ id: people.ruiz }] })
    expect((await list(ruiz)).find(({ id }) => id === ids.poll)?.poll?.options[0]?.is_voted).toBe(true)
  })

  it('changes the version of the chat only when a vote changes', async () => {
    await voteAndList([a])
    const version = await versionOf()
    expect((await list(sommer)).find(({ id }) => id === ids.poll)?.version).toBe(version)
    await voteAndList([a])
    expect(await versionOf()).toBe(version)
    await voteAndList([b])
    expect(await versionOf()).toBe(version + 1)
  })

  it('refuses two options, and options of other polls', async () => {
    expect(await describeError(await vote([a, b]))).toBe('422 invalid')
    expect(await describeError(await vote([a, a]))).toBe('422 invalid')
    expect(await describeError(await vote([options.anonymousPoll[0]]))).toBe('422 invalid')
    expect(await describeError(await vote([a], sommer, ids.albrechts))).toBe('404 not_found')
    expect(await describeError(await vote([a], sommer, ids.poll, other))).toBe('404 not_found')
    expect(await describeError(await vote([a], await school.signIn('kern'), ids.poll, other))).toBe(
      '404 not_found',
    )
    expect(await school.db.selectFrom('poll_votes').selectAll().execute()).toEqual([])
  })

  it('refuses votes once it is closed', async () => {
    await voteAndList([a])
    const closes_at = new Date(school.clock() + 60_000).toISOString()
    await school.db.updateTable('polls').set({ closes_at }).execute()
    expect((await voteAndList([b])).closes_at).toBe('2026-11-18 10:21:00')
    school.advance(60_000)
    expect(await describeError(await vote([a]))).toBe('409 poll_closed')
    expect(await describeError(await vote([]))).toBe('409 poll_closed')
  })

  it('keeps one vote of a user who votes concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([a, b, c].map(option => voteAndList([option])))
      const votes = await school.db.selectFrom('poll_votes').selectAll().execute()
      expect(votes).toHaveLength(1)
    }
  })

  it('is deleted completely with its message, even during a vote', async () => {
    const path = `/api/v2/chats/${talk}/messages/${ids.poll}`
    const [, removed] = await Promise.all([
      vote([a]),
      school.send('DELETE', path, { token: albrecht }),
      vote([b], ruiz),
    ])
    expect(removed?.status).toBe(200)
    expect(await school.db.selectFrom('poll_votes').selectAll().execute()).toEqual([])
    expect(await describeError(await vote([a]))).toBe('404 not_found')
  })
})

describe('an anonymous poll', () => {
  it('with multiple choices counts users and votes, and names no user', async () => {
    const [x, y] = options.anonymousPoll
    await voteAndList([x, y], ruiz, ids.anonymousPoll)
    const poll = await voteAndList([y], sommer, ids.anonymousPoll)
    expect(poll).toMatchObject({
      is_anonymous: true,
      is_multiple_choice: true,
      total_votes: 2,
      users_voted: [],
    })
    expect(poll.options.map(({ votes }) => votes)).toEqual([1, 2, 0])
    expect(poll.options.map(({ is_voted }) => is_voted)).toEqual([false, true, false])
    expect(poll.options.flatMap(({ users_voted }) => users_voted)).toEqual([])
    const times = await school.db.selectFrom('poll_votes').select('voted_at').distinct().execute()
    expect(times).toEqual([{ voted_at: null }])
  })
})

describe('sending a poll', () => {
  const sendPoll = (poll: object) =>
    school.send('POST', `/api/v2/chats/${talk}/messages`, {
      token: ruiz,
      body: { text: 'When?', poll },
    })
  it('keeps the order of its options, and accepts votes', async () => {
    const response = await sendPoll({ is_multiple_choice: true, options: ['Mon', ' Tue ', 'Wed'] })
    const message = parseResponse(messages.send.response, await response.json())
    expect(message).toMatchObject({ has_poll: true, text: 'When?', poll: { is_anonymous: false } })
    expect(message.poll?.options.map(({ text }) => text)).toEqual(['Mon', 'Tue', 'Wed'])
    const chosen = message.poll?.options.slice(1).map(({ id }) => id) ?? []
    expect((await voteAndList(chosen, sommer, message.id)).total_votes).toBe(1)
  })
  it.each([
    ['the only option', { options: ['Read and understood'] }, 'Read and understood'],
    ['no option of an anonymous poll', { is_anonymous: true, options: ['Read and understood'] }, null],
    ['no option of several', { options: ['Mon', 'Tue'] }, null],
  ])('shows %s in the last message of the chat', async (_, poll, option) => {
    const response = await sendPoll(poll)
    expect(response.status).toBe(200)
    const chat = await school.send('GET', `/api/v2/chats/${talk}`, { token: sommer })
    expect(parseResponse(chats.get.response, await chat.json()).last_message).toMatchObject({
      text: 'When?',
      single_option: option,
    })
  })
  it('accepts one option, which asks for confirmation, and returns the time of each vote', async () => {
    const response = await sendPoll({ options: ['Read and understood'] })
    const { id, poll } = parseResponse(messages.send.response, await response.json())
    const optionIds = poll?.options.map(option => option.id) ?? []
    await voteAndList(optionIds, sommer, id)
    school.advance(5 * 60_000)
    const [option] = (await voteAndList(optionIds, albrecht, id)).options
    const times = option?.users_voted?.map(voter => [voter.id, voter.voted_at] as const)
    expect(new Map(times).get(people.sommer)).toBe(
      plainDateTime(school.clock() - 5 * 60_000, 'Europe/Berlin'),
    )
    expect(new Map(times).get(people.albrecht)).toBe(plainDateTime(school.clock(), 'Europe/Berlin'))
    // The same vote again keeps its time.
    school.advance(60_000)
    const [repeated] = (await voteAndList(optionIds, sommer, id)).options
    expect(repeated).toEqual(expect.objectContaining({ users_voted: option?.users_voted }))
  })
  it.each([[], ['same', 'same'], Array.from({ length: 21 }, String)])(
    'requires 1 to 20 different options: %j',
    async (...args) => {
      expect((await sendPoll({ options: args })).status).toBe(422)
    },
  )
})

describe('a reaction', () => {
  it('is counted by emoji, and sending it again removes it', async () => {
    await reactAndList('👍', ruiz)
    await reactAndList('🎉', ruiz)
    expect(await reactAndList('👍')).toEqual([
      { emoji: '👍', count: 2, is_own: true },
      { emoji: '🎉', count: 1, is_own: false },
    ])
    const version = await versionOf()
    expect(await reactAndList('👍')).toEqual([
      { emoji: '👍', count: 1, is_own: false },
      { emoji: '🎉', count: 1, is_own: false },
    ])
    expect(await versionOf()).toBe(version + 1)
    expect(await describeError(await react('<b>'))).toBe('422 invalid')
    expect(await describeError(await react('👍', sommer, ids.kerns))).toBe('404 not_found')
  })

  it('is a single emoji, of any number of code points', async () => {
    expect((await react('👍👍')).status).toBe(422)
    expect((await react('ok')).status).toBe(422)
    expect(await reactAndList('👨‍👩‍👧‍👦')).toContainEqual({ emoji: '👨‍👩‍👧‍👦', count: 1, is_own: true })
  })

  it('is one of at most twenty different emojis per message', async () => {
    const emojis = [...'🍎🍊🍋🍉🍇🍓🍒🍑🥭🍍🥥🥝🍅🥑🌽🥕🥔🍠🥐🥯🍞']
    for (const emoji of emojis.slice(0, 20)) await reactAndList(emoji)
    expect(await describeError(await react('🍞'))).toBe('409 too_many_reactions')
    expect((await reactAndList('🍎', ruiz))[0]).toMatchObject({ emoji: '🍎', count: 2 })
    await reactAndList('🍊')
    expect(await reactAndList('🍞')).toHaveLength(20)
  })

  it('sent concurrently by one user is stored at most once', async () => {
    await Promise.all([react('👍'), react('👍'), react('👍')])
    expect(await school.db.selectFrom('reactions').selectAll().execute()).toHaveLength(1)
  })
})
