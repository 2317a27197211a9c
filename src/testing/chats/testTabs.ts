import { QueryObserver } from '@tanstack/react-query'
import { vi } from 'vitest'
import { keyOf } from '../../api/cache/query.ts'
import { type Api, createApi } from '../../api/createApi.ts'
import { createLiveUpdates, type LiveUpdates } from '../../api/events/liveUpdates.ts'
import { messages } from '../../contract/messages.ts'
import { createChatRefreshRules } from '../../features/chats/sync/chatRefreshRules.ts'
import { chatListQuery, messagesQuery } from '../../features/chats/useChats.ts'
import type { Locks } from '../../lib/tabLeader.ts'
import { createFakeChannels } from '../fakeGateway.ts'
import { smallChats } from '../sampleSchool.ts'
import { type TestService, testService } from '../testService.ts'
import { createTestStreams } from '../testStreams.ts'

export const { talk } = smallChats

export type ChatTab = {
  api: Api
  /** Not started: the tab polls until then. */
  live: LiveUpdates
  calls: string[]
  count(call: string): number
  show(state: { visible: boolean }): void
  /** Observes the list and a chat, as a mounted screen does. */
  mount(chatId?: number): Promise<void>
  close(): void
  texts(chatId?: number): string[]
}

/** Turns of the event loop without a request until everything is handled. */
const minIdleTurns = 30
/** On a busy machine, parsing a response yields to the event loop about once per row. */
const maxParseTurns = 300

/** A browser with tabs of one user at the real service. Timers must be faked. */
export async function openTestTabs() {
  const school: TestService = await testService({ now: Date.now() })
  const tokens = { albrecht: await school.signIn('albrecht'), ruiz: await school.signIn('ruiz') }
  const openChannel = createFakeChannels()
  const locks = createQueuedLocks()
  const open: ChatTab[] = []
  const streams = createTestStreams()
  let pendingCount = 0
  /** Responses that a test holds back. */
  let heldCount = 0
  /** The response of this call waits for `release`. */
  let delayed: { call: string; release: Promise<void> } | undefined

  const send = async (token: string, path: string, init: RequestInit = {}) => {
    school.advance(Date.now() - school.clock())
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const request = new Request(`https://school.example${path}`, { ...init, headers, signal: null })
    return school.service.fetch(request, { address: '192.0.2.1' })
  }
  /** `settle` waits for the result. */
  const countPending = async <T>(action: () => Promise<T>): Promise<T> => {
    pendingCount += 1
    try {
      return await action()
    } finally {
      pendingCount -= 1
    }
  }
  const sendAndReadBody = (token: string, path: string, init: RequestInit = {}) =>
    countPending(async () => {
      const response = await send(token, path, init)
      const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer()
      return new Response(body, response)
    })
  const settle = async () => {
    let idleTurns = 0
    for (let turns = 0; idleTurns < minIdleTurns; turns += 1) {
      await new Promise(resolve => setImmediate(resolve))
      const fetching = open.reduce((sum, { api }) => sum + api.queryClient.isFetching(), 0)
      const isParsing = fetching > heldCount && turns < maxParseTurns
      idleTurns = pendingCount > 0 || isParsing ? 0 : idleTurns + 1
    }
  }

  return {
    streams,
    settle,
    async pass(ms: number) {
      await settle()
      for (let remaining = ms; remaining > 0; remaining -= 500) {
        await vi.advanceTimersByTimeAsync(Math.min(500, remaining))
        await settle()
      }
    },
    delayNext(call: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      delayed = { call, release: promise }
      return resolve
    },
    /** Channel of another tab. */
    channel: (name: string) => openChannel(name),
    /** Returns the ID of the message. */
    async writeAsRuiz(text: string, chatId: number = talk): Promise<number> {
      const body = JSON.stringify({ text })
      const headers = { 'Content-Type': 'application/json' }
      const path = `/api/v2/chats/${chatId}/messages`
      const response = await sendAndReadBody(tokens.ruiz, path, { method: 'POST', body, headers })
      const { id }: { id: number } = await response.json()
      return id
    },
    tab(): ChatTab {
      let isVisible = true
      const listeners = new Set<(online: boolean) => void>()
      const calls: string[] = []
      const api = createApi({
        async fetch(path, init) {
          const call = `${init?.method} ${path.replace('/api/v2', '')}`
          calls.push(call)
          if (call === 'GET /events') {
            return streams.respond(init?.signal, () => countPending(() => send(tokens.albrecht, path, init)))
          }
          const response = await sendAndReadBody(tokens.albrecht, path, init)
          const release = delayed?.call === call ? delayed.release : undefined
          if (release) delayed = undefined
          heldCount += 1
          await release
          heldCount -= 1
          return response
        },
        clock: Date.now,
      })
      const platform = {
        locks,
        openChannel,
        page: {
          isVisible: () => isVisible,
          subscribe(listener: (online: boolean) => void) {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
      }
      const options = { api, userId: 1, clock: Date.now, random: () => 0.5, platform }
      const live = createLiveUpdates({ ...options, rules: createChatRefreshRules(api.queryClient).rules })
      const tab: ChatTab = {
        api,
        live,
        calls,
        count: call => calls.filter(logged => logged === call).length,
        show(state) {
          isVisible = state.visible
          for (const listener of listeners) listener(false)
        },
        async mount(chatId = talk) {
          await Promise.all([
            api.queryClient.fetchQuery(chatListQuery()),
            api.queryClient.fetchQuery(messagesQuery(chatId)),
          ])
          new QueryObserver(api.queryClient, chatListQuery()).subscribe(() => undefined)
          new QueryObserver(api.queryClient, messagesQuery(chatId)).subscribe(() => undefined)
        },
        close() {
          live.close()
          api.queryClient.clear()
          api.rateLimit.close()
        },
        texts: (chatId = talk) =>
          api.queryClient
            .getQueryData(keyOf(messages.list, { chat_id: chatId }))
            ?.rows.map(({ text }) => text) ?? [],
      }
      open.push(tab)
      return tab
    },
    async close() {
      for (const tab of open) tab.close()
      await settle()
      await school.close()
    },
  }
}

/** Web Locks in one event loop. An aborted request leaves the queue. */
function createQueuedLocks(): Locks {
  const queues = new Map<string, (() => void)[]>()
  return {
    async request(name, { signal }, run) {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      queue.push(resolve)
      if (queue.length === 1) resolve()
      const leaveQueue = () => {
        const position = queue.indexOf(resolve)
        if (position > 0) {
          queue.splice(position, 1)
          reject(signal.reason)
        }
      }
      signal.addEventListener('abort', leaveQueue)
      await promise
      try {
        return await run()
      } finally {
        queue.shift()
        queue[0]?.()
      }
    },
  }
}
