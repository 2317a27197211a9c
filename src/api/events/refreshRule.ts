import type { Query } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * How fast a GET is fetched again after its events. Times in ms. `spread`: random delay, so that clients that receive the
 * same event do not all send at once. `gap`: minimum time between two requests for the same GET. It doubles, up to
 * `maxGap`, while requests follow each other.
 */
export type RefreshPace = { spread: number; gap: number; maxGap: number }

/** How events refresh the GETs of one endpoint, if the default does not fit. */
export type RefreshRule = {
  endpoint: Endpoint
  pace?: RefreshPace
  /** Whether the cached data contains the change of this event. Without it, every event causes a request. */
  hasChange?(query: Query, event: { id: number; version: number }): boolean
  /** Whether other code fetches the GET again after events were missed. */
  isRefreshedElsewhere?(): boolean
}
