import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { permissions } from '../../../contract/permissions.ts'
import { mayComeYet, readState } from './grantStore.ts'
import type { Resource } from './resources.ts'

export type PrefetchQueue = ReturnType<typeof createPrefetchQueue>

/** A limit of 300 a minute is shared with the whole staff room: a few at a time, behind everything else. */
const atATime = 3
/** More than this many that are not on screen wait until they are. */
const askedAhead = 150
/** Nobody waits for news here; what changes in the drawer is asked for by itself. */
const freshFor = 5 * 60_000

/**
 * Asks the service who has access to resources, one request each, for there is no way to ask for several at once; only
 * where a list said that the reader sees it.
 */
export function createPrefetchQueue(client: QueryClient, now: () => number = Date.now) {
  let wanted: readonly Resource[] = []
  let shown: readonly Resource[] = []
  const begun = new Set<string>()
  let running = 0

  const go = () => {
    while (running < atATime) {
      const waits = ({ key, seesAccess }: Resource) => seesAccess === true && !begun.has(key)
      const next = shown.find(waits) ?? wanted.slice(0, askedAhead).find(waits)
      if (!next) return
      begun.add(next.key)
      const { queryKey, ...options } = askFor(next.of)
      if (isFresh(client.getQueryState(queryKey), now())) continue
      running++
      // It never rejects: what went wrong stands in the cache.
      void client.prefetchQuery({ ...options, queryKey, staleTime: 0 }).finally(() => {
        running--
        go()
      })
    }
  }
  return {
    /** All there is to ask for, the most wanted first. What was wanted before and has not begun is forgotten. */
    want: (resources: readonly Resource[]) => {
      wanted = resources
      go()
    },
    /** What is on screen: it goes first. */
    show: (resources: readonly Resource[]) => {
      shown = resources
      go()
    },
    /** What failed is asked for again. */
    again: () => {
      for (const { key, of } of [...wanted, ...shown]) {
        const state = client.getQueryState(askFor(of).queryKey)
        if (!state || mayComeYet(state.error)) begun.delete(key)
      }
      go()
    },
    /** What was just changed in the drawer. */
    renew: (of: Resource['of']) => {
      const { queryKey, ...options } = askFor(of)
      // Only where a write made it stale, or nothing is known yet.
      if (client.getQueryState(queryKey)?.isInvalidated) void client.prefetchQuery({ ...options, queryKey })
    },
  }
}

const askFor = ({ field, id }: Resource['of']) =>
  query(permissions.list, { [field]: id }, { priority: 'background' })

function isFresh(state: Parameters<typeof readState>[0] | undefined, now: number): boolean {
  const told = state && readState(state)
  if (!told || mayComeYet(state.error)) return false
  const at = told.state === 'known' ? state.dataUpdatedAt : state.errorUpdatedAt
  return now - at < freshFor
}
