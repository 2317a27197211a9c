import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'

export type ReadChat = Pick<Chat, 'id' | 'unread_messages' | 'last_read_message_id' | 'last_message'>

export type ReadReceipts = ReturnType<typeof createReadReceipts>

/** `counted`: messages that the service counts as unread, but that were read here. */
export type ReadState = { id: number; counted: number }

/** Between reading a message and reporting it, in ms. Combines the messages of one screen. */
const reportDelay = 3_000
/** For one chat without load, in ms. Only other devices need reports. */
const minReportInterval = 60_000

type ReadReceiptsOptions = {
  api: Api
  userId: number
  clock: () => number
  storage: Storage | undefined
  notifyTabs(chatId: number, messageId: number): void
}

/** The read state is sent to the service, or stored on this device if the service does not support it. */
export function createReadReceipts({ api, userId, clock, storage, notifyTabs }: ReadReceiptsOptions) {
  const { queryClient, rateLimit } = api
  const store = createStore<ReadonlyMap<number, ReadState>>(() => readStoredReads(storage, userId))
  const getLocalState = (chatId: number) => store.getState().get(chatId)
  let isLocal = store.getState().size > 0
  const lastReports = new Map<number, { id: number; at: number }>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let isClosed = false

  const setSeen = (seen: ReadonlyMap<number, ReadState>) => {
    if (isLocal) storeReads(storage, userId, seen)
    store.setState(seen, true)
  }
  const getRow = (chatId: number) =>
    queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chatId)

  /** Returns how many messages up to this one the service counts as unread. */
  const countReadUpTo = (chat: ReadChat, messageId: number): number => {
    const rows = queryClient.getQueryData(keyOf(messages.list, { chat_id: chat.id }))?.rows ?? []
    let newerCount = 0
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index]
      if (!row || row.id <= messageId) break
      if (!row.is_own) newerCount += 1
    }
    return Math.max(0, chat.unread_messages - newerCount)
  }

  const setLastRead = (chat: ReadChat, messageId: number): boolean => {
    if (messageId <= (getLastReadId(chat) ?? 0)) return false
    // Move the entry to the end. The oldest entries are dropped first.
    const seen = new Map(store.getState())
    seen.delete(chat.id)
    setSeen(seen.set(chat.id, { id: messageId, counted: countReadUpTo(chat, messageId) }))
    return true
  }

  const getLastReadId = (chat: ReadChat): number | undefined => {
    const localId = getLocalState(chat.id)?.id
    const { last_read_message_id: serviceId } = chat
    if (serviceId === undefined) return localId
    return Math.max(serviceId ?? 0, localId ?? 0)
  }

  const schedule = (chatId: number, earliest: number) => {
    if (isClosed || timers.has(chatId)) return
    const lastReportAt = lastReports.get(chatId)?.at
    const due =
      lastReportAt === undefined
        ? earliest
        : Math.max(earliest, lastReportAt + rateLimit.pollInterval(minReportInterval))
    timers.set(
      chatId,
      setTimeout(() => void send(chatId), Math.max(0, due - clock())),
    )
  }

  async function send(chatId: number): Promise<void> {
    clearTimeout(timers.get(chatId))
    timers.delete(chatId)
    const id = getLocalState(chatId)?.id
    if (isClosed || id === undefined || id <= (lastReports.get(chatId)?.id ?? 0)) return
    const previous = lastReports.get(chatId)
    const input = { chat_id: chatId, body: { message_id: id } }
    const sentAt = clock()
    lastReports.set(chatId, { id, at: sentAt })
    try {
      const response = await api.call(chats.markRead, input, { priority: 'background' })
      api.recordWrite({ endpoint: chats.markRead, input, sentAt }, response)
      if (isLocal) storeReads(storage, userId, new Map())
      isLocal = false
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unsupported') {
        isLocal = true
        return storeReads(storage, userId, store.getState())
      }
      // The service would refuse it again.
      if (error instanceof ApiError && ['forbidden', 'noScope', 'notFound', 'invalid'].includes(error.kind))
        return
      lastReports.set(chatId, { id: previous?.id ?? 0, at: sentAt })
      return schedule(chatId, clock() + minReportInterval)
    }
    if ((getLocalState(chatId)?.id ?? 0) > id) schedule(chatId, clock() + reportDelay)
  }

  /** Removes entries that the service knows, and updates counts. */
  const pruneReadStates = () => {
    const seen = new Map(store.getState())
    let isChanged = false
    for (const [chatId, local] of store.getState()) {
      const row = getRow(chatId)
      if (!row) continue
      if ((row.last_read_message_id ?? 0) >= local.id) isChanged = seen.delete(chatId)
      else if (row.last_message && row.last_message.id <= local.id && local.counted !== row.unread_messages) {
        seen.set(chatId, { id: local.id, counted: row.unread_messages })
        isChanged = true
      }
    }
    if (isChanged) setSeen(seen)
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(event => {
    const [resource, path] = event.query.queryKey
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (resource === chats.list.resource && path === chats.list.path) pruneReadStates()
  })

  return {
    /** 0 if no message was read, undefined if it is unknown. */
    getLastReadId,
    getUnreadCount(chat: ReadChat): number {
      const local = getLocalState(chat.id)
      if (!local || (chat.last_read_message_id ?? 0) >= local.id) return chat.unread_messages
      if (chat.last_message && chat.last_message.id <= local.id) return 0
      // The count fell without a report: the service marks fetched messages as read.
      if (chat.unread_messages < local.counted) return chat.unread_messages
      return chat.unread_messages - local.counted
    },
    /** Marks a message and all before it as read, and later notifies the service. */
    markSeen(chat: ReadChat, messageId: number) {
      const row = getRow(chat.id) ?? chat
      if (!setLastRead(row, messageId)) return
      notifyTabs(chat.id, messageId)
      if (!isLocal || !lastReports.has(chat.id)) schedule(chat.id, clock() + reportDelay)
    },
    receiveSeen(chatId: number, messageId: number) {
      const row = getRow(chatId)
      if (row) setLastRead(row, messageId)
    },
    flush() {
      for (const chatId of [...timers.keys()]) void send(chatId)
    },
    subscribe: store.subscribe,
    close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      unsubscribe()
    },
  }
}

const StoredReads = z.array(
  z.object({
    chat: z.int().check(z.positive()),
    id: z.int().check(z.positive()),
    counted: z.int().check(z.nonnegative()),
  }),
)

/** Chats read longest ago are dropped first. */
const maxStoredChats = 300

const getStorageKey = (userId: number) => `staffroom:${userId}:chats:read`

/** Oldest first. Empty if storage is blocked or invalid. */
export function readStoredReads(storage: Storage | undefined, userId: number): Map<number, ReadState> {
  try {
    const stored = StoredReads.safeParse(JSON.parse(storage?.getItem(getStorageKey(userId)) ?? '[]'))
    return new Map((stored.data ?? []).map(({ chat, ...seen }) => [chat, seen]))
  } catch {
    return new Map()
  }
}

/** Stores the entries under the prefix that sign-out deletes. */
export function storeReads(
  storage: Storage | undefined,
  userId: number,
  reads: ReadonlyMap<number, ReadState>,
): void {
  try {
    const entries = [...reads].slice(-maxStoredChats).map(([chat, seen]) => ({ chat, ...seen }))
    if (entries.length === 0) storage?.removeItem(getStorageKey(userId))
    else storage?.setItem(getStorageKey(userId), JSON.stringify(entries))
  } catch {
    // Storage is full or blocked: the state is in memory only.
  }
}
