import type { DefaultError, FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Reads what is there from now on: an answer that was asked for earlier says what was there then. Tries once. */
export async function readAnew<T, E = DefaultError, K extends QueryKey = QueryKey>(
  client: QueryClient,
  asked: FetchQueryOptions<T, E, T, K>,
): Promise<T> {
  const once = { ...asked, staleTime: 0, retry: false }
  const underWay = client.isFetching({ queryKey: asked.queryKey, exact: true }) > 0
  if (underWay) await client.fetchQuery(once).catch(() => undefined)
  return client.fetchQuery(once)
}
