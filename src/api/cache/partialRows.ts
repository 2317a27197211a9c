import { type QueryClient, type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import type { Endpoint, Input, Output, Rows } from '../../contract/endpoint.ts'
import { keyOf } from './query.ts'

const partialKeyOf = (queryKey: QueryKey): QueryKey => ['partial', ...queryKey]

/**
 * Rows of a list that have arrived while its first response is loading: `useQuery(partialRows(files.list, input))`. They
 * have their own key, so that all other code receives complete lists only. Undefined before and after the loading.
 */
export const partialRows = <E extends Endpoint & { method: 'GET'; response: { kind: 'rows' } }>(
  endpoint: E,
  input: Input<E>,
) => queryOptions<Output<E>>({ queryKey: partialKeyOf(keyOf(endpoint, input)), queryFn: skipToken })

/** Returns a function that caches partial rows until `signal` aborts the request. */
export function createPartialRows(client: QueryClient, queryKey: QueryKey, signal: AbortSignal) {
  signal.addEventListener('abort', () => removePartialRows(client, queryKey))
  return (partial: Rows<unknown>): void => {
    if (signal.aborted) return
    // A repeated request starts again with fewer rows.
    client.setQueryData<Rows<unknown>>(partialKeyOf(queryKey), before =>
      before && before.rows.length > partial.rows.length ? before : partial,
    )
  }
}

/**
 * Call it when a request has completed or failed. After its last observer, TanStack Query keeps even a removed query for
 * its `gcTime`: for an hour, with up to 50,000 rows for each interrupted load.
 */
export function removePartialRows(client: QueryClient, queryKey: QueryKey): void {
  const filters = { queryKey: partialKeyOf(queryKey), exact: true }
  const removed = client.getQueryCache().find(filters)
  client.removeQueries(filters)
  if (removed) removed.gcTime = 0
}
