import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { keyOf } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import type { ListedHomework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { type WorkCounts, workCountsOf } from '../../../contract/workCounts.ts'
import { countEntries } from '../progress/correctionProgress.ts'
import { type ReturnState, usePendingReturnStates } from '../progress/returnStates.ts'

/** By homework ID. Without homework that the service does not count for the user. */
export type WorkCountsById = ReadonlyMap<number, WorkCounts>

/**
 * Returns the counts of a list that was requested at `requestedAt` (Unix ms). Submissions that are cached count instead
 * if they are newer or if corrections are being sent, so that list and desk have the same numbers.
 */
export function useWorkCounts(homeworks: readonly ListedHomework[], requestedAt: number): WorkCountsById {
  const client = useQueryClient()
  const [store] = useState(() => createSubmissionsStore(client))
  const cached = useSyncExternalStore(store.subscribe, store.get)
  const returned = usePendingReturnStates()
  return useMemo(
    () =>
      new Map(
        homeworks.flatMap(homework => {
          const counts = workCountsOf(homework)
          if (!counts) return []
          const { id } = homework
          const list = cached.get(id)
          const states = returned.get(id) ?? noReturns
          const isNewer = list && (states.size > 0 || getAsOf(list) > requestedAt)
          return [[id, isNewer ? countEntries(list.rows, states) : counts] as const]
        }),
      ),
    [homeworks, requestedAt, cached, returned],
  )
}

const noReturns: ReadonlyMap<number, ReturnState> = new Map()

/** In Unix ms. A write of this page changes its row without a request. */
function getAsOf(list: Rows<SubmissionEntry>): number {
  const info = responseInfoOf(list)
  return Math.max(info?.requestedAt ?? 0, info?.changedAt ?? 0)
}

type CachedLists = ReadonlyMap<number, Rows<SubmissionEntry>>

const KeyInput = z.object({ todo_id: z.number() })

/** Contains the cached lists of submissions by homework ID. */
function createSubmissionsStore(client: QueryClient) {
  const [resource, path] = keyOf(submissions.list, { todo_id: 1 })
  const read = (): CachedLists =>
    new Map(
      client.getQueriesData<Rows<SubmissionEntry>>({ queryKey: [resource, path] }).flatMap(([key, list]) => {
        const id = KeyInput.safeParse(key[2]).data?.todo_id
        return id !== undefined && list ? [[id, list] as const] : []
      }),
    )
  let latest = read()
  return {
    get: () => latest,
    subscribe: (listener: () => void) => {
      const update = () => {
        const next = read()
        if (next.size === latest.size && [...next].every(([id, list]) => latest.get(id) === list)) return
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
