import { type DataTag, mutationOptions, queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '../contract/endpoint.ts'
import type { ApiError } from './ApiError.ts'

/** What a cached GET is filed under: resource, path and input of the call. */
export type QueryKeyOf<E extends Endpoint> = readonly [resource: E['resource'], path: string, input: Input<E>]

export type QueryExtras = {
  /** Polls while mounted in a visible tab, every so many ms or slower, as the budget says. */
  every?: number
  /** Gives way to every other request: for what nobody asked for by name. */
  priority?: 'background'
}

/**
 * One expression for loader and screen: `useSuspenseQuery(query(lessons.list, { course_id }))`,
 * `queryClient.ensureQueryData(query(…))`. Spread it to add options of the screen's own.
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

/** The key of a cached GET, typed with what it holds: for `getQueryData` and `setQueryData`. */
export function keyOf<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: Input<E>,
): DataTag<QueryKeyOf<E>, Output<E>, ApiError> {
  return query(endpoint, input).queryKey
}

export type WriteOptions<E extends Endpoint> = UseMutationOptions<Output<E>, ApiError, Input<E>>

/** A write as mutation options: `useMutation(write(chats.create))`. What it touches is stale once it succeeded. */
export function write<E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' }>(
  endpoint: E,
): WriteOptions<E> {
  return mutationOptions<Output<E>, ApiError, Input<E>>({
    mutationKey: [endpoint.resource, endpoint.path, endpoint.method],
    meta: { endpoint },
  })
}
