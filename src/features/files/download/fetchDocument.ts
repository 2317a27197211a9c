import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { documents } from '../../../contract/documents.ts'

/**
 * The bytes of a document, through the api and never by its address. Kept only where a preview keeps them. An abort gives
 * the request up, unless somebody else waits for it too. Rejects with `ApiError`, or the signal's reason.
 */
export async function fetchDocument(client: QueryClient, id: number, signal?: AbortSignal): Promise<Blob> {
  signal?.throwIfAborted()
  // The bytes behind an id never change (contract/documents.ts).
  const options = {
    ...query(documents.content, { document_id: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }
  const isOurs = client.getQueryState(options.queryKey)?.fetchStatus !== 'fetching'
  const giveUp = () => {
    if (isOurs) void client.cancelQueries({ queryKey: options.queryKey, exact: true })
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await client.fetchQuery(options)
  } catch (cause) {
    signal?.throwIfAborted()
    // Somebody else who had asked for it before gave it up.
    if (!isOurs && isCancelledError(cause)) return await fetchDocument(client, id, signal)
    throw cause
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
