import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { bytesQuery, type DocumentAddresses } from '../../../api/cache/documentBytes.ts'

/**
 * Caches for `gcTime` ms. An abort cancels the request, unless another caller started it. Rejects with `ApiError` or
 * the signal's reason.
 */
export async function fetchDocument(
  client: QueryClient,
  document: DocumentAddresses,
  { signal, gcTime = 0 }: { signal?: AbortSignal | undefined; gcTime?: number } = {},
): Promise<Blob> {
  signal?.throwIfAborted()
  const options = { ...bytesQuery(document), gcTime }
  const isStartedHere = client.getQueryState(options.queryKey)?.fetchStatus !== 'fetching'
  const cancel = () => {
    if (isStartedHere) void client.cancelQueries({ queryKey: options.queryKey, exact: true })
  }
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await client.fetchQuery(options)
  } catch (cause) {
    signal?.throwIfAborted()
    // The caller that started the request cancelled it.
    if (!isStartedHere && isCancelledError(cause))
      return await fetchDocument(client, document, { signal, gcTime })
    throw cause
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
