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

/** Poll interval without load, in ms: with a chat open in the focused tab, and otherwise. */
const openChatInterval = 10_000
const idleInterval = 30_000
/** A follower polls after this number of intervals without a list. The leader may be frozen. */
const followerIntervals = 3
/** Maximum random delay of the first poll after the event stream has ended, in ms. */
const maxTakeoverDelay = 5_000
/** Minimum time between polls, and maximum after failures, in ms. */
const minPollInterval = 2_000
const maxBackoff = 300_000

export type ChatSyncOptions = {
  api: Api
  userId: number
  clock?: () => number
  platform: SyncPlatform
  /** [0, 1). */
  random?: () => number
}

/**
 * Polls the list of chats in one tab for all tabs of a user. Refetches an open chat when the list shows a
 * change. Pauses while an event stream is open. Errors are not shown, because the screen shows the age of the
 * data.
 */
export function createChatSync(options: ChatSyncOptions): ChatSync {
  const { api, userId, clock = Date.now, platform, random = Math.random } = options
  const { queryClient, rateLimit, live } = api
  const { page } = platform
  const name = `staffroom.chats.${userId}`
  const listKey = keyOf(chats.list, {})

  let isRunning = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let failures = 0
  let lastPollAt = 0
  let wasVisible = false
  /** `jitter` spreads the polls of clients that start at the same time. */
  let intervalStart = clock()
  let jitter = 0.5 + random() / 2
  /** Set when the user returns to this tab. It then polls itself. */
  let shouldPollSelf = false
  /** Latest poll after the event stream has ended, in Unix ms. */
  let takeoverDeadline = Number.POSITIVE_INFINITY

  let watcherCount = 0
  const isChatFocused = () => watcherCount > 0 && page.isFocused()
  const getInterval = () => rateLimit.pollInterval(isChatFocused() ? openChatInterval : idleInterval)
  const getList = () => queryClient.getQueryData(listKey)

  const getDueTime = () => {
    const lastListAt = Math.max(intervalStart, responseInfoOf(getList())?.requestedAt ?? 0)
    const pollsItself = leader.isLeader() || isChatFocused() || shouldPollSelf
    const due = lastListAt + getInterval() * (pollsItself ? jitter : followerIntervals)
    const backoff = failures === 0 ? minPollInterval : Math.min(getInterval() * 2 ** failures, maxBackoff)
    return Math.max(pollsItself ? Math.min(due, takeoverDeadline) : due, lastPollAt + backoff)
  }
  const pollIfDue = () => {
    clearTimeout(timer)
    if (!isRunning || isFetching || live.isUp() || !page.isVisible()) return
    const wait = getDueTime() - clock()
    if (wait > 0) timer = setTimeout(pollIfDue, wait)
    else void fetchList()
  }
  async function fetchList(): Promise<void> {
    isFetching = true
    lastPollAt = clock()
    const poll = query(chats.list, {}, { priority: 'background' })
    try {
      await queryClient.fetchQuery({ ...poll, staleTime: 0, retry: false })
      failures = 0
    } catch (error) {
      // A write cancelled it and will refetch it, so this is not a failure.
      if (!(error instanceof CancelledError)) failures += 1
    }
    isFetching = false
    takeoverDeadline = Number.POSITIVE_INFINITY
    // Without locks, different intervals let a tab receive another tab's list before its own poll.
    jitter = leader.isShared() ? 1 : 1 + random() / 4
    shouldPollSelf = false
    pollIfDue()
  }

  const leader = createTabLeader(name, platform.locks, pollIfDue)
  const tabs = openTabMessages(platform.openChannel(name), {
    onList: received => {
      if (!adoptList(received)) return
      shouldPollSelf = false
      pollIfDue()
    },
    onSeen: (chatId, messageId) => readReceipts.receiveSeen(chatId, messageId),
  })
  const watched = createWatchedChats({ api, clock, page, getInterval })
  const readReceipts = createReadReceipts({
    api,
    userId,
    clock,
    storage: platform.storage,
    notifyTabs: tabs.sendSeen,
  })

  function adoptList({ list: received, requestedAt, tag }: ReceivedList): boolean {
    const cache = queryClient.getQueryCache()
    const cached = getList()
    const info = responseInfoOf(cached)
    if (requestedAt > clock() + minPollInterval || queryClient.getQueryState(listKey)?.isInvalidated)
      return false
    if (info && requestedAt <= Math.max(info.requestedAt, info.changedAt ?? 0)) return false
    const versions = new Map(cached?.rows.map(({ id, version }) => [id, version]))
    if (received.rows.some(({ id, version = 0 }) => version < (versions.get(id) ?? 0))) return false
    setResponseInfo(received, { requestedAt, ...(tag !== undefined && { tag }) })
    cache
      .build(queryClient, queryClient.defaultQueryOptions(query(chats.list, {})))
      .setData(received, { updatedAt: requestedAt, manual: true })
    return true
  }

  const unsubscribeCache = queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [resource, path] = event.query.queryKey
    if (resource !== listKey[0] || path !== listKey[1]) return
    const response = getList()
    if (!event.action.manual && response) tabs.sendList(response)
    // The caller sets the time of the request after setting the data.
    queueMicrotask(() => {
      watched.checkAll()
      pollIfDue()
    })
  })
  const unsubscribeLive = live.subscribe((current, previous) => {
    if (current.isUp === previous.isUp) return
    intervalStart = clock()
    if (!current.isUp) takeoverDeadline = intervalStart + random() * maxTakeoverDelay
    pollIfDue()
  })
  const handlePageChange = (online = false) => {
    const isVisible = page.isVisible()
    if (online) failures = 0
    if (isRunning && isVisible) leader.acquire()
    else leader.release()
    if (isVisible && (online || !wasVisible)) shouldPollSelf = true
    if (!isVisible && wasVisible) readReceipts.flush()
    wasVisible = isVisible
    watched.checkAll()
    pollIfDue()
  }
  const unsubscribePage = page.subscribe(handlePageChange)

  return {
    readReceipts,
    getReceivedUntil: () => (live.isUp() ? live.receivedAt() : 0),
    start() {
      if (isRunning || isClosed) return
      isRunning = true
      intervalStart = clock()
      wasVisible = page.isVisible()
      handlePageChange()
    },
    stop() {
      isRunning = false
      clearTimeout(timer)
      leader.release()
    },
    watch(chatId) {
      watcherCount += 1
      const unwatch = watched.watch(chatId)
      pollIfDue()
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        watcherCount -= 1
        unwatch()
        readReceipts.flush()
        pollIfDue()
      }
    },
    close() {
      isClosed = true
      this.stop()
      unsubscribePage()
      unsubscribeCache()
      unsubscribeLive()
      watched.close()
      readReceipts.close()
      tabs.close()
    },
  }
}

