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
  /** Poll interval in a visible tab, in ms. The rate limit can extend it. */
  every?: number
  /** For data that changes without a write. */
  pollsWhileLive?: true
  /** For data that the user did not request. */
  priority?: 'background'
}

/** `useSuspenseQuery(query(lessons.list, { course_id }))` */
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

/** Fetches data requested after the call. Does not retry. */
export async function fetchFresh<T, E = DefaultError, K extends QueryKey = QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<T, E, T, K>,
): Promise<T> {
  // 0 would count data as fresh after the clock was set back.
  const once = { ...options, staleTime: Number.NEGATIVE_INFINITY, retry: false }
  const same = { queryKey: options.queryKey, exact: true }
  const since = lastRequestNumber()
  for (;;) {
    if (client.isFetching(same) > 0) {
      // A screen needs the first load. A refetch may hang, so it is cancelled.
      if (client.getQueryData(options.queryKey) === undefined)
        await client.fetchQuery(once).catch(() => undefined)
      else await client.cancelQueries(same)
    }
    const data = await client.fetchQuery(once)
    // A cancelled request returns older data.
    if ((responseInfoOf(data)?.requestNumber ?? Number.POSITIVE_INFINITY) > since) return data
  }
}

export type WriteOptions<E extends Endpoint> = UseMutationOptions<Output<E>, ApiError, Input<E>>

/** `useMutation(write(chats.create))`. Success updates the cache. */
export function write<E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' }>(
  endpoint: E,
  extras: Pick<QueryExtras, 'priority'> = {},
): WriteOptions<E> {
  return mutationOptions<Output<E>, ApiError, Input<E>>({
    mutationKey: [endpoint.resource, endpoint.path, endpoint.method],
    meta: { endpoint, ...extras },
  })
}

export type FreshnessState = {
  asOf: number | undefined
  offline: boolean
  /** Unix ms. */
  busyUntil: number | undefined
}

function getNewestUpdate(queryClient: QueryClient): number | undefined {
  let newest = 0
  for (const { state } of queryClient.getQueryCache().getAll()) newest = Math.max(newest, state.dataUpdatedAt)
  return newest || undefined
}

/** Live data is as old as the last event or heartbeat. */
export function createFreshness(
  queryClient: QueryClient,
  rateLimit: RateLimit,
  live: Live,
): StoreApi<FreshnessState> {
  let offline = false
  const store = createStore<FreshnessState>(() => ({ asOf: undefined, offline, busyUntil: undefined }))

  const update = () => {
    const fetchedAt = getNewestUpdate(queryClient)
    const asOf = fetchedAt && live.isUp() ? Math.max(fetchedAt, live.receivedAt()) : fetchedAt
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
