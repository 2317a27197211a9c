import type { Query } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/cache/query.ts'
import { responseInfoOf, setResponseInfo } from '../../../api/client/responseInfo.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { hasEveryChange, type Message, messages } from '../../../contract/messages.ts'
import { cutText } from '../../../lib/cutText.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import type { TabPage } from '../../../lib/tabLeader.ts'

/**
 * A service without versions does not report votes and deletions. A watched chat is fetched again after this time, in
 * ms.
 */
const untold = 60_000
const longestRest = 120_000

type Watched = {
  /** The chat when the pending request for its messages was sent. */
  asking?: Chat | undefined
  /** The chat when the cached messages were requested. */
  held?: Chat | undefined
  /** Earliest time of the next fetch after a failure, in Unix ms. */
  restUntil: number
  failures: number
}

type Needs = { api: Api; clock: () => number; page: TabPage; interval: () => number }

/**
 * Fetches a watched chat again when the list of chats shows a change. One fetch runs at a time, and another one follows
 * if there was a change in the meantime.
 */
export function createWatchedChats({ api, clock, page, interval }: Needs) {
  const { queryClient, rateLimit } = api
  const cache = queryClient.getQueryCache()
  const watchers = new Map<number, number>()
  const known = new Map<number, Watched>()

  const listOf = () => queryClient.getQueryData(keyOf(chats.list, {}))
  const rowOf = (chatId: number) => listOf()?.rows.find(({ id }) => id === chatId)
  const stateOf = (chatId: number): Watched => {
    const state = known.get(chatId) ?? { restUntil: 0, failures: 0 }
    known.set(chatId, state)
    return state
  }

  const check = () => {
    if (!page.visible()) return
    for (const chatId of watchers.keys()) checkOne(chatId)
  }
  const checkOne = (chatId: number) => {
    const key = keyOf(messages.list, { chat_id: chatId })
    const now = rowOf(chatId)
    const held = queryClient.getQueryData(key)
    const read = queryClient.getQueryState(key)
    // The screen does the first fetch, and a pending fetch is checked when it is done.
    if (!now || !held || read?.fetchStatus !== 'idle') return
    const state = stateOf(chatId)
    const asked = responseInfoOf(held)?.requestedAt ?? 0
    if (!state.held && holdsNewest(held, now)) state.held = now
    if (state.held && !isBehind(held.rows, state.held, now)) {
      state.held = now
      const isDue = clock() - asked >= rateLimit.pollInterval(untold)
      if (now.version !== undefined || !page.focused() || !isDue) return
    }
    if (clock() >= state.restUntil) void readAgain(chatId, state)
  }
  /** Whether messages that were requested before the chat was watched contain the newest change. */
  const holdsNewest = (held: Rows<Message>, now: Chat): boolean => {
    const { requestedAt, changedAt } = responseInfoOf(held) ?? {}
    if (requestedAt === undefined) return false
    const listAt = queryClient.getQueryState(keyOf(chats.list, {}))?.dataUpdatedAt ?? 0
    if (requestedAt >= listAt) return true
    // A response is a snapshot. If it contains the newest change, it contains all changes before it.
    return (
      changedAt === undefined &&
      now.version !== undefined &&
      held.rows.some(({ version }) => version === now.version)
    )
  }
  const readAgain = async (chatId: number, state: Watched) => {
    const again = query(messages.list, { chat_id: chatId }, { priority: 'background' })
    try {
      await queryClient.fetchQuery({ ...again, staleTime: 0, retry: false })
      state.failures = 0
    } catch {
      // No error is shown: the foot shows the age of the data, and the next check tries again.
      state.failures += 1
      state.restUntil = clock() + Math.min(interval() * 2 ** (state.failures - 1), longestRest)
    }
  }

  /** Updates the chat's row in the list from its fetched messages, so that the list need not be fetched. */
  const enterIntoList = (chatId: number) => {
    const key = keyOf(chats.list, {})
    const list = listOf()
    const at = list?.rows.findIndex(({ id }) => id === chatId) ?? -1
    const row = list?.rows[at]
    const read = queryClient.getQueryData(keyOf(messages.list, { chat_id: chatId }))?.rows
    const next = row && read && lineAfter(row, read)
    const query = cache.find({ queryKey: key, exact: true })
    // A pending fetch of the list contains the change.
    if (!list || !next || !query || query.state.fetchStatus !== 'idle') return
    const { tag: _, ...info } = responseInfoOf(list) ?? { requestedAt: 0 }
    const entered = { ...list, rows: list.rows.with(at, next) }
    setResponseInfo(entered, info)
    query.setData(entered, { updatedAt: query.state.dataUpdatedAt, manual: true })
  }

  const unsubscribe = cache.subscribe(event => {
    if (event.type === 'removed') {
      const gone = chatOf(event.query)
      if (gone !== undefined) known.delete(gone)
    }
    if (event.type !== 'updated') return
    const chatId = chatOf(event.query)
    if (chatId === undefined) return
    const { action } = event
    if (action.type === 'fetch') stateOf(chatId).asking = rowOf(chatId)
    if (action.type === 'success' && !action.manual) {
      const state = stateOf(chatId)
      state.held = state.asking
      enterIntoList(chatId)
      if (watchers.has(chatId)) queueMicrotask(() => checkOne(chatId))
    }
  })

  return {
    check,
    watch(chatId: number) {
      watchers.set(chatId, (watchers.get(chatId) ?? 0) + 1)
      if (page.visible()) checkOne(chatId)
      let watching = true
      return () => {
        if (!watching) return
        watching = false
        const left = (watchers.get(chatId) ?? 1) - 1
        if (left > 0) watchers.set(chatId, left)
        else watchers.delete(chatId)
      }
    },
    close() {
      unsubscribe()
      watchers.clear()
    },
  }
}

