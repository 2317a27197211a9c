import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'

export type ReadChat = Pick<Chat, 'id' | 'unread_messages' | 'last_read_message_id' | 'last_message'>

export type ReadReceipts = ReturnType<typeof createReadReceipts>

/**
 * How far a chat was read by this device's own account: the message, and how many of those the service calls unread
 * are read by it.
 */
export type Seen = { id: number; counted: number }

/** From the first message seen to telling it: most of a screenful is seen by then, ms. */
const patience = 3_000
/** Between two tellings of one chat on a quiet network, ms. What is told is for other devices; here it counts at once. */
const pace = 60_000

type Needs = {
  api: Api
  userId: number
  clock: () => number
  storage: Storage | undefined
  tell(chatId: number, messageId: number): void
}

/** How far a person has read, told to the service, or kept on this device where the service does not keep it. */
export function createReadReceipts({ api, userId, clock, storage, tell }: Needs) {
  const { queryClient, budget } = api
  const store = createStore<ReadonlyMap<number, Seen>>(() => readKept(storage, userId))
  const seenOf = (chatId: number) => store.getState().get(chatId)
  /** The service has no word for it: kept here instead. */
  let isLocal = store.getState().size > 0
  const told = new Map<number, { id: number; at: number }>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let closed = false

  const change = (seen: ReadonlyMap<number, Seen>) => {
    if (isLocal) keepReads(storage, userId, seen)
    store.setState(seen, true)
  }
  const rowOf = (chatId: number) =>
    queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chatId)

  /** How many of those the service counts as unread are read by having seen this message. */
  const countedAt = (chat: ReadChat, messageId: number): number => {
    const rows = queryClient.getQueryData(keyOf(messages.list, { chat_id: chat.id }))?.rows ?? []
    let after = 0
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index]
      if (!row || row.id <= messageId) break
      if (!row.is_own) after += 1
    }
    return Math.max(0, chat.unread_messages - after)
  }

  const note = (chat: ReadChat, messageId: number): boolean => {
    if (messageId <= (lastRead(chat) ?? 0)) return false
    // Read last goes last: what is kept is bounded from the other end.
    const seen = new Map(store.getState())
    seen.delete(chat.id)
    change(seen.set(chat.id, { id: messageId, counted: countedAt(chat, messageId) }))
    return true
  }

  const lastRead = (chat: ReadChat): number | undefined => {
    const own = seenOf(chat.id)?.id
    const { last_read_message_id: service } = chat
    if (service === undefined) return own
    return Math.max(service ?? 0, own ?? 0)
  }

  const schedule = (chatId: number, soonest: number) => {
    if (closed || timers.has(chatId)) return
    const last = told.get(chatId)?.at
    const due = last === undefined ? soonest : Math.max(soonest, last + budget.pollInterval(pace))
    timers.set(
      chatId,
      setTimeout(() => void send(chatId), Math.max(0, due - clock())),
    )
  }

  async function send(chatId: number): Promise<void> {
    clearTimeout(timers.get(chatId))
    timers.delete(chatId)
    const id = seenOf(chatId)?.id
    if (closed || id === undefined || id <= (told.get(chatId)?.id ?? 0)) return
    const before = told.get(chatId)
    const input = { chat_id: chatId, body: { message_id: id } }
    const sentAt = clock()
    told.set(chatId, { id, at: sentAt })
    try {
      const answer = await api.call(chats.markRead, input, { priority: 'background' })
      api.wrote({ endpoint: chats.markRead, input, sentAt }, answer)
      if (isLocal) keepReads(storage, userId, new Map())
      isLocal = false
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unsupported') {
        isLocal = true
        return keepReads(storage, userId, store.getState())
      }
      // What the service won't have, it won't have the next time either; the rest is told later.
      if (error instanceof ApiError && ['forbidden', 'noScope', 'notFound', 'invalid'].includes(error.kind))
        return
      told.set(chatId, { id: before?.id ?? 0, at: sentAt })
      return schedule(chatId, clock() + pace)
    }
    if ((seenOf(chatId)?.id ?? 0) > id) schedule(chatId, clock() + patience)
  }

  /** What the service says by now needs no account of our own. */
  const settle = () => {
    const seen = new Map(store.getState())
    let isChanged = false
    for (const [chatId, own] of store.getState()) {
      const row = rowOf(chatId)
      if (!row) continue
      if ((row.last_read_message_id ?? 0) >= own.id) isChanged = seen.delete(chatId)
      else if (row.last_message && row.last_message.id <= own.id && own.counted !== row.unread_messages) {
        seen.set(chatId, { id: own.id, counted: row.unread_messages })
        isChanged = true
      }
    }
    if (isChanged) change(seen)
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(event => {
    const [resource, path] = event.query.queryKey
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (resource === chats.list.resource && path === chats.list.path) settle()
  })

  return {
    /** Id of the last message that was read, 0 before the first; `undefined` where nobody knows. */
    lastRead,
    /** How many messages of others are unread, what was just seen not among them. */
    unread(chat: ReadChat): number {
      const own = seenOf(chat.id)
      if (!own || (chat.last_read_message_id ?? 0) >= own.id) return chat.unread_messages
      if (chat.last_message && chat.last_message.id <= own.id) return 0
      // It fell by itself: the service counts what was fetched as read.
      if (chat.unread_messages < own.counted) return chat.unread_messages
      return chat.unread_messages - own.counted
    },
    /** The message and all before it were seen. Told to the service after a while, and never backwards. */
    markSeen(chat: ReadChat, messageId: number) {
      const row = rowOf(chat.id) ?? chat
      if (!note(row, messageId)) return
      tell(chat.id, messageId)
      if (!isLocal || !told.has(chat.id)) schedule(chat.id, clock() + patience)
    },
    /** Another tab saw it. */
    heard(chatId: number, messageId: number) {
      const row = rowOf(chatId)
      if (row) note(row, messageId)
    },
    /** Tells the service now what it is still to be told: the chat was left. */
    flush() {
      for (const chatId of [...timers.keys()]) void send(chatId)
    },
    subscribe: store.subscribe,
    close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      unsubscribe()
    },
  }
}

const Kept = z.array(
  z.object({
    chat: z.int().check(z.positive()),
    id: z.int().check(z.positive()),
    counted: z.int().check(z.nonnegative()),
  }),
)

/** Chats kept at most; those read longest ago go first. */
const most = 300

const storageKeyOf = (userId: number) => `staffroom:${userId}:chats:read`

/** What was kept, oldest first. Blocked storage and what can't be read count as nothing. */
export function readKept(storage: Storage | undefined, userId: number): Map<number, Seen> {
  try {
    const kept = Kept.safeParse(JSON.parse(storage?.getItem(storageKeyOf(userId)) ?? '[]'))
    return new Map((kept.data ?? []).map(({ chat, ...seen }) => [chat, seen]))
  } catch {
    return new Map()
  }
}

/** Keeps it, below the prefix that signing out wipes. Full storage keeps nothing new. */
export function keepReads(
  storage: Storage | undefined,
  userId: number,
  reads: ReadonlyMap<number, Seen>,
): void {
  try {
    const entries = [...reads].slice(-most).map(([chat, seen]) => ({ chat, ...seen }))
    if (entries.length === 0) storage?.removeItem(storageKeyOf(userId))
    else storage?.setItem(storageKeyOf(userId), JSON.stringify(entries))
  } catch {
    // Counted in this page only, then.
  }
}
