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
import { createChatSync } from '../../features/chats/sync/chatSync.ts'
import { createChatRefreshRules } from '../../features/chats/sync/refreshRules.ts'
import { delay } from '../../lib/delay.ts'

type Needs = {
  id: number
  /** ID of the open chat. */
  chatId: number
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  chance: () => number
  /** End of the simulation, Unix ms. */
  end: number
  /** Whether to try to open an event stream. */
  withEvents: boolean
  /** Whether to stay on the chat. */
  quiet: boolean
}

const second = 1000
const course = { course_id: 1 }

/**
 * Opens the page of a teacher, built from the app’s own parts. It opens within 30 s, shows one chat and opens other
 * screens in between. All messages it shows count as seen.
 */
export function openTeacherPage({ id, chatId, fetch, chance, end, withEvents, quiet }: Needs) {
  const api = createApi({ fetch, clock: Date.now, rateLimit: createRateLimit({ random: chance }) })
  const { queryClient } = api
  const figures = { longestWithoutNews: 0, longestWrite: 0, longestRead: 0, failed: 0 }
  /** Time at which each message was first shown, Unix ms. */
  const seenAt = new Map<number, number>()
  let openedAt = Number.POSITIVE_INFINITY
  let newsAt: number | undefined
  let sync: ChatSync | undefined
  let updates: LiveUpdates | undefined

  const timed = async <T>(figure: 'longestRead' | 'longestWrite', act: () => Promise<T>) => {
    const began = Date.now()
    try {
      return await act()
    } catch {
      figures.failed += 1
      return undefined
    } finally {
      figures[figure] = Math.max(figures[figure], Date.now() - began)
    }
  }
  const anew = { staleTime: 0 }
  const screens: (() => Promise<unknown>)[] = [
    () => queryClient.fetchQuery({ ...query(lessons.list, course), ...anew }),
    () => queryClient.fetchQuery({ ...query(homework.list, course), ...anew }),
    () => queryClient.fetchQuery({ ...query(courses.members, course), ...anew }),
  ]

  // Observes the cache instead of the screen, because a response without changes counts as news, too.
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || queryKey[1] !== chats.list.path) return
    if (newsAt !== undefined && newsAt < end) {
      figures.longestWithoutNews = Math.max(figures.longestWithoutNews, state.dataUpdatedAt - newsAt)
    }
    if (state.dataUpdatedAt > 0) newsAt = state.dataUpdatedAt
  })
  const show = () => {
    new QueryObserver(queryClient, query(chats.list, {})).subscribe(() => undefined)
    new QueryObserver(queryClient, query(messages.list, { chat_id: chatId })).subscribe(({ data }) => {
      const last = data?.rows.at(-1)
      if (!data || !last) return
      openedAt = Math.min(openedAt, Date.now())
      for (const row of data.rows) if (!seenAt.has(row.id)) seenAt.set(row.id, Date.now())
      const chat = queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(row => row.id === chatId)
      if (chat) sync?.readReceipts.markSeen(chat, last.id)
    })
  }
  const live = async () => {
    await delay(chance() * 30 * second)
    show()
    // Requests of the app shell.
    await Promise.all([
      timed('longestRead', () => queryClient.fetchQuery(query(me.memberships, {}))),
      timed('longestRead', () => queryClient.fetchQuery(query(courses.get, course))),
    ])
    await delay(2 * second)
    const options = { api, userId: id, clock: Date.now, chance, platform: alone }
    sync = createChatSync(options)
    sync.start()
    sync.watch(chatId)
    if (withEvents) {
      updates = createLiveUpdates({ ...options, rules: createChatRefreshRules(api.queryClient).rules })
      updates.start()
    }
    while (Date.now() < end && !quiet) {
      await delay((20 + chance() * 40) * second)
      const look = screens[Math.floor(chance() * screens.length)]
      if (look && Date.now() < end) await timed('longestRead', look)
    }
  }
  void live()

  return {
    id,
    chatId,
    figures,
    seenAt,
    openedAt: () => openedAt,
    /** Sends a message until it succeeds, and updates the cache, as the outbox does. */
    async send(text: string) {
      const input = { chat_id: chatId, body: { text } }
      const sentAt = Date.now()
      const answer = await timed('longestWrite', () => untilDone(() => api.call(messages.send, input)))
      if (answer) api.wrote({ endpoint: messages.send, input, sentAt }, answer)
      return answer
    },
    /** Votes in the newest poll of the chat. */
    async vote() {
      const held = queryClient.getQueryData(keyOf(messages.list, { chat_id: chatId }))
      const message = held?.rows.findLast(({ poll }) => poll)
      const option = message?.poll?.options[Math.floor(chance() * 3)]
      if (!message || !option) return
      const input = { chat_id: chatId, message_id: message.id, body: { option_ids: [option.id] } }
      const sentAt = Date.now()
      const answer = await timed('longestWrite', () => untilDone(() => api.call(messages.vote, input)))
      if (answer) api.wrote({ endpoint: messages.vote, input, sentAt }, answer)
    },
    close() {
      updates?.close()
      sync?.close()
      queryClient.clear()
      api.rateLimit.close()
    },
  }
}

/** Platform of a browser with one tab, which is always visible and focused. */
const alone = {
  locks: undefined,
  openChannel: () => undefined,
  storage: undefined,
  page: { visible: () => true, focused: () => true, subscribe: () => () => undefined },
}

/** Retries a call up to ten times, one second apart. A call that is refused by the rate limit was not executed. */
async function untilDone<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (tries === 10) throw error
      await delay(second)
    }
  }
}
