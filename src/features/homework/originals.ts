import type { QueryClient } from '@tanstack/react-query'

/** In bytes. Browsers keep large blobs on disk. */
const maxBytes = 128 * 1024 * 1024

/** By document ID, the least recently used first. */
const byClient = new WeakMap<QueryClient, Map<number, Blob>>()

/**
 * Keeps the bytes of a pupil's file that was shown, so that its marked copy can be created offline. The query cache
 * removes them after some minutes, and the address of a document changes.
 */
export function rememberOriginal(client: QueryClient, documentId: number, bytes: Blob): void {
  const originals = byClient.get(client) ?? new Map<number, Blob>()
  byClient.set(client, originals)
  originals.delete(documentId)
  originals.set(documentId, bytes)
  let total = originals.values().reduce((sum, { size }) => sum + size, 0)
  for (const [id, { size }] of originals) {
    if (total <= maxBytes || id === documentId) break
    originals.delete(id)
    total -= size
  }
}

export const getOriginal = (client: QueryClient, documentId: number): Blob | undefined =>
  byClient.get(client)?.get(documentId)

export function forgetOriginals(client: QueryClient): void {
  byClient.delete(client)
}
