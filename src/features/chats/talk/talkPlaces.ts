import type { QueryClient } from '@tanstack/react-query'
import type { CacheSnapshot } from 'virtua'

/**
 * Where a chat was left: the row at the top of the view and how far it had gone (px). `sizes` are those measured, good
 * for as many rows.
 */
export type TalkPlace = { topId: number; gone: number; sizes: CacheSnapshot; count: number }

// With the cache of one person: nobody finds the place of another.
const places = new WeakMap<QueryClient, Map<number, TalkPlace>>()

/** Where chats were left, by their id, until the page is left. A chat left at its end has none. */
export function placesOf(queryClient: QueryClient): Map<number, TalkPlace> {
  const known = places.get(queryClient) ?? new Map<number, TalkPlace>()
  places.set(queryClient, known)
  return known
}
