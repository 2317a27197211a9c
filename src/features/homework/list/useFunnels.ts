import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
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

/** Funnel of one homework, or that it could not be loaded. */
export type FunnelState = Funnel | 'failed'
export type Funnels = ReadonlyMap<number, FunnelState>

/** Age at which a funnel is fetched again in the background, in ms. Submissions change while a class works. */
const staleTimeMs = 5 * 60_000
const maxConcurrent = 2

/**
 * Returns the cached funnels. Fetches those of `wanted` that are missing or old, with background priority, two at a
 * time. When `round` changes, all may be fetched again.
 */
export function useFunnels(wanted: readonly number[], round: number): Funnels {
  const client = useQueryClient()
  const [turns] = useState(() =>
    createTaskQueue(maxConcurrent, id =>
      client.prefetchQuery({
        ...query(submissions.list, { todo_id: id }, { priority: 'background' }),
        staleTime: staleTimeMs,
      }),
    ),
  )
  const key = wanted.join()
  useEffect(() => {
    turns.setIds(key === '' ? [] : key.split(',').map(Number))
    return () => turns.setIds([])
  }, [turns, key])
  useEffect(() => {
    if (round > 0) turns.reset()
  }, [turns, round])
  return useCachedFunnels()
}

/** Returns the funnels of all homework whose submissions are cached. Pending corrections count as marked. */
export function useCachedFunnels(): Funnels {
  const client = useQueryClient()
  const [store] = useState(() => createFunnelStore(client))
  const counted = useSyncExternalStore(store.subscribe, store.get)
  const returned = usePendingReturnStates()
  return useMemo(() => {
    const withReturned = new Map(counted)
    for (const [id, states] of returned) {
      const funnel = store.countWith(id, states)
      if (funnel && counted.has(id)) withReturned.set(id, funnel)
    }
    return withReturned
  }, [counted, returned, store])
}

/**
 * Creates a store that reads the query cache. One observer per homework would be too many, because a class can have
 * 1,000.
 */
function createFunnelStore(client: QueryClient) {
  const counted = new WeakMap<Rows<SubmissionEntry>, Funnel>()
  const [resource, path] = keyOf(submissions.list, { todo_id: 1 })
  const count = (rows: Rows<SubmissionEntry>) => {
    const known = counted.get(rows) ?? funnelOf(rows.rows.map(entry => stepOf(entry.submission)))
    counted.set(rows, known)
    return known
  }
  const read = (): Funnels => {
    const known = new Map<number, FunnelState>()
    for (const [key, data] of client.getQueriesData<Rows<SubmissionEntry>>({ queryKey: [resource, path] })) {
      const id = idOf(key)
      if (id === undefined) continue
      if (data) known.set(id, count(data))
      else if (client.getQueryState(key)?.status === 'error') known.set(id, 'failed')
    }
    return known
  }
  let latest = read()
  return {
    get: () => latest,
    /** Returns the funnel of one homework. Pending corrections count as marked. */
    countWith: (id: number, states: ReadonlyMap<number, ReturnState>): Funnel | undefined => {
      const data = client.getQueryData<Rows<SubmissionEntry>>(keyOf(submissions.list, { todo_id: id }))
      return data && getFunnel(data.rows, states)
    },
    subscribe: (listener: () => void) => {
      const update = () => {
        const now = read()
        if (sameFunnels(now, latest)) return
        latest = now
        listener()
      }
      update()
      return client.getQueryCache().subscribe(({ query: { queryKey } }) => {
        if (queryKey[0] === resource && queryKey[1] === path) update()
      })
    },
  }
}

function idOf(key: readonly unknown[]): number | undefined {
  const [, , input] = key
  const id = typeof input === 'object' && input !== null && 'todo_id' in input ? input.todo_id : undefined
  return typeof id === 'number' ? id : undefined
}

const sameFunnels = (a: Funnels, b: Funnels) =>
  a.size === b.size && [...a].every(([id, state]) => b.get(id) === state)

/** Queue that runs a few tasks at a time, in the given order. */
type TaskQueue = {
  /** Replaces the IDs in the queue, the most important first. Earlier IDs whose task has not started are dropped. */
  setIds: (ids: readonly number[]) => void
}

/**
 * Creates a queue that calls `run` once per ID, at most `limit` at a time. `reset` allows every ID to run once more.
 * `run` must not reject.
 */
export function createTaskQueue(
  limit: number,
  run: (id: number) => Promise<unknown>,
): TaskQueue & { reset: () => void } {
  let wanted: readonly number[] = []
  let begun = new Set<number>()
  let running = 0
  const go = () => {
    while (running < limit) {
      const next = wanted.find(id => !begun.has(id))
      if (next === undefined) return
      begun.add(next)
      running++
      void run(next).finally(() => {
        running--
        go()
      })
    }
  }
  return {
    setIds: ids => {
      wanted = ids
      go()
    },
    reset: () => {
      begun = new Set()
      go()
    },
  }
}
