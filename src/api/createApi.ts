import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
} from '@tanstack/react-query'

import { createStore } from 'zustand/vanilla'
import { applyWrite, refetch, type Written } from './cache/applyWrite.ts'
import { isPassOver } from './cache/documentBytes.ts'
import { createLive, type Live } from './cache/live.ts'
import { createFreshness } from './cache/query.ts'
import { ApiError } from './client/ApiError.ts'
import { callOf, createCall } from './client/call.ts'
import { createKeySupport } from './client/keySupport.ts'
import { createLacking } from './client/lacking.ts'
import { createOwnWrites } from './client/ownWrites.ts'
import { createRateLimit, type RateLimit } from './client/rateLimit.ts'
import { createRepeatingCall } from './client/repeatWrite.ts'
import { isOutdated, responseInfoOf, setResponseInfo } from './client/responseInfo.ts'

export type Api = ReturnType<typeof createApi>

type ApiOptions = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  rateLimit?: RateLimit
  clock?: () => number
}

const minute = 60_000
/** Longer lists are not compared with the cached ones, because comparing every row takes longer than rendering. */
const comparedRows = 1000

/**
 * Creates the client of the service. Queries and writes need no function, because `query()` and `write()` store the
 * call in `meta`.
 */
export function createApi({ fetch, clock = Date.now, rateLimit = createRateLimit({ clock }) }: ApiOptions) {
  const lacking = createLacking()
  const keySupport = createKeySupport()
  const live = createLive(clock)
  const ownWrites = createOwnWrites()
  const call = createCall({ fetch, rateLimit, lacking, keySupport, ownWrites, clock })
  const repeatingCall = createRepeatingCall(call, keySupport)
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal, client, queryKey }) => {
          const { endpoint, input, every, priority = 'user' } = callOf(meta)
          const cached = client.getQueryData(queryKey)
          const shown = cached !== undefined
          return call(endpoint, input, { signal, cached, priority: every && shown ? 'background' : priority })
        },
        refetchInterval: ({ meta }) =>
          typeof meta?.every === 'number' && (meta.pollsWhileLive || !live.isUp())
            ? rateLimit.pollInterval(meta.every)
            : false,
        // While live updates arrive, the cache is current anyway.
        refetchOnWindowFocus: () => !live.isUp(),
        // Never pause, so that an offline page shows an error instead of waiting, and the demo works without a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: minute,
        gcTime: 60 * minute,
        retry: shouldRetry,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
        structuralSharing: (before, after) => share(before, after, clock()),
      },
      mutations: {
        mutationFn: (variables, { meta }) => repeatingCall(callOf(meta).endpoint, variables ?? {}),
        networkMode: 'always',
        // A write that the rate limit refused had no effect, so it can be sent again.
        retry: (failures, error) => isKind(error, 'busy') && failures < 2,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
      },
    },
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiError && isPassOver(error)) refetchListsWithDocuments(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (answer, input, _before, { meta, state }) => {
        if (meta?.endpoint === undefined) return
        applyWrite(
          queryClient,
          { endpoint: callOf(meta).endpoint, input, sentAt: state.submittedAt },
          answer,
          clock(),
        )
      },
    }),
  })
  pausePollingWhileLive(live, queryClient)
  return {
    call,
    queryClient,
    rateLimit,
    live,
    /** Whether a write may be sent again with its key. */
    supportsKeys: keySupport.isSupported,
    ownWrites,
    freshness: createFreshness(queryClient, rateLimit, live),
    /**
     * Updates the cache after a write of the outbox. `answer` is a result of `call`, or undefined if only the success
     * is known.
     */
    wrote: batchCacheUpdates(queryClient, clock),
    slowReads: createSlowReads(queryClient, clock, rateLimit),
    forget(): void {
      queryClient.clear()
      lacking.forget()
      keySupport.forget()
    },
  }
}

/** Stops polling while live updates arrive, and resumes it afterwards. */
function pausePollingWhileLive(live: Live, queryClient: QueryClient): void {
  live.subscribe((now, before) => {
    if (now.isUp === before.isUp) return
    // An observer computes its interval when its options are set.
    for (const { observers } of queryClient.getQueryCache().getAll())
      for (const observer of observers) observer.setOptions(observer.options)
  })
}

/**
 * Refetches the resources that contain addresses of documents. Removes their ETags, because the response may differ
 * only in its addresses.
 */
function refetchListsWithDocuments(queryClient: QueryClient): void {
  const cached = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [resource] }) =>
      ['file', 'submission', 'homework', 'message'].includes(String(resource)),
  })
  for (const { state } of cached) {
    const info = responseInfoOf(state.data)
    if (info)
      setResponseInfo(state.data, {
        requestedAt: info.requestedAt,
        ...(info.requestNumber !== undefined && { requestNumber: info.requestNumber }),
      })
  }
  const stale = new Set(cached)
  void queryClient.invalidateQueries({ predicate: query => stale.has(query) })
}

const isKind = (error: unknown, ...kinds: ApiError['kind'][]) =>
  error instanceof ApiError && kinds.includes(error.kind)

