import type { Query } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * Times in ms. `spread`: random delay, so that clients with the same event do not all send at once. `gap`:
 * minimum between two requests for one GET. It doubles up to `maxGap` while requests follow each other.
 */
export type RefreshPace = { spread: number; gap: number; maxGap: number }

export type RefreshRule = {
  endpoint: Endpoint
  pace?: RefreshPace
  /** Whether the cached data contains this change. By default every event causes a request. */
  hasChange?(query: Query, event: { id: number; version: number }): boolean
  /** Whether other code fetches the GET again after missed events. */
  isRefreshedElsewhere?(): boolean
}
