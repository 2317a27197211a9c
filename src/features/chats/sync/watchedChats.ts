import type { Query } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/cache/query.ts'
import { responseInfoOf, setResponseInfo } from '../../../api/client/responseInfo.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats, maxPreviewLength } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { hasEveryChange, type Message, messages } from '../../../contract/messages.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import type { TabPage } from '../../../lib/tabLeader.ts'
import { truncateText } from '../../../lib/truncateText.ts'

/** For services without versions, which do not report votes and deletions, in ms. */
const recheckInterval = 60_000
const maxBackoff = 120_000

type WatchState = {
  /** When the pending request for its messages was sent. */
  requestedChat?: Chat | undefined
  /** When the cached messages were requested. */
  cachedChat?: Chat | undefined
  /** Earliest next fetch after a failure, in Unix ms. */
  retryAt: number
  failures: number
}

type WatchedChatsOptions = { api: Api; clock: () => number; page: TabPage; getInterval: () => number }

/** Refetches a watched chat when the list of chats shows a change. One fetch runs at a time. */
export function createWatchedChats({ api, clock, page, getInterval }: WatchedChatsOptions) {
  const { queryClient, rateLimit } = api
  const cache = queryClient.getQueryCache()
  const watchers = new Map<number, number>()
  const states = new Map<number, WatchState>()

  const getList = () => queryClient.getQueryData(keyOf(chats.list, {}))
  const getRow = (chatId: number) => getList()?.rows.find(({ id }) => id === chatId)
  const getState = (chatId: number): WatchState => {
    const state = states.get(chatId) ?? { retryAt: 0, failures: 0 }
    states.set(chatId, state)
    return state
  }

  const checkAll = () => {
    if (!page.isVisible()) return
    for (const chatId of watchers.keys()) checkChat(chatId)
  }
  const checkChat = (chatId: number) => {
    const key = keyOf(messages.list, { chat_id: chatId })
    const current = getRow(chatId)
    const cachedList = queryClient.getQueryData(key)
    const queryState = queryClient.getQueryState(key)
    // The screen does the first fetch.
    if (!current || !cachedList || queryState?.fetchStatus !== 'idle') return
    const state = getState(chatId)
    const requestedAt = responseInfoOf(cachedList)?.requestedAt ?? 0
    if (!state.cachedChat && hasNewestChange(cachedList, current)) state.cachedChat = current
    if (state.cachedChat && !isOutdated(cachedList.rows, state.cachedChat, current)) {
      state.cachedChat = current
      const isDue = clock() - requestedAt >= rateLimit.pollInterval(recheckInterval)
      if (current.version !== undefined || !page.isFocused() || !isDue) return
    }
    if (clock() >= state.retryAt) void refetch(chatId, state)
  }
  /** Whether messages that were requested before the chat was watched contain the newest change. */
  const hasNewestChange = (cachedList: Rows<Message>, current: Chat): boolean => {
    const { requestedAt, changedAt } = responseInfoOf(cachedList) ?? {}
    if (requestedAt === undefined) return false
    const listAt = queryClient.getQueryState(keyOf(chats.list, {}))?.dataUpdatedAt ?? 0
    if (requestedAt >= listAt) return true
    // A response is a snapshot: with the newest change it contains all before it.
    return (
      changedAt === undefined &&
      current.version !== undefined &&
      cachedList.rows.some(({ version }) => version === current.version)
    )
  }
  const refetch = async (chatId: number, state: WatchState) => {
    const messagesQuery = query(messages.list, { chat_id: chatId }, { priority: 'background' })
    try {
      await queryClient.fetchQuery({ ...messagesQuery, staleTime: 0, retry: false })
      state.failures = 0
    } catch {
      state.failures += 1
      state.retryAt = clock() + Math.min(getInterval() * 2 ** (state.failures - 1), maxBackoff)
    }
  }

  /** Saves fetching the list. */
  const updateListRow = (chatId: number) => {
    const key = keyOf(chats.list, {})
    const list = getList()
    const index = list?.rows.findIndex(({ id }) => id === chatId) ?? -1
    const row = list?.rows[index]
    const rows = queryClient.getQueryData(keyOf(messages.list, { chat_id: chatId }))?.rows
    const next = row && rows && createUpdatedRow(row, rows)
    const query = cache.find({ queryKey: key, exact: true })
    // A pending fetch of the list contains the change.
    if (!list || !next || !query || query.state.fetchStatus !== 'idle') return
    const { tag: _, ...info } = responseInfoOf(list) ?? { requestedAt: 0 }
    const updated = { ...list, rows: list.rows.with(index, next) }
    setResponseInfo(updated, info)
    query.setData(updated, { updatedAt: query.state.dataUpdatedAt, manual: true })
  }

  const unsubscribe = cache.subscribe(event => {
    if (event.type === 'removed') {
      const removedId = getChatId(event.query)
      if (removedId !== undefined) states.delete(removedId)
    }
    if (event.type !== 'updated') return
    const chatId = getChatId(event.query)
    if (chatId === undefined) return
    const { action } = event
    if (action.type === 'fetch') getState(chatId).requestedChat = getRow(chatId)
    if (action.type === 'success' && !action.manual) {
      const state = getState(chatId)
      state.cachedChat = state.requestedChat
      updateListRow(chatId)
      if (watchers.has(chatId)) queueMicrotask(() => checkChat(chatId))
    }
  })

  return {
    checkAll,
    watch(chatId: number) {
      watchers.set(chatId, (watchers.get(chatId) ?? 0) + 1)
      if (page.isVisible()) checkChat(chatId)
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        const remaining = (watchers.get(chatId) ?? 1) - 1
        if (remaining > 0) watchers.set(chatId, remaining)
        else watchers.delete(chatId)
      }
    },
    close() {
      unsubscribe()
      watchers.clear()
    },
  }
}