const shouldRetry = (failures: number, error: unknown) =>
  failures < 2 && isKind(error, 'offline', 'server', 'busy')

// The rate limit delays a refused read. This delay only covers the time that the service has requested.
function retryDelay(failures: number, error: unknown, now: number): number {
  const wait = error instanceof ApiError && error.retryAt !== undefined ? error.retryAt - now : 0
  return Math.max(wait, 1000 * 2 ** failures)
}

/**
 * Keeps the unchanged parts of the cached data, with the info of the new response. Returns the cached data if the new
 * data is older.
 */
function share(before: unknown, after: unknown, now: number): unknown {
  if (isOutdated(after, before, now)) return before
  const rows = typeof after === 'object' && after !== null && 'rows' in after ? after.rows : undefined
  const isLong = Array.isArray(rows) && rows.length > comparedRows
  const shared = isLong ? after : replaceEqualDeep(before, after)
  if (shared !== after && responseInfoOf(after)) setResponseInfo(shared, responseInfoOf(after))
  return shared
}

const interval = 1000
/** GETs that are not patched are refetched once in this number of intervals, and at the end. */
const seldom = 15

/**
 * Collects writes that come by the hundred. `batched` responses are applied about once a second, and the other GETs
 * that they invalidate are refetched a few times per minute. Any other write is applied at once, after those before it.
 */
function batchCacheUpdates(
  queryClient: QueryClient,
  clock: () => number,
): (write: Written, answer: unknown) => void {
  let waiting: { write: Written; answer: unknown; at: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<Query>()
  const enterAll = () => {
    const batch = waiting
    waiting = []
    notifyManager.batch(() => {
      for (const { write, answer, at } of batch) applyWrite(queryClient, write, answer, at, stale)
    })
  }
  const ask = () => {
    refetch(queryClient, new Set(stale))
    stale.clear()
  }
  const pause = (times: number) => {
    timer = setTimeout(() => {
      timer = undefined
      const isOver = waiting.length === 0
      enterAll()
      if (isOver || times % seldom === 0) ask()
      if (!isOver) pause(times + 1)
    }, interval)
  }
  return (write, answer) => {
    const isBatched = write.endpoint.patches?.some(patch => patch.batched)
    if (!isBatched) {
      enterAll()
      applyWrite(queryClient, write, answer, clock())
      return
    }
    waiting.push({ write, answer, at: clock() })
    if (timer !== undefined) return
    enterAll()
    ask()
    pause(1)
  }
}

/** Time after which a first load on screen counts as slow, in ms. */
export const slowAfter = 10_000
const slowAgainAfter = 30_000

/** Watches for slow first loads of mounted queries. For `useSyncExternalStore(slow.subscribe, slow.isSlow)`. */
function createSlowReads(queryClient: QueryClient, clock: () => number, rateLimit: RateLimit) {
  const cache = queryClient.getQueryCache()
  const since = new Map<Query, number>()
  const slow = createStore(() => false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasBusy = false

  /** Restarts the time after the rate limit has delayed requests, because then the service is not slow. */
  const skipBusyTime = () => {
    const isBusy = rateLimit.busyUntil() !== undefined
    if (isBusy || wasBusy) for (const query of since.keys()) since.set(query, clock())
    wasBusy = isBusy
  }
  const isWaiting = (query: Query) =>
    query.state.data === undefined && query.state.fetchStatus !== 'idle' && query.getObserversCount() > 0
  const slowQueries = () =>
    [...since].filter(([query, from]) => isWaiting(query) && clock() - from >= slowAfter)
  const update = () => {
    clearTimeout(timer)
    skipBusyTime()
    const next = Math.min(...since.values())
    // The timer may fire slightly early, and other queries may have been mounted since.
    if (since.size > 0) timer = setTimeout(update, Math.max(next + slowAfter - clock(), 250))
    slow.setState(slowQueries().length > 0)
  }
  cache.subscribe(event => {
    const { query } = event
    if (event.type === 'removed') since.delete(query)
    else if (event.type === 'updated' && event.action.type === 'fetch') {
      if (query.state.data === undefined && isRead(query)) since.set(query, clock())
    } else if (query.state.fetchStatus === 'idle' || query.state.data !== undefined) since.delete(query)
    else return
    update()
  })
  rateLimit.subscribe(update)

  return {
    isSlow: slow.getState,
    subscribe: slow.subscribe,
    wait(): void {
      for (const [query] of slowQueries()) since.set(query, clock() + slowAgainAfter - slowAfter)
      update()
    },
    /**
     * Cancels the slow requests and sends them again. Data on screen, typed text and writes in flight are not affected.
     */
    again(): void {
      for (const [query] of slowQueries()) void refetchAgain(query)
    },
  }

  async function refetchAgain({ queryKey }: Query): Promise<void> {
    await queryClient.cancelQueries({ queryKey, exact: true })
    await queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
  }
}

/**
 * Whether a slow load counts. Downloads may take long and show their progress. No user waits for background requests.
 */
function isRead({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint, priority } = callOf(meta)
  return endpoint.answer.kind !== 'bytes' && priority !== 'background'
}
