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
import { createFreshness } from './cache/query.ts'
import { isLate, responseInfoOf, setResponseInfo } from './cache/responseInfo.ts'
import { ApiError } from './client/ApiError.ts'
import { type Budget, createBudget } from './client/budget.ts'
import { callOf, createCall } from './client/call.ts'
import { isPassOver } from './client/documentBytes.ts'
import { createLacking } from './client/lacking.ts'
import { createLive, type Live } from './events/live.ts'

export type Api = ReturnType<typeof createApi>

type ApiOptions = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  budget?: Budget
  clock?: () => number
}

const minute = 60_000
/** Lists longer than this are taken as they come: comparing them entry by entry costs more than painting them. */
const comparedRows = 1000

/** The way to the service. What `query()` and `write()` make needs no function: its call stands in its `meta`. */
export function createApi({ fetch, clock = Date.now, budget = createBudget({ clock }) }: ApiOptions) {
  const lacking = createLacking()
  const live = createLive(clock)
  const call = createCall({ fetch, budget, lacking, wrote: live.wrote, clock })
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal, client, queryKey }) => {
          const { endpoint, input, every, priority = 'read' } = callOf(meta)
          const held = client.getQueryData(queryKey)
          const shown = held !== undefined
          return call(endpoint, input, { signal, held, priority: every && shown ? 'background' : priority })
        },
        refetchInterval: ({ meta }) =>
          typeof meta?.every === 'number' && (meta.untold || !live.isUp())
            ? budget.pollInterval(meta.every)
            : false,
        // Whoever comes back finds what was told meanwhile.
        refetchOnWindowFocus: () => !live.isUp(),
        // Never paused: a page that is offline says so instead of waiting, and the demo works without a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: minute,
        gcTime: 60 * minute,
        retry: shouldRetry,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
        structuralSharing: (before, after) => share(before, after, clock()),
      },
      mutations: {
        mutationFn: (variables, { meta }) => call(callOf(meta).endpoint, variables ?? {}),
        networkMode: 'always',
        // A refusal for want of budget means not done, so sending again is no second time.
        retry: (failures, error) => isKind(error, 'busy') && failures < 2,
        retryDelay: (failures, error) => retryDelay(failures, error, clock()),
      },
    },
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiError && isPassOver(error)) readListsAnew(queryClient)
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
  restWhileUp(live, queryClient)
  return {
    call,
    queryClient,
    budget,
    live,
    freshness: createFreshness(queryClient, budget, live),
    /** For what the outbox sent. The answer is as `call` gave it, absent where it is only known that it was done. */
    wrote: batchCacheUpdates(queryClient, clock),
    slowReads: createSlowReads(queryClient, clock, budget),
    forget(): void {
      queryClient.clear()
      lacking.forget()
    },
  }
}

/** Polls stop when the stream of events begins, and begin again when it ends. */
function restWhileUp(live: Live, queryClient: QueryClient): void {
  live.subscribe((now, before) => {
    if (now.isUp === before.isUp) return
    // Given its options again an observer reckons its interval anew.
    for (const { observers } of queryClient.getQueryCache().getAll())
      for (const observer of observers) observer.setOptions(observer.options)
  })
}

/** What holds addresses of documents is asked for again as a whole: the answer is the same but for its addresses. */
function readListsAnew(queryClient: QueryClient): void {
  const cached = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [resource] }) =>
      ['file', 'submission', 'homework', 'message'].includes(String(resource)),
  })
  for (const { state } of cached) {
    const info = responseInfoOf(state.data)
    if (info)
      setResponseInfo(state.data, { askedAt: info.askedAt, ...(info.nth !== undefined && { nth: info.nth }) })
  }
  const stale = new Set(cached)
  void queryClient.invalidateQueries({ predicate: query => stale.has(query) })
}

const isKind = (error: unknown, ...kinds: ApiError['kind'][]) =>
  error instanceof ApiError && kinds.includes(error.kind)

