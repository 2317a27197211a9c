import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
} from '@tanstack/react-query'
import { applyWrite, refetch, type Written } from './cache/applyWrite.ts'
import { isPassExpired } from './cache/documentBytes.ts'
import { createLive, type Live } from './cache/live.ts'
import { createPartialRows, removePartialRows } from './cache/partialRows.ts'
import { createFreshness } from './cache/query.ts'
import { ApiError } from './client/ApiError.ts'
import { callOf, createCall } from './client/call.ts'
import { createKeySupport } from './client/keySupport.ts'
import { createMissingEndpoints } from './client/missingEndpoints.ts'
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
/** Comparing longer lists takes longer than rendering. */
const maxComparedRows = 1000

export function createApi({ fetch, clock = Date.now, rateLimit = createRateLimit({ clock }) }: ApiOptions) {
  const missingEndpoints = createMissingEndpoints()
  const keySupport = createKeySupport()
  const live = createLive(clock)
  const ownWrites = createOwnWrites()
  const call = createCall({ fetch, rateLimit, missingEndpoints, keySupport, ownWrites, clock })
  const repeatingCall = createRepeatingCall(call, keySupport)
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal, client, queryKey }) => {
          const { endpoint, input, priority = 'user' } = callOf(meta)
          const cached = client.getQueryData(queryKey)
          const shown = cached !== undefined
          const isPolled = getPoll(client.getQueryCache().find({ queryKey, exact: true })) !== undefined
          return call(endpoint, input, {
            ...{ signal, cached },
            priority: isPolled && shown ? 'background' : priority,
            onPartialRows: shown ? undefined : createPartialRows(client, queryKey, signal),
          })
        },
        refetchInterval(query) {
          const poll = getPoll(query)
          return poll && (poll.pollsWhileLive || !live.isUp()) ? rateLimit.pollInterval(poll.every) : false
        },
        refetchOnWindowFocus: () => !live.isUp(),
        // Offline pages show an error, and the demo needs no network.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: minute,
        gcTime: 60 * minute,
        retry: shouldRetry,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
        structuralSharing: (before, after) => shareData(before, after, clock()),
      },
      mutations: {
        mutationFn: (variables, { meta }) => {
          const { endpoint, priority } = callOf(meta)
          return repeatingCall(endpoint, variables ?? {}, priority)
        },
        networkMode: 'always',
        // A 429 had no effect.
        retry: (failures, error) => isKind(error, 'busy') && failures < 2,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
      },
    },
    queryCache: new QueryCache({
      onSettled(_data, _error, { queryKey }) {
        removePartialRows(queryClient, queryKey)
      },
      onError(error) {
        if (error instanceof ApiError && isPassExpired(error)) refetchListsWithDocuments(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (response, input, _before, { meta, state }) => {
        if (meta?.endpoint === undefined) return
        applyWrite(
          queryClient,
          { endpoint: callOf(meta).endpoint, input, sentAt: state.submittedAt },
          response,
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
    supportsKeys: keySupport.isSupported,
    ownWrites,
    freshness: createFreshness(queryClient, rateLimit, live),
    /** For the delivery. `response` is undefined if a later check found only that the write was executed. */
    recordWrite: batchCacheUpdates(queryClient, clock),
    forget(): void {
      queryClient.clear()
      missingEndpoints.forget()
      keySupport.forget()
    },
  }
}

/** A GET is polled as soon as one of the components that show it asks for it. */
function getPoll(query: Query | undefined) {
  const meta = query?.observers.find(({ options }) => typeof options.meta?.every === 'number')?.options.meta
  return meta && { every: Number(meta.every), pollsWhileLive: meta.pollsWhileLive === true }
}

function pausePollingWhileLive(live: Live, queryClient: QueryClient): void {
  live.subscribe((now, before) => {
    if (now.isUp === before.isUp) return
    // An observer computes its interval when its options are set.
    for (const { observers } of queryClient.getQueryCache().getAll())
      for (const observer of observers) observer.setOptions(observer.options)
  })
}

/** Without ETags, because responses may differ only in addresses. */
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

// Only the wait that the service requested. The rate limit delays the rest.
function retryDelay(failures: number, error: unknown, now: number): number {
  const wait = error instanceof ApiError && error.retryAt !== undefined ? error.retryAt - now : 0
  return Math.max(wait, 1000 * 2 ** failures)
}

/** Keeps unchanged parts of the cached data, or all if it is newer. */
function shareData(before: unknown, after: unknown, now: number): unknown {
  if (isOutdated(after, before, now)) return before
  const rows = typeof after === 'object' && after !== null && 'rows' in after ? after.rows : undefined
  const isLong = Array.isArray(rows) && rows.length > maxComparedRows
  const shared = isLong ? after : replaceEqualDeep(before, after)
  if (shared !== after && responseInfoOf(after)) setResponseInfo(shared, responseInfoOf(after))
  return shared
}

const batchInterval = 1000
/** Batches between refetches of unpatched GETs. */
const refetchEvery = 15

/** Applies `batched` responses about once a second, and refetches a few times per minute. */
function batchCacheUpdates(
  queryClient: QueryClient,
  clock: () => number,
): (write: Written, response: unknown) => void {
  let queuedWrites: { write: Written; response: unknown; at: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<Query>()
  const applyQueued = () => {
    const batch = queuedWrites
    queuedWrites = []
    notifyManager.batch(() => {
      for (const { write, response, at } of batch) applyWrite(queryClient, write, response, at, stale)
    })
  }
  const refetchStale = () => {
    refetch(queryClient, new Set(stale))
    stale.clear()
  }
  const pause = (times: number) => {
    timer = setTimeout(() => {
      timer = undefined
      const isOver = queuedWrites.length === 0
      applyQueued()
      if (isOver || times % refetchEvery === 0) refetchStale()
      if (!isOver) pause(times + 1)
    }, batchInterval)
  }
  return (write, response) => {
    const isBatched = write.endpoint.patches?.some(patch => patch.batched)
    if (!isBatched) {
      applyQueued()
      applyWrite(queryClient, write, response, clock())
      return
    }
    queuedWrites.push({ write, response, at: clock() })
    if (timer !== undefined) return
    applyQueued()
    refetchStale()
    pause(1)
  }
}
