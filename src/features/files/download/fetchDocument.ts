import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { bytesQuery, type DocumentAddresses } from '../../../api/cache/documentBytes.ts'

/**
 * Fetches a document through the API and caches it for `gcTime` ms. An abort cancels the request, unless it belongs to
 * another caller. Rejects with `ApiError` or the signal's reason.
 */
export async function fetchDocument(
  client: QueryClient,
  document: DocumentAddresses,
  { signal, gcTime = 0 }: { signal?: AbortSignal | undefined; gcTime?: number } = {},
): Promise<Blob> {
  signal?.throwIfAborted()
  const options = { ...bytesQuery(document), gcTime }
  const isOurs = client.getQueryState(options.queryKey)?.fetchStatus !== 'fetching'
  const giveUp = () => {
    if (isOurs) void client.cancelQueries({ queryKey: options.queryKey, exact: true })
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await client.fetchQuery(options)
  } catch (cause) {
    signal?.throwIfAborted()
    // Another caller had started the request and cancelled it.
    if (!isOurs && isCancelledError(cause)) return await fetchDocument(client, document, { signal, gcTime })
    throw cause
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
