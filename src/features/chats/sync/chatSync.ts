import { CancelledError } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { keyOf, query } from '../../../api/cache/query.ts'
import { readTag, responseInfoOf, setResponseInfo } from '../../../api/client/responseInfo.ts'
import type { Api } from '../../../api/createApi.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import type { TabChannel } from '../../../lib/openChannel.ts'
import { createTabLeader } from '../../../lib/tabLeader.ts'
import type { ChatSync, SyncPlatform } from './ChatSyncContext.ts'
import { createReadReceipts } from './readReceipts.ts'
import { createWatchedChats } from './watchedChats.ts'

/** Poll interval without load, in ms: while a chat is open in the focused tab, and otherwise. */
const baseOpen = 10_000
const baseElse = 30_000
/**
 * A tab that is not the leader polls after this number of intervals without a list, because the leader may be frozen.
 */
const missed = 3
/**
 * After the event stream has ended, a poll starts within this time, in ms. Random, so that clients do not poll at the
 * same time.
 */
const takeOver = 5_000
/** Minimum time between two polls, and maximum time after failures, in ms. */
const shortestPause = 2_000
const longestPause = 300_000

export type ChatSyncOptions = {
  api: Api
  userId: number
  clock?: () => number
  platform: SyncPlatform
  /** [0, 1). */
  chance?: () => number
}

/**
 * Polls the list of chats, in one tab for all tabs of a user, as often as the rate limit allows. Fetches an open chat
 * again when the list shows a change. Pauses while an event stream reports changes. Errors are not shown: cached data
 * remains, and the foot shows its age.
 */
export function createChatSync(options: ChatSyncOptions): ChatSync {
  const { api, userId, clock = Date.now, platform, chance = Math.random } = options
  const { queryClient, rateLimit, live } = api
  const { page } = platform
  const name = `staffroom.chats.${userId}`
  const listKey = keyOf(chats.list, {})

  let running = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let failures = 0
  let triedAt = 0
  let wasVisible = false
  /** `stretch` is random, so that clients that start at the same time do not poll at the same time. */
  let from = clock()
  let stretch = 0.5 + chance() / 2
  /** Whether the user returned to this tab. Then it polls by itself if its list is old. */
  let hurried = false
  /** Latest time for a poll after the event stream has ended, in Unix ms. */
  let takesOverAt = Number.POSITIVE_INFINITY

  let watching = 0
  const isInFront = () => watching > 0 && page.focused()
  const interval = () => rateLimit.pollInterval(isInFront() ? baseOpen : baseElse)
  const list = () => queryClient.getQueryData(listKey)

  const dueAt = () => {
    const heardAt = Math.max(from, responseInfoOf(list())?.requestedAt ?? 0)
    const mine = leader.isLeader() || isInFront() || hurried
    const due = heardAt + interval() * (mine ? stretch : missed)
    const rest = failures === 0 ? shortestPause : Math.min(interval() * 2 ** failures, longestPause)
    return Math.max(mine ? Math.min(due, takesOverAt) : due, triedAt + rest)
  }
  const check = () => {
    clearTimeout(timer)
    if (!running || asking || live.isUp() || !page.visible()) return
    const wait = dueAt() - clock()
    if (wait > 0) timer = setTimeout(check, wait)
    else void ask()
  }
  async function ask(): Promise<void> {
    asking = true
    triedAt = clock()
    const poll = query(chats.list, {}, { priority: 'background' })
    try {
      await queryClient.fetchQuery({ ...poll, staleTime: 0, retry: false })
      failures = 0
    } catch (error) {
      // Cancelled because of a write. It is fetched again, so this is not a failure.
      if (!(error instanceof CancelledError)) failures += 1
    }
    asking = false
    takesOverAt = Number.POSITIVE_INFINITY
    // Without locks every tab polls. With different intervals, a tab receives the list of another tab before its own
    // poll.
    stretch = leader.isShared() ? 1 : 1 + chance() / 4
    hurried = false
    check()
  }

  /** Elects the visible tab that polls for all. */
  const leader = createTabLeader(name, platform.locks, check)
  const tabs = joinSyncTabs(platform.openChannel(name), {
    list: told => {
      if (!accept(told)) return
      hurried = false
      check()
    },
    seen: (chatId, messageId) => reads.heard(chatId, messageId),
  })
  const watched = createWatchedChats({ api, clock, page, interval })
  const reads = createReadReceipts({ api, userId, clock, storage: platform.storage, tell: tabs.tellSeen })

  /** Adopts the list of another tab, unless the cached one is newer. */
  function accept({ list: told, askedAt: requestedAt, tag }: ToldList): boolean {
    const cache = queryClient.getQueryCache()
    const held = list()
    const info = responseInfoOf(held)
    if (requestedAt > clock() + shortestPause || queryClient.getQueryState(listKey)?.isInvalidated)
      return false
    if (info && requestedAt <= Math.max(info.requestedAt, info.changedAt ?? 0)) return false
    const versions = new Map(held?.rows.map(({ id, version }) => [id, version]))
    if (told.rows.some(({ id, version = 0 }) => version < (versions.get(id) ?? 0))) return false
    setResponseInfo(told, { requestedAt, ...(tag !== undefined && { tag }) })
    cache
      .build(queryClient, queryClient.defaultQueryOptions(query(chats.list, {})))
      .setData(told, { updatedAt: requestedAt, manual: true })
    return true
  }

  const unsubscribeCache = queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [resource, path] = event.query.queryKey
    if (resource !== listKey[0] || path !== listKey[1]) return
    const answer = list()
    if (!event.action.manual && answer) tabs.tellList(answer)
    // Wait until the code that set the data has also set the time of the request.
    queueMicrotask(() => {
      watched.check()
      check()
    })
  })
  const unsubscribeLive = live.subscribe((now, before) => {
    if (now.isUp === before.isUp) return
    from = clock()
    if (!now.isUp) takesOverAt = from + chance() * takeOver
    check()
  })
  const lookAtPage = (online = false) => {
    const isVisible = page.visible()
    if (online) failures = 0
    if (running && isVisible) leader.acquire()
    else leader.release()
    if (isVisible && (online || !wasVisible)) hurried = true
    if (!isVisible && wasVisible) reads.flush()
    wasVisible = isVisible
    watched.check()
    check()
  }
  const unsubscribePage = page.subscribe(lookAtPage)

  return {
    reads,
    heardAt: () => (live.isUp() ? live.receivedAt() : 0),
    start() {
      if (running || closed) return
      running = true
      from = clock()
      wasVisible = page.visible()
      lookAtPage()
    },
    stop() {
      running = false
      clearTimeout(timer)
      leader.release()
    },
    watch(chatId) {
      watching += 1
      const unwatch = watched.watch(chatId)
      check()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watching -= 1
        unwatch()
        reads.flush()
        check()
      }
    },
    close() {
      closed = true
      this.stop()
      unsubscribePage()
      unsubscribeCache()
      unsubscribeLive()
      watched.close()
      reads.close()
      tabs.close()
    },
  }
}

