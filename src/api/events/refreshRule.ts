import type { Query } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * In ms. `spread`: random delay, so that clients do not all send at once. `gap`: minimum between requests for
 * one GET; doubles up to `maxGap`.
 */
export type RefreshPace = { spread: number; gap: number; maxGap: number }

export type RefreshRule = {
  endpoint: Endpoint
  pace?: RefreshPace
  /** By default every event causes a request. */
  hasChange?(query: Query, event: { id: number; version: number }): boolean
}