const shouldRetry = (failures: number, error: unknown) =>
  failures < 2 && isKind(error, 'offline', 'server', 'busy')

// A refused read waits its turn in the budget; here only for as long as the service itself asked.
function retryDelay(failures: number, error: unknown, now: number): number {
  const wait = error instanceof ApiError && error.retryAt !== undefined ? error.retryAt - now : 0
  return Math.max(wait, 1000 * 2 ** failures)
}

/** Keeps what did not change, and with it what is known of the response; of two answers the one that was asked for later. */
function share(before: unknown, after: unknown, now: number): unknown {
  if (isLate(after, before, now)) return before
  const rows = typeof after === 'object' && after !== null && 'rows' in after ? after.rows : undefined
  const isLong = Array.isArray(rows) && rows.length > comparedRows
  const shared = isLong ? after : replaceEqualDeep(before, after)
  if (shared !== after && responseInfoOf(after)) setResponseInfo(shared, responseInfoOf(after))
  return shared
}

const interval = 1000
/** What the answers do not say is asked again every so many of these times, and at the end. */
const seldom = 15

/**
 * For writes that come by the hundred: `batched` answers enter together about once a second, and what else they
 * invalidate is asked again a few times a minute. Any other write enters at once, after those before it.
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

/** Something on screen waits for its first answer for so long that a person wonders, ms. */
export const slowAfter = 10_000
const askedAgainAfter = 30_000

/** What a screen waits for and does not get. For `useSyncExternalStore(slow.subscribe, slow.isSlow)`. */
function createSlowReads(queryClient: QueryClient, clock: () => number, budget: Budget) {
  const cache = queryClient.getQueryCache()
  const since = new Map<Query, number>()
  const slow = createStore(() => false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasBusy = false

  /** While the rate limit holds requests back, the service has nothing to answer: the time starts again afterwards. */
  const skipBusyTime = () => {
    const isBusy = budget.state().level === 'busy'
    if (isBusy || wasBusy) for (const query of since.keys()) since.set(query, clock())
    wasBusy = isBusy
  }
  const isWaiting = (query: Query) =>
    query.state.data === undefined && query.state.fetchStatus !== 'idle' && query.getObserversCount() > 0
  const late = () => [...since].filter(([query, from]) => isWaiting(query) && clock() - from >= slowAfter)
  const look = () => {
    clearTimeout(timer)
    skipBusyTime()
    const next = Math.min(...since.values())
    // A timer may be early by a hair, and something may have come on screen since.
    if (since.size > 0) timer = setTimeout(look, Math.max(next + slowAfter - clock(), 250))
    slow.setState(late().length > 0)
  }
  cache.subscribe(event => {
    const { query } = event
    if (event.type === 'removed') since.delete(query)
    else if (event.type === 'updated' && event.action.type === 'fetch') {
      if (query.state.data === undefined && isRead(query)) since.set(query, clock())
    } else if (query.state.fetchStatus === 'idle' || query.state.data !== undefined) since.delete(query)
    else return
    look()
  })
  budget.subscribe(look)

  return {
    isSlow: slow.getState,
    subscribe: slow.subscribe,
    wait(): void {
      for (const [query] of late()) since.set(query, clock() + askedAgainAfter - slowAfter)
      look()
    },
    /** Gives up what has not been answered and asks anew. What is shown, typed or on its way stays as it is. */
    again(): void {
      for (const [query] of late()) void askAnew(query)
    },
  }

  async function askAnew({ queryKey }: Query): Promise<void> {
    await queryClient.cancelQueries({ queryKey, exact: true })
    await queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
  }
}

/** Bytes take as long as they take, and say how far they are; what nobody asked for by name makes nobody wait. */
function isRead({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint, priority } = callOf(meta)
  return endpoint.answer.kind !== 'bytes' && priority !== 'background'
}
