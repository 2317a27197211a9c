import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { keyOf, query } from '../../../api/cache/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import {
  type Funnel,
  funnelOf,
  type SubmissionEntry,
  stepOf,
  submissions,
} from '../../../contract/submissions.ts'
import { getFunnel } from '../progress/correctionProgress.ts'
import { type ReturnState, usePendingReturnStates } from '../progress/returnStates.ts'
import { usePrefetchQueue } from './taskQueue.ts'

export type FunnelState = Funnel | 'failed'
export type Funnels = ReadonlyMap<number, FunnelState>

const staleTimeMs = 5 * 60_000
const maxConcurrent = 2

/**
 * Returns the cached funnels. Fetches those of `ids` that are missing or older than `staleTimeMs`, with background
 * priority, and again when `refetchKey` changes.
 */
export function useFunnels(ids: readonly number[], refetchKey: number): Funnels {
  const client = useQueryClient()
  usePrefetchQueue(ids, refetchKey, maxConcurrent, id =>
    client.prefetchQuery({
      ...query(submissions.list, { todo_id: id }, { priority: 'background' }),
      staleTime: staleTimeMs,
    }),
  )
  return useCachedFunnels()
}

/** Pending corrections count as marked. */
export function useCachedFunnels(): Funnels {
  const client = useQueryClient()
  const [store] = useState(() => createFunnelStore(client))
  const funnels = useSyncExternalStore(store.subscribe, store.get)
  const returned = usePendingReturnStates()
  return useMemo(() => {
    const withReturned = new Map(funnels)
    for (const [id, states] of returned) {
      const funnel = store.countWith(id, states)
      if (funnel && funnels.has(id)) withReturned.set(id, funnel)
    }
    return withReturned
  }, [funnels, returned, store])
}

/** Reads the query cache, because one observer per homework would be too many: a class can have 1,000. */
function createFunnelStore(client: QueryClient) {
  const cache = new WeakMap<Rows<SubmissionEntry>, Funnel>()
  const [resource, path] = keyOf(submissions.list, { todo_id: 1 })
  const count = (rows: Rows<SubmissionEntry>) => {
    const funnel = cache.get(rows) ?? funnelOf(rows.rows.map(entry => stepOf(entry.submission)))
    cache.set(rows, funnel)
    return funnel
  }
  const read = (): Funnels => {
    const states = new Map<number, FunnelState>()
    for (const [key, data] of client.getQueriesData<Rows<SubmissionEntry>>({ queryKey: [resource, path] })) {
      const id = getHomeworkId(key)
      if (id === undefined) continue
      if (data) states.set(id, count(data))
      else if (client.getQueryState(key)?.status === 'error') states.set(id, 'failed')
    }
    return states
  }
  let latest = read()
  return {
    get: () => latest,
    countWith: (id: number, states: ReadonlyMap<number, ReturnState>): Funnel | undefined => {
      const data = client.getQueryData<Rows<SubmissionEntry>>(keyOf(submissions.list, { todo_id: id }))
      return data && getFunnel(data.rows, states)
    },
    subscribe: (listener: () => void) => {
      const update = () => {
        const next = read()
        if (haveSameFunnels(next, latest)) return
        latest = next
        listener()
      }
      update()
      return client.getQueryCache().subscribe(({ query: { queryKey } }) => {
        if (queryKey[0] === resource && queryKey[1] === path) update()
      })
    },
  }
}

function getHomeworkId(key: readonly unknown[]): number | undefined {
  const [, , input] = key
  const id = typeof input === 'object' && input !== null && 'todo_id' in input ? input.todo_id : undefined
  return typeof id === 'number' ? id : undefined
}

const haveSameFunnels = (a: Funnels, b: Funnels) =>
  a.size === b.size && [...a].every(([id, state]) => b.get(id) === state)