function getChatId({ queryKey }: Query): number | undefined {
  const [resource, path, input] = queryKey
  if (resource !== messages.list.resource || path !== messages.list.path || !isRecord(input)) return undefined
  return typeof input.chat_id === 'number' ? input.chat_id : undefined
}

/** Returns the row as the service would send it, or undefined if it is unknown or unchanged. */
function createUpdatedRow(row: Chat, read: readonly Message[]): Chat | undefined {
  const version = read.reduce((newest, message) => Math.max(newest, message.version ?? 0), 0)
  const last = read.at(-1)
  const { last_message } = row
  if (row.version === undefined || version <= row.version || !last || !last_message) return undefined
  // A message was deleted, or the list's last message is not loaded.
  if (last.id < last_message.id || !read.some(({ id }) => id === last_message.id)) return undefined
  const added = read.filter(({ id }) => id > last_message.id)
  const { id, user, sent_at, has_files, has_poll, poll } = last
  const lastMessage = {
    id,
    user,
    text: truncateText(last.text, maxPreviewLength),
    sent_at,
    has_files,
    has_poll,
    single_option: poll?.is_anonymous === false && poll.options.length === 1 ? poll.options[0]?.text : null,
  }
  return {
    ...row,
    version,
    unread_messages: row.unread_messages + added.filter(({ is_own }) => !is_own).length,
    ...(added.length > 0 && { last_message: lastMessage, last_message_at: sent_at }),
  }
}

type ChatVersion = Pick<Chat, 'version' | 'last_message_at' | 'last_message' | 'unread_messages'>

/**
 * `requested`: the chat when the messages were requested. Without a `version` only new messages are noticed.
 */
function isOutdated(
  rows: readonly Pick<Message, 'id' | 'version'>[],
  requested: ChatVersion,
  current: ChatVersion,
): boolean {
  if (requested.version !== undefined && current.version !== undefined) {
    // A lower version: the demo was reset.
    return current.version < requested.version || !hasEveryChange(rows, requested.version, current.version)
  }
  const isNew =
    current.last_message_at !== requested.last_message_at ||
    current.last_message?.id !== requested.last_message?.id
  if (current.unread_messages > requested.unread_messages) return true
  // The user's own message may have been added from the response to sending it.
  return isNew && (current.last_message == null || current.last_message.id !== rows.at(-1)?.id)
}
