import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chats } from '../contract/chats.ts'
import { messages, reactionsOf } from '../contract/messages.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { asksForConfirmation } from '../features/chats/confirmations/confirmation.ts'
import { crowdedSchool, faultySchool, type TestService, testService } from '../testing/testService.ts'
import { seedSchool } from './seedSchool.ts'

/** Time of the pictures. */
const now = Date.parse('2026-11-18T09:12:00+01:00')

let school: TestService
beforeAll(async () => {
  school = await testService({ fill: seedSchool, now })
})
afterAll(() => school.close())

async function chatsOf(login: string) {
  const token = await school.signIn(login)
  const response = await school.send('GET', '/api/v2/chats', { token })
  const { rows, unreadable } = parseResponse(chats.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows
}
async function readMessages(login: string, chat: number) {
  const token = await school.signIn(login)
  const response = await school.send('GET', `/api/v2/chats/${chat}/messages`, { token })
  const { rows, unreadable } = parseResponse(messages.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows
}

describe('the chats of the made-up school', () => {
  it('are the chats of the picture for Jana Albrecht at 09:12', async () => {
    const rows = await chatsOf('albrecht')
    const newestFirst = rows.toSorted((a, b) =>
      (b.last_message_at ?? '').localeCompare(a.last_message_at ?? ''),
    )
    expect(
      newestFirst.map(({ name, last_message_at, last_message, unread_messages }) => [
        name,
        last_message_at?.slice(5, 16),
        last_message?.text,
        unread_messages,
      ]),
    ).toEqual([
      ['Class 8b', '11-18 09:05', 'Maths is in B12 today, period 4.', 2],
      ['Teachers 8b', '11-18 08:52', 'I take German on Thursday.', 7],
      ['Parents 8b', '11-18 08:31', 'Read only for parents', 0],
      ['Museum trip', '11-18 08:05', '27 of 28 forms are here', 4],
      ['Maths department', '11-17 16:48', 'Test dates for December', 1],
      ['Lena Weber', '11-17 16:41', 'Thank you, I will send page 2 tonight.', 0],
      ['School choir', '11-16 12:10', 'New room on Thursdays', 0],
      ['Staff, all', '11-13 12:05', 'Training day on Friday 20 Nov', 0],
      ['Exam group 8b', '11-12 15:29', 'Is no. 6 in it too?', 0],
    ])
    expect(newestFirst[0]).toMatchObject({ id: 1, member_count: 31, is_admin: true })
  })

  it('are at least six per person, of every kind', async () => {
    for (const login of ['albrecht', 'ruiz', 'sommer', 'tanaka']) {
      const rows = await chatsOf(login)
      expect(rows.length).toBeGreaterThan(5)
      expect(rows.every(({ id }) => id < 100)).toBe(true)
      expect(rows.some(chat => chat.broadcast_only && !chat.can_write)).toBe(true)
    }
    const own = await chatsOf('sommer')
    expect(own.filter(chat => !chat.can_write && !chat.broadcast_only).map(({ name }) => name)).toEqual([
      'School choir',
    ])
    expect(own.filter(chat => chat.can_write && !chat.files_allowed).map(({ name }) => name)).toEqual([
      'Exam group 8b',
    ])
    expect(own.filter(chat => chat.last_message === null).map(({ name }) => name)).toEqual(['Drama group'])
  })

  it('contain weeks of messages in 8b, and end as in the picture', async () => {
    const all = await readMessages('albrecht', 1)
    expect(all.length).toBeGreaterThan(290)
    const times = all.map(({ sent_at }) => sent_at)
    expect(times).toEqual(times.toSorted())
    expect(times[0]?.slice(0, 10)).toBe('2026-09-02')
    expect(all.slice(-6).map(({ user, sent_at, text }) => [user.name, sent_at.slice(11, 16), text])).toEqual([
      ['Omar Ruiz', '15:32', 'The bus to the museum leaves at 08:15 from the north gate.'],
      ['Omar Ruiz', '15:32', 'Bring 4 € and a packed lunch. The form is here again:'],
      ['Mika Sommer', '08:01', 'Is PE in hall A or B now?'],
      ['Aiko Tanaka', '08:03', 'Hall A. B is still closed.'],
      ['Omar Ruiz', '08:20', 'Which film for the last lesson before the holidays?'],
      ['Jana Albrecht', '09:05', 'Maths is in B12 today, period 4.'],
    ])
    expect(all.at(-5)?.files).toMatchObject([{ name: 'museum-trip-form.pdf', human_size: '240 KB' }])
    const [{ last_read_message_id: read } = {}] = await chatsOf('albrecht')
    expect(all.find(({ id }) => id > (read ?? 0))?.text).toBe('Hall A. B is still closed.')
  })

  it('have the film poll with the names of the picture', async () => {
    const film = (await readMessages('albrecht', 1)).at(-2)?.poll
    expect(
      film?.options.map(({ text, votes, is_voted, users_voted }) => [
        text,
        votes,
        is_voted,
        users_voted?.slice(0, 6).map(({ name }) => name.split(' ')[0]),
      ]),
    ).toEqual([
      ['Krabat', 9, false, ['Mika', 'Aiko', 'Emil', 'Maja', 'Leon', 'Linh']],
      ['The Wave', 8, true, ['Jana', 'Omar', 'Deniz', 'Elias', 'Milan', 'Romy']],
      ['No film, games instead', 6, false, ['Lena', 'Ida', 'Marie', 'Paula', 'Tom', 'Samir']],
    ])
    expect(film?.total_votes).toBe(23)
  })

  it('have polls of every kind', async () => {
    const ids = (await chatsOf('albrecht')).map(({ id }) => id)
    const polls = (await Promise.all(ids.map(id => readMessages('albrecht', id))))
      .flat()
      .flatMap(({ poll }) => poll ?? [])
    const expectPoll = (fits: (poll: (typeof polls)[number]) => boolean) =>
      expect(polls.some(fits)).toBe(true)
    expectPoll(poll => poll.is_anonymous && !poll.is_multiple_choice)
    expectPoll(poll => poll.is_anonymous && poll.is_multiple_choice)
    expectPoll(poll => !poll.is_anonymous && poll.is_multiple_choice && (poll.closes_at ?? '') === '')
    expectPoll(poll => typeof poll.closes_at === 'string')
    expectPoll(poll => poll.options.length === 20)
    expectPoll(poll => poll.total_votes === 0)
    expectPoll(poll => poll.options.some(({ text }) => text.length > 120))
    expectPoll(poll => asksForConfirmation(poll.is_anonymous, poll.options) && poll.total_votes === 19)
    for (const poll of polls.filter(({ is_anonymous }) => is_anonymous)) {
      expect(poll.options.flatMap(({ users_voted }) => users_voted ?? [])).toEqual([])
    }
  })

  it('have text of every kind: other scripts, links, blank lines, reactions', async () => {
    const ids = (await chatsOf('albrecht')).map(({ id }) => id)
    const all = (await Promise.all(ids.map(id => readMessages('albrecht', id)))).flat()
    const texts = all.map(({ text }) => text)
    for (const kind of [
      /[\u0600-\u06ff]{4}/,
      /https:\/\//,
      /http:\/\//,
      /(^|\s)www\./,
      /[a-z]ü[a-z.]*\.example/,
      /\n\n\n/,
      /^\p{Extended_Pictographic}+$/u,
      /[äöü]/,
    ]) {
      expect(texts.filter(text => kind.test(text)).length).toBeGreaterThan(0)
    }
    expect(texts.filter(text => /\[(file|poll) /.test(text) || /[{}]/.test(text))).toEqual([])
    expect(all.some(message => reactionsOf(message).some(({ count, is_own }) => count > 2 && !is_own))).toBe(
      true,
    )
    const types = new Set(all.flatMap(({ files }) => files ?? []).map(({ content_type }) => content_type))
    expect([...types].toSorted()).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'text/plain'])
  })

  it('have no message in the future, and the last one on a weekday', async () => {
    for (const at of [
      '2026-11-16T06:00',
      '2026-11-21T08:00',
      '2026-11-22T23:00',
      '2027-03-28T04:00',
      '2026-12-24T09:12',
    ]) {
      const early = Date.parse(`${at}:00+01:00`)
      const { db, close } = await testService({ fill: seedSchool, now: early })
      const { last } = await db
        .selectFrom('messages')
        .select(({ fn }) => fn.max('sent_at').as('last'))
        .executeTakeFirstOrThrow()
      expect(Date.parse(last)).toBeLessThanOrEqual(early)
      expect(new Date(last).getUTCDay() % 6).not.toBe(0)
      await close()
    }
  })

  it('are the same in every run', async () => {
    const again = await testService({ fill: seedSchool, now, isFilledAgain: true })
    for (const table of ['chats', 'messages', 'polls', 'poll_votes', 'reactions', 'chat_reads'] as const) {
      const rows = async ({ db }: TestService) => db.selectFrom(table).selectAll().execute()
      expect(await rows(again)).toEqual(await rows(school))
    }
    await again.close()
  })
})

it('has messages of at most 1,800 characters and words of at most 80', async () => {
  const longest = async (fill = seedSchool) => {
    const { db, close } = await testService({ fill, now })
    const rows = await db.selectFrom('messages').select('text').where('chat_id', '<', 100).execute()
    await close()
    const words = rows.flatMap(({ text }) => text.split(/\s/)).filter(word => !word.includes('/'))
    return [rows.map(({ text }) => text), words].map(texts => Math.max(...texts.map(({ length }) => length)))
  }
  expect(await longest(faultySchool)).toEqual([1800, 80])
  expect(await longest()).toEqual([1800, 80])
})

it('has a chat of 50,000 messages in the crowd', async () => {
  const { db, close } = await testService({ fill: crowdedSchool, now })
  const [chat, ...otherChats] = await db
    .selectFrom('messages')
    .groupBy('chat_id')
    .select(({ fn }) => [
      'chat_id',
      fn.countAll<number>().as('count'),
      fn.count('user_id').distinct().as('people'),
    ])
    .orderBy('count', 'desc')
    .execute()
  expect([chat?.count, chat?.people]).toEqual([50_000, 30])
  expect(otherChats.every(({ count }) => count < 400)).toBe(true)
  await close()
})
