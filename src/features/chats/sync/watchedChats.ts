import type { Query } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/cache/query.ts'
import { responseInfoOf, setResponseInfo } from '../../../api/cache/responseInfo.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { hasEveryChange, type Message, messages } from '../../../contract/messages.ts'
import { cutText } from '../../../lib/cutText.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import type { TabPage } from '../../../lib/tabTurn.ts'

/** A service without versions doesn't tell of votes and deletions: what is looked at is read again after so long, ms. */
const untold = 60_000
const longestRest = 120_000

type Watched = {
  /** The chat as it was known when its messages were asked for, now under way. */
  asking?: Chat | undefined
  /** The same for the messages that are held. */
  held?: Chat | undefined
  /** Not before, after a read that failed; Unix ms. */
  restUntil: number
  failures: number
}

type Needs = { api: Api; clock: () => number; page: TabPage; interval: () => number }

/**
 * Reads a watched chat again when the list of chats says that it changed: one read at a time, and once more for what
 * changed meanwhile.
 */
export function createWatchedChats({ api, clock, page, interval }: Needs) {
  const { queryClient, budget } = api
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
    // The first read is the screen's own, and what is under way is looked at when it is there.
    if (!now || !held || read?.fetchStatus !== 'idle') return
    const state = stateOf(chatId)
    const asked = responseInfoOf(held)?.askedAt ?? 0
    if (!state.held && holdsNewest(held, now)) state.held = now
    if (state.held && !isBehind(held.rows, state.held, now)) {
      state.held = now
      const isDue = clock() - asked >= budget.pollInterval(untold)
      if (now.version !== undefined || !page.focused() || !isDue) return
    }
    if (clock() >= state.restUntil) void readAgain(chatId, state)
  }
  /** Of messages that were asked for before this began to look. */
  const holdsNewest = (held: Rows<Message>, now: Chat): boolean => {
    const { askedAt, changedAt } = responseInfoOf(held) ?? {}
    if (askedAt === undefined) return false
    const listAt = queryClient.getQueryState(keyOf(chats.list, {}))?.dataUpdatedAt ?? 0
    if (askedAt >= listAt) return true
    // One answer holds what there was at one moment: where the newest change is, all before it are.
    return (
      changedAt === undefined &&
      now.version !== undefined &&
      held.rows.some(({ version }) => version === now.version)
    )
  }
  const readAgain = async (chatId: number, state: Watched) => {
    const again = query(messages.list, { chat_id: chatId })
    try {
      await queryClient.fetchQuery({ ...again, staleTime: 0, retry: false })
      state.failures = 0
    } catch {
      // Quiet: the foot says how old what is shown is, and the next look tries again.
      state.failures += 1
      state.restUntil = clock() + Math.min(interval() * 2 ** (state.failures - 1), longestRest)
    }
  }

  /** The line of the list follows what was just read of its chat: the list need not be asked for that. */
  const enterIntoList = (chatId: number) => {
    const key = keyOf(chats.list, {})
    const list = listOf()
    const at = list?.rows.findIndex(({ id }) => id === chatId) ?? -1
    const row = list?.rows[at]
    const read = queryClient.getQueryData(keyOf(messages.list, { chat_id: chatId }))?.rows
    const next = row && read && lineAfter(row, read)
    const query = cache.find({ queryKey: key, exact: true })
    // What is under way brings it.
    if (!list || !next || !query || query.state.fetchStatus !== 'idle') return
    const { tag: _, ...info } = responseInfoOf(list) ?? { askedAt: 0 }
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

/** Whose messages a cached query holds. */
function chatOf({ queryKey }: Query): number | undefined {
  const [resource, path, input] = queryKey
  if (resource !== messages.list.resource || path !== messages.list.path || !isRecord(input)) return undefined
  return typeof input.chat_id === 'number' ? input.chat_id : undefined
}

/** Characters of a message that the list shows, as the service cuts it. */
const shown = 300

/** The line of a chat in the list as the service would give it now; nothing where that can't be told, or is the same. */
function lineAfter(row: Chat, read: readonly Message[]): Chat | undefined {
  const version = read.reduce((newest, message) => Math.max(newest, message.version ?? 0), 0)
  const last = read.at(-1)
  const { last_message } = row
  if (row.version === undefined || version <= row.version || !last || !last_message) return undefined
  // Something was deleted, or is of a time the list does not know.
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

/** What of a chat tells that its messages changed. */
type ChatMark = Pick<Chat, 'version' | 'last_message_at' | 'last_message' | 'unread_messages'>

/**
 * Whether the messages held of a chat lack something. `then` is the chat as it was known when they were asked for, `now`
 * as it is. Without a `version` only a new message tells.
 */
function isBehind(rows: readonly Pick<Message, 'id' | 'version'>[], then: ChatMark, now: ChatMark): boolean {
  if (then.version !== undefined && now.version !== undefined) {
    // A count that went down is of another school: the demo was reset.
    return now.version < then.version || !hasEveryChange(rows, then.version, now.version)
  }
  const isNew = now.last_message_at !== then.last_message_at || now.last_message?.id !== then.last_message?.id
  if (now.unread_messages > then.unread_messages) return true
  // One's own message may have entered with the answer to its sending.
  return isNew && (now.last_message == null || now.last_message.id !== rows.at(-1)?.id)
}
