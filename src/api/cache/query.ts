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
import type { Budget, BudgetState } from '../client/budget.ts'
import type { Live } from '../events/live.ts'
import { lastAsk, responseInfoOf } from './responseInfo.ts'

export type QueryKeyOf<E extends Endpoint> = readonly [resource: E['resource'], path: string, input: Input<E>]

export type QueryExtras = {
  /** Polls while mounted in a visible tab, every so many ms or slower. */
  every?: number
  /** Polls also while a stream of events stands: what changes it comes by no write of the service, so that none tells. */
  untold?: true
  /** Gives way to every other request: for what nobody asked for by name. */
  priority?: 'background'
}

/** For loader and screen: `useSuspenseQuery(query(lessons.list, { course_id }))`, `ensureQueryData(query(…))`. */
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

/** Reads what is there from now on: an answer that was asked for earlier says what was there then. Retries nothing. */
export async function fetchFresh<T, E = DefaultError, K extends QueryKey = QueryKey>(
  client: QueryClient,
  asked: FetchQueryOptions<T, E, T, K>,
): Promise<T> {
  // Also where the clock was set back since: zero would take what was read "later" for fresh.
  const once = { ...asked, staleTime: Number.NEGATIVE_INFINITY, retry: false }
  const same = { queryKey: asked.queryKey, exact: true }
  const since = lastAsk()
  for (;;) {
    if (client.isFetching(same) > 0) {
      // Whoever waits for the first answer gets it. Who has one keeps it: an answer that hangs is not waited for.
      if (client.getQueryData(asked.queryKey) === undefined)
        await client.fetchQuery(once).catch(() => undefined)
      else await client.cancelQueries(same)
    }
    const answer = await client.fetchQuery(once)
    // Where another write broke it off, this is what was held before.
    if ((responseInfoOf(answer)?.nth ?? Number.POSITIVE_INFINITY) > since) return answer
  }
}

export type WriteOptions<E extends Endpoint> = UseMutationOptions<Output<E>, ApiError, Input<E>>

/** A write as mutation options: `useMutation(write(chats.create))`. What it invalidates is stale once it succeeded. */
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
  budget: BudgetState
}

function newestAnswer(queryClient: QueryClient): number | undefined {
  let newest = 0
  for (const { state } of queryClient.getQueryCache().getAll()) newest = Math.max(newest, state.dataUpdatedAt)
  return newest || undefined
}

/** While what changes is told, what is held is as new as the last that was heard. */
export function createFreshness(
  queryClient: QueryClient,
  budget: Budget,
  live: Live,
): StoreApi<FreshnessState> {
  let offline = false
  const store = createStore<FreshnessState>(() => ({ asOf: undefined, offline, budget: budget.state() }))

  const update = () => {
    const answered = newestAnswer(queryClient)
    const asOf = answered && live.isUp() ? Math.max(answered, live.receivedAt()) : answered
    const next = { asOf, offline, budget: budget.state() }
    const shown = store.getState()
    const isSame = next.asOf === shown.asOf && offline === shown.offline && next.budget === shown.budget
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
  budget.subscribe(update)
  live.subscribe(update)
  return store
}
