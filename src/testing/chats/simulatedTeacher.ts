import { QueryObserver } from '@tanstack/react-query'
import { keyOf, query } from '../../api/cache/query.ts'
import { createRateLimit } from '../../api/client/rateLimit.ts'
import { createApi } from '../../api/createApi.ts'
import { createLiveUpdates, type LiveUpdates } from '../../api/events/liveUpdates.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { me } from '../../contract/me.ts'
import { messages } from '../../contract/messages.ts'
import type { ChatSync } from '../../features/chats/sync/ChatSyncContext.ts'
import { createChatRefreshRules } from '../../features/chats/sync/chatRefreshRules.ts'
import { createChatSync } from '../../features/chats/sync/chatSync.ts'
import { myHomeworkQuery } from '../../features/day/useMyHomework.ts'
import { myTimelineQuery } from '../../features/day/useMyTimelines.ts'
import { delay } from '../../lib/delay.ts'

type TeacherOptions = {
  id: number
  chatId: number
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  random: () => number
  /** Unix ms. */
  endsAt: number
  withEvents: boolean
  isReadOnly: boolean
  /** Opens My day instead of a chat. */
  opensDay: boolean
}

const secondMs = 1000
const course = { course_id: 1 }

/** Opens a teacher's page from the app's own parts. Displayed messages count as seen. */
export function openTeacherPage({
  id,
  chatId,
  fetch,
  random,
  endsAt,
  withEvents,
  isReadOnly,
  opensDay,
}: TeacherOptions) {
  const api = createApi({ fetch, clock: Date.now, rateLimit: createRateLimit({ random }) })
  const { queryClient } = api
  const statistics = { maxListAgeMs: 0, maxWriteMs: 0, maxReadMs: 0, failedCalls: 0 }
  /** First display of each message, Unix ms. */
  const seenAt = new Map<number, number>()
  let openedAt = Number.POSITIVE_INFINITY
  let listFetchedAt: number | undefined
  let sync: ChatSync | undefined
  let updates: LiveUpdates | undefined

  const timed = async <T>(maximum: 'maxReadMs' | 'maxWriteMs', call: () => Promise<T>) => {
    const startedAt = Date.now()
    try {
      return await call()
    } catch {
      statistics.failedCalls += 1
      return undefined
    } finally {
      statistics[maximum] = Math.max(statistics[maximum], Date.now() - startedAt)
    }
  }
  const fresh = { staleTime: 0 }
  const screens: (() => Promise<unknown>)[] = [
    () => queryClient.fetchQuery({ ...query(lessons.list, course), ...fresh }),
    () => queryClient.fetchQuery({ ...query(homework.list, course), ...fresh }),
    () => queryClient.fetchQuery({ ...query(courses.members, course), ...fresh }),
  ]

  // Observe the cache, because a response without changes counts, too.
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || queryKey[1] !== chats.list.path) return
    if (listFetchedAt !== undefined && listFetchedAt < endsAt) {
      statistics.maxListAgeMs = Math.max(statistics.maxListAgeMs, state.dataUpdatedAt - listFetchedAt)
    }
    if (state.dataUpdatedAt > 0) listFetchedAt = state.dataUpdatedAt
  })
  const mountScreens = () => {
    new QueryObserver(queryClient, query(chats.list, {})).subscribe(() => undefined)
    if (opensDay) {
      new QueryObserver(queryClient, myTimelineQuery()).subscribe(() => undefined)
      new QueryObserver(queryClient, myHomeworkQuery('2026-11-18')).subscribe(() => undefined)
      return
    }
    new QueryObserver(queryClient, query(messages.list, { chat_id: chatId })).subscribe(({ data }) => {
      const last = data?.rows.at(-1)
      if (!data || !last) return
      openedAt = Math.min(openedAt, Date.now())
      for (const row of data.rows) if (!seenAt.has(row.id)) seenAt.set(row.id, Date.now())
      const chat = queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(row => row.id === chatId)
      if (chat) sync?.readReceipts.markSeen(chat, last.id)
    })
  }
  const run = async () => {
    await delay(random() * 30 * secondMs)
    mountScreens()
    await Promise.all([
      timed('maxReadMs', () => queryClient.fetchQuery(query(me.memberships, {}))),
      // My day has the names of classes from the memberships.
      !opensDay && timed('maxReadMs', () => queryClient.fetchQuery(query(courses.get, course))),
    ])
    await delay(2 * secondMs)
    const options = { api, userId: id, clock: Date.now, random, platform: singleTabPlatform }
    sync = createChatSync(options)
    sync.start()
    if (!opensDay) sync.watch(chatId)
    if (withEvents) {
      updates = createLiveUpdates({ ...options, rules: createChatRefreshRules(api.queryClient).rules })
      updates.start()
    }
    while (Date.now() < endsAt && !isReadOnly) {
      await delay((20 + random() * 40) * secondMs)
      const openScreen = screens[Math.floor(random() * screens.length)]
      if (openScreen && Date.now() < endsAt) await timed('maxReadMs', openScreen)
    }
  }
  void run()

  return {
    id,
    chatId,
    statistics,
    seenAt,
    openedAt: () => openedAt,
    async send(text: string) {
      const input = { chat_id: chatId, body: { text } }
      const sentAt = Date.now()
      const message = await timed('maxWriteMs', () => retry(() => api.call(messages.send, input)))
      if (message) api.recordWrite({ endpoint: messages.send, input, sentAt }, message)
      return message
    },
    async vote() {
      const cached = queryClient.getQueryData(keyOf(messages.list, { chat_id: chatId }))
      const message = cached?.rows.findLast(({ poll }) => poll)
      const option = message?.poll?.options[Math.floor(random() * 3)]
      if (!message || !option) return
      const input = { chat_id: chatId, message_id: message.id, body: { option_ids: [option.id] } }
      const sentAt = Date.now()
      const response = await timed('maxWriteMs', () => retry(() => api.call(messages.vote, input)))
      if (response) api.recordWrite({ endpoint: messages.vote, input, sentAt }, response)
    },
    close() {
      updates?.close()
      sync?.close()
      queryClient.clear()
      api.rateLimit.close()
    },
  }
}

const singleTabPlatform = {
  locks: undefined,
  openChannel: () => undefined,
  storage: undefined,
  page: { isVisible: () => true, isFocused: () => true, subscribe: () => () => undefined },
}

/** Retries up to ten times, one second apart. */
async function retry<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (attempt === 10) throw error
      await delay(secondMs)
    }
  }
}