/** Returns the ID of the chat whose messages a query contains. */
function chatOf({ queryKey }: Query): number | undefined {
  const [resource, path, input] = queryKey
  if (resource !== messages.list.resource || path !== messages.list.path || !isRecord(input)) return undefined
  return typeof input.chat_id === 'number' ? input.chat_id : undefined
}

/** Maximum length of a message in the list in characters, as in the service. */
const shown = 300

/** Returns the chat's row as the service would send it now, or undefined if it is unknown or unchanged. */
function lineAfter(row: Chat, read: readonly Message[]): Chat | undefined {
  const version = read.reduce((newest, message) => Math.max(newest, message.version ?? 0), 0)
  const last = read.at(-1)
  const { last_message } = row
  if (row.version === undefined || version <= row.version || !last || !last_message) return undefined
  // A message was deleted, or the list's last message is not loaded.
  if (last.id < last_message.id || !read.some(({ id }) => id === last_message.id)) return undefined
  const added = read.filter(({ id }) => id > last_message.id)
  const { id, user, sent_at, has_files, has_poll } = last
  const end = {
    id,
    user,
    text: cutText(last.text, shown),
    sent_at,
    has_files,
    has_poll,
  }
  return {
    ...row,
    version,
    unread_messages: row.unread_messages + added.filter(({ is_own }) => !is_own).length,
    ...(added.length > 0 && { last_message: end, last_message_at: sent_at }),
  }
}

/** Fields of a chat that show that its messages changed. */
type ChatMark = Pick<Chat, 'version' | 'last_message_at' | 'last_message' | 'unread_messages'>

/**
 * Whether the cached messages of a chat are outdated. `then` is the chat when they were requested, `now` its current
 * state. Without a `version` only new messages are noticed.
 */
function isBehind(rows: readonly Pick<Message, 'id' | 'version'>[], then: ChatMark, now: ChatMark): boolean {
  if (then.version !== undefined && now.version !== undefined) {
    // A lower version belongs to another school: the demo was reset.
    return now.version < then.version || !hasEveryChange(rows, then.version, now.version)
  }
  const isNew = now.last_message_at !== then.last_message_at || now.last_message?.id !== then.last_message?.id
  if (now.unread_messages > then.unread_messages) return true
  // The user's own message may have been added from the response to sending it.
  return isNew && (now.last_message == null || now.last_message.id !== rows.at(-1)?.id)
}
