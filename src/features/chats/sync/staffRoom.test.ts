import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { query } from '../../../api/cache/query.ts'
import { createRateLimit } from '../../../api/client/rateLimit.ts'
import { createApi } from '../../../api/createApi.ts'
import { createLiveUpdates } from '../../../api/events/liveUpdates.ts'
import { homework } from '../../../contract/homework.ts'
import { messages } from '../../../contract/messages.ts'
import { createRandom } from '../../../lib/createRandom.ts'
import { delay } from '../../../lib/delay.ts'
import { testService } from '../../../testing/testService.ts'
import { chatListQuery, messagesQuery } from '../useChats.ts'
import { createChatRefreshRules } from './chatRefreshRules.ts'

const minuteMs = 60_000
const teacherIds = Array.from({ length: 40 }, (_, index) => 101 + index)
/** Two of five teachers have the first chat open, the others one of seven. */
const chatOf = (teacherId: number) => 100 + (teacherId % 5 < 2 ? 0 : 1 + (teacherId % 7))

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]

beforeEach(() => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({
    now: Date.parse('2026-11-18T08:00:00+01:00'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

describe('40 teachers behind one IP address, five minutes from 08:00', () => {
  it('send under 300 requests a minute by polling, and are never refused', async () => {
    const room = await simulateStaffRoom({ hasEvents: false, messageInterval: 4000 })
    expect(room.delays.length).toBeGreaterThan(200)
    expect(Math.max(...room.requestsByMinute)).toBeLessThanOrEqual(300)
    expect(room.refused).toBe(0)
    expect(median(room.delays)).toBeLessThan(20_000)
    expect(room.delays.at(-1)).toBeLessThan(120_000)
  })

  it('send no requests while their event streams are open and no teacher writes', async () => {
    const room = await simulateStaffRoom({ hasEvents: true })
    // The first two minutes include opening the pages.
    expect(room.requestsByMinute.slice(2)).toEqual([0, 0, 0])
  })

  it('see messages within seconds with an event stream each', async () => {
    const room = await simulateStaffRoom({ hasEvents: true, messageInterval: 12_000 })
    expect(room.delays.length).toBeGreaterThan(100)
    expect(room.refused).toBe(0)
    // Usually below 1 s. Polling without the stream takes about 12 s.
    expect(median(room.delays)).toBeLessThan(2000)
  })
})

/**
 * Simulates pages with an open chat, from parts of the app and the real service with its rate limit. Without an interval
 * between messages, in ms, the teachers only read.
 */
async function simulateStaffRoom(options: { hasEvents: boolean; messageInterval?: number }) {
  const { hasEvents, messageInterval } = options
  const random = createRandom(1)
  const school = await createSchool()
  const startedAt = Date.now()
  const endsAt = startedAt + 5 * minuteMs
  const requestsByMinute = [0, 0, 0, 0, 0]
  let refused = 0
  let pending = 0

  const fetchAs =
    (token: string) =>
    async (path: string, init: RequestInit = {}): Promise<Response> => {
      await delay(10 + random() * 60)
      const headers = { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${token}` }
      const request = new Request(`https://school.example${path}`, { ...init, headers, signal: null })
      school.advance(Date.now() - school.clock())
      const fetchResponse = () => school.service.fetch(request, { address: '192.0.2.1' })
      if (path === '/api/v2/events') return hasEvents ? fetchResponse() : new Response(null, { status: 404 })
      const minute = Math.floor((Date.now() - startedAt) / minuteMs)
      requestsByMinute[minute] = (requestsByMinute[minute] ?? 0) + 1
      pending += 1
      const response = await fetchResponse()
      // Read the body now, because the time is faked.
      const body = response.body && (await response.text())
      pending -= 1
      if (response.status === 429) refused += 1
      await delay(10 + random() * 60)
      return new Response(body, { status: response.status, headers: response.headers })
    }

  function openPage(userId: number, token: string) {
    const chatId = chatOf(userId)
    const api = createApi({ fetch: fetchAs(token), clock: Date.now, rateLimit: createRateLimit({ random }) })
    const { queryClient } = api
    const options = { api, userId, clock: Date.now, random, platform: singleTabPlatform }
    const updates = createLiveUpdates({ ...options, rules: createChatRefreshRules(queryClient).rules })
    /** First display of each message, Unix ms. */
    const seenAt = new Map<number, number>()
    const run = async () => {
      await delay(random() * (minuteMs / 2))
      new QueryObserver(queryClient, chatListQuery()).subscribe(() => undefined)
      new QueryObserver(queryClient, messagesQuery(chatId)).subscribe(({ data }) => {
        if (!data) return
        for (const { id } of data.rows) if (!seenAt.has(id)) seenAt.set(id, Date.now())
      })
      await delay(2000)
      updates.start()
      while (messageInterval && Date.now() < endsAt) {
        await delay(20_000 + random() * 40_000)
        await queryClient.fetchQuery({ ...query(homework.list, { course_id: 1 }), staleTime: 0 })
      }
    }
    void run()
    return {
      chatId,
      seenAt,
      async send() {
        const input = { chat_id: chatId, body: { text: 'Good morning' } }
        const sentAt = Date.now()
        const message = await api.call(messages.send, input)
        api.recordWrite({ endpoint: messages.send, input, sentAt }, message)
        return { id: message.id, sentAt: Date.parse(message.sent_at) }
      },
      close() {
        updates.close()
        queryClient.clear()
        api.rateLimit.close()
      },
    }
  }

  const teachers: ReturnType<typeof openPage>[] = []
  for (const id of teacherIds) teachers.push(openPage(id, await school.signIn(`teacher${id}`)))
  const sentMessages: { id: number; sentAt: number; sender: (typeof teachers)[number] }[] = []
  const sendMessage = async (sender: (typeof teachers)[number]) =>
    sentMessages.push({ ...(await sender.send()), sender })
  const sendMessages = async (interval: number) => {
    // Until all pages are open.
    await delay(minuteMs)
    while (Date.now() < endsAt) {
      const sender = teachers[Math.floor(random() * teachers.length)]
      if (sender) void sendMessage(sender)
      await delay(interval * (0.5 + random()))
    }
  }
  if (messageInterval) void sendMessages(messageInterval)
  // The last messages must arrive everywhere within 75 s.
  while (Date.now() < endsAt + 75_000) {
    await vi.advanceTimersToNextTimerAsync()
    for (let idleTurns = 0; idleTurns < 2; idleTurns = pending > 0 ? 0 : idleTurns + 1)
      await new Promise(resolve => setImmediate(resolve))
  }
  for (const teacher of teachers) teacher.close()
  await school.close()
  const delays = sentMessages.flatMap(({ id, sentAt, sender }) =>
    teachers
      .filter(teacher => teacher.chatId === sender.chatId && teacher !== sender)
      .map(({ seenAt }) => (seenAt.get(id) ?? Number.POSITIVE_INFINITY) - sentAt),
  )
  return {
    requestsByMinute,
    refused,
    /** Until another teacher with the open chat sees a message, in ms. Ascending. */
    delays: delays.sort((a, b) => a - b),
  }
}

async function createSchool() {
  const school = await testService({ now: Date.now(), rateLimit: 300 })
  const at = new Date().toISOString()
  const dates = { birthday: null, registered_at: at, last_seen_at: at }
  const user = { password_hash: '', name: 'Teacher', is_teacher: 1, ...dates } as const
  const membership = { course_id: 1, is_pending: 0, is_accepted: 1, joined_at: at, changed_at: at } as const
  const chat = { name: 'Chat', created_at: at, broadcast_only: 0, files_allowed: 1 } as const
  const given = { given_at: at, given_by_user_id: null }
  const permission = { resource_field: 'chat_id', is_write: 1, is_admin: 0, ...given } as const
  const users = teacherIds.map(id => ({ ...user, id, login: `teacher${id}` }))
  const permissions = teacherIds.map(id => ({ ...permission, user_id: id, resource_id: chatOf(id) }))
  const memberships = teacherIds.map(user_id => ({ ...membership, user_id }))
  const newChats = [...new Set(teacherIds.map(chatOf))].map(id => ({ ...chat, id }))
  await school.db.insertInto('users').values(users).execute()
  await school.db.insertInto('memberships').values(memberships).execute()
  await school.db.insertInto('chats').values(newChats).execute()
  await school.db.insertInto('permissions').values(permissions).execute()
  return school
}

const singleTabPlatform = {
  locks: undefined,
  openChannel: () => undefined,
  page: { isVisible: () => true, subscribe: () => () => undefined },
}
