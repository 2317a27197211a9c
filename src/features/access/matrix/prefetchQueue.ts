import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { permissions } from '../../../contract/permissions.ts'
import { mayComeYet, readState } from './grantStore.ts'
import type { Resource } from './resources.ts'

export type PrefetchQueue = ReturnType<typeof createPrefetchQueue>

/**
 * Maximum number of parallel requests. The whole staff room shares a limit of 300 per minute, so all other requests
 * have priority.
 */
const atATime = 3
/** Maximum number of resources that are requested before they are on the screen. */
const askedAhead = 150
/** Time for which a result is not requested again, in ms. Changes in the drawer are fetched separately. */
const freshFor = 5 * 60_000

/**
 * Creates the queue that fetches the access to resources. Each resource needs its own request, because the service has
 * no endpoint for several. Resources are skipped unless their list says that the user may see the access.
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
      // It never rejects. The error is in the cache.
      void client.prefetchQuery({ ...options, queryKey, staleTime: 0 }).finally(() => {
        running--
        go()
      })
    }
  }
  return {
    /** Sets the resources to fetch, in order of priority. Replaces earlier ones that have not been requested. */
    want: (resources: readonly Resource[]) => {
      wanted = resources
      go()
    },
    /** Sets the resources on the screen, which come first. */
    show: (resources: readonly Resource[]) => {
      shown = resources
      go()
    },
    /** Fetches failed resources again. */
    again: () => {
      for (const { key, of } of [...wanted, ...shown]) {
        const state = client.getQueryState(askFor(of).queryKey)
        if (!state || mayComeYet(state.error)) begun.delete(key)
      }
      go()
    },
    /** Fetches a resource again that was changed in the drawer. */
    renew: (of: Resource['of']) => {
      const { queryKey, ...options } = askFor(of)
      // Only if a write has invalidated it.
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
