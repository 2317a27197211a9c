import type { QueryClient } from '@tanstack/react-query'
import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'

/** In bytes. Browsers keep large blobs on disk. */
const maxBytes = 128 * 1024 * 1024

/** By document ID, the least recently used first. */
const getOriginals = memoizePerOwner((_: QueryClient) => new Map<number, Blob>())

/**
 * Keeps the bytes of a pupil's file that was shown, so that its marked copy can be created offline. The query cache
 * removes them after some minutes, and the address of a document changes.
 */
export function rememberOriginal(client: QueryClient, documentId: number, bytes: Blob): void {
  const originals = getOriginals(client)
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
  getOriginals(client).get(documentId)

export function forgetOriginals(client: QueryClient): void {
  getOriginals(client).clear()
}