/** Validated on receipt, because another tab may run an older build. */
const TabMessage = z.discriminatedUnion('kind', [
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

type ReceivedList = { list: Rows<Chat>; requestedAt: number; tag: string | undefined }

type SyncTabHandlers = {
  onList(received: ReceivedList): void
  onSeen(chatId: number, messageId: number): void
}

function openTabMessages(channel: TabChannel | undefined, handlers: SyncTabHandlers) {
  channel?.addEventListener('message', ({ data }) => {
    const received = TabMessage.safeParse(data)
    if (!received.success) return
    if (received.data.kind === 'seen') return handlers.onSeen(received.data.chatId, received.data.messageId)
    const { rows, unreadable, askedAt: requestedAt, tag } = received.data
    const list = parseResponse(chats.list.response, rows)
    // The ETag belongs to the complete list, which this build could not read.
    const isComplete = list.unreadable === 0
    handlers.onList({
      list: { ...list, unreadable: list.unreadable + unreadable },
      requestedAt,
      tag: isComplete ? readTag(tag) : undefined,
    })
  })
  const send = (received: z.output<typeof TabMessage>) => channel?.postMessage(received)
  return {
    sendList(list: Rows<Chat>) {
      const info = responseInfoOf(list)
      if (info) send({ kind: 'list', askedAt: info.requestedAt, tag: info.tag, ...list })
    },
    sendSeen: (chatId: number, messageId: number) => send({ kind: 'seen', chatId, messageId }),
    close: () => channel?.close(),
  }
}
