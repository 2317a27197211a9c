import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { bytesOf, type Placed } from '../../../api/client/documentBytes.ts'

/**
 * The bytes of a document, through the api, kept for `gcTime` ms. An abort gives the request up, unless somebody else
 * waits for it too. Rejects with `ApiError`, or the signal's reason.
 */
export async function fetchDocument(
  client: QueryClient,
  document: Placed,
  { signal, gcTime = 0 }: { signal?: AbortSignal | undefined; gcTime?: number } = {},
): Promise<Blob> {
  signal?.throwIfAborted()
  const options = { ...bytesOf(document), gcTime }
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
    if (!isOurs && isCancelledError(cause)) return await fetchDocument(client, document, { signal, gcTime })
    throw cause
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
