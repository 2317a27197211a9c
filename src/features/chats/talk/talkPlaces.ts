import type { CacheSnapshot } from 'virtua'
import { perPerson } from '../perPerson.ts'

/**
 * Where a chat was left: the row at the top of the view and how far it had gone (px). `sizes` are those measured, good
 * for as many rows.
 */
export type TalkPlace = { topId: number; gone: number; sizes: CacheSnapshot; count: number }

/**
 * Where chats were left, by their id, until the page is left. A chat left at its end has none. Each person's own: the
 * cache and the page outlast a sign-out.
 */
export const useTalkPlaces = perPerson(() => new Map<number, TalkPlace>())