/** Messages between the tabs of a user. They are validated on receipt, because a tab may run an older build. */
const Told = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('list'),
    askedAt: z.int().check(z.positive()),
    tag: z.optional(z.string()),
    rows: z.array(z.unknown()),
    unreadable: z.int().check(z.nonnegative()),
  }),
  z.object({
    kind: z.literal('seen'),
    chatId: z.int().check(z.positive()),
    messageId: z.int().check(z.positive()),
  }),
])

type ToldList = { list: Rows<Chat>; askedAt: number; tag: string | undefined }

type Hearing = {
  list(told: ToldList): void
  seen(chatId: number, messageId: number): void
}

function joinSyncTabs(channel: TabChannel | undefined, hear: Hearing) {
  channel?.addEventListener('message', ({ data }) => {
    const told = Told.safeParse(data)
    if (!told.success) return
    if (told.data.kind === 'seen') return hear.seen(told.data.chatId, told.data.messageId)
    const { rows, unreadable, askedAt, tag } = told.data
    const list = parseResponse(chats.list.answer, rows)
    // The ETag belongs to the complete list. If this build can't read all of it, the list must be fetched.
    const isWhole = list.unreadable === 0
    hear.list({
      list: { ...list, unreadable: list.unreadable + unreadable },
      askedAt,
      tag: isWhole ? readTag(tag) : undefined,
    })
  })
  const tell = (told: z.output<typeof Told>) => channel?.postMessage(told)
  return {
    /** Sends a list that was fetched here to the other tabs. */
    tellList(list: Rows<Chat>) {
      const info = responseInfoOf(list)
      if (info) tell({ kind: 'list', askedAt: info.requestedAt, tag: info.tag, ...list })
    },
    tellSeen: (chatId: number, messageId: number) => tell({ kind: 'seen', chatId, messageId }),
    close: () => channel?.close(),
  }
}
