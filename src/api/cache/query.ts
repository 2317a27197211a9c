import {
  type DataTag,
  type DefaultError,
  type FetchQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import { ApiError } from '../client/ApiError.ts'
import type { RateLimit } from '../client/rateLimit.ts'
import { lastRequestNumber, responseInfoOf } from '../client/responseInfo.ts'
import type { Live } from './live.ts'

export type QueryKeyOf<E extends Endpoint> = readonly [resource: E['resource'], path: string, input: Input<E>]

export type QueryExtras = {
  /** Poll interval while mounted in a visible tab, in ms. The rate limit can make it longer. */
  every?: number
  /**
   * Polls even while an event stream is open. For data that changes without a write to the service, and so without an
   * event.
   */
  pollsWhileLive?: true
  /** Lets all other requests go first. For data that the user did not request. */
  priority?: 'background'
}

/**
 * Creates query options for loaders and screens: `useSuspenseQuery(query(lessons.list, { course_id }))`,
 * `ensureQueryData(query(…))`.
 */
export function query<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: Input<E>,
  extras: QueryExtras = {},
) {
  const queryKey: QueryKeyOf<E> = [endpoint.resource, endpoint.path, input]
  return queryOptions<Output<E>, ApiError, Output<E>, QueryKeyOf<E>>({
    queryKey,
    meta: { endpoint, input, ...extras },
  })
}

export function keyOf<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: Input<E>,
): DataTag<QueryKeyOf<E>, Output<E>, ApiError> {
  return query(endpoint, input).queryKey
}

/** Fetches the data as it is from now on. The response to an earlier request is not accepted. Does not retry. */
export async function fetchFresh<T, E = DefaultError, K extends QueryKey = QueryKey>(
  client: QueryClient,
  asked: FetchQueryOptions<T, E, T, K>,
): Promise<T> {
  // With 0, data from before the clock was set back would count as fresh.
  const once = { ...asked, staleTime: Number.NEGATIVE_INFINITY, retry: false }
  const same = { queryKey: asked.queryKey, exact: true }
  const since = lastRequestNumber()
  for (;;) {
    if (client.isFetching(same) > 0) {
      // A first load is awaited, because a screen needs it. A refetch is cancelled, because it may hang.
      if (client.getQueryData(asked.queryKey) === undefined)
        await client.fetchQuery(once).catch(() => undefined)
      else await client.cancelQueries(same)
    }
    const answer = await client.fetchQuery(once)
    // If another write cancelled the request, the answer is the data from before.
    if ((responseInfoOf(answer)?.requestNumber ?? Number.POSITIVE_INFINITY) > since) return answer
  }
}

export type WriteOptions<E extends Endpoint> = UseMutationOptions<Output<E>, ApiError, Input<E>>

/**
 * Creates mutation options: `useMutation(write(chats.create))`. After success, the GETs that it invalidates are stale.
 */
export function write<E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' }>(
  endpoint: E,
): WriteOptions<E> {
  return mutationOptions<Output<E>, ApiError, Input<E>>({
    mutationKey: [endpoint.resource, endpoint.path, endpoint.method],
    meta: { endpoint },
  })
}

export type FreshnessState = {
  asOf: number | undefined
  offline: boolean
  /** Time until which the rate limit delays all requests, in Unix ms. */
  busyUntil: number | undefined
}

function newestAnswer(queryClient: QueryClient): number | undefined {
  let newest = 0
  for (const { state } of queryClient.getQueryCache().getAll()) newest = Math.max(newest, state.dataUpdatedAt)
  return newest || undefined
}

/**
 * Creates the store with the age of the cached data and the state of the connection. While live updates arrive, the
 * cache is as current as the last event or heartbeat.
 */
export function createFreshness(
  queryClient: QueryClient,
  rateLimit: RateLimit,
  live: Live,
): StoreApi<FreshnessState> {
  let offline = false
  const store = createStore<FreshnessState>(() => ({ asOf: undefined, offline, busyUntil: undefined }))

  const update = () => {
    const answered = newestAnswer(queryClient)
    const asOf = answered && live.isUp() ? Math.max(answered, live.receivedAt()) : answered
    const next = { asOf, offline, busyUntil: rateLimit.busyUntil() }
    const shown = store.getState()
    const isSame = next.asOf === shown.asOf && offline === shown.offline && next.busyUntil === shown.busyUntil
    if (!isSame) store.setState(next)
  }
  queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'removed') return update()
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success') offline = false
    else if (action.type === 'error' || action.type === 'failed') {
      offline = action.error instanceof ApiError && action.error.kind === 'offline'
    } else return
    update()
  })
  rateLimit.subscribe(update)
  live.subscribe(update)
  return store
}
