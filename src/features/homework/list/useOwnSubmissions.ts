import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { keyOf, query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import type { OwnSubmission, OwnSubmissions } from './ownStatus.ts'
import { usePrefetchQueue } from './taskQueue.ts'

const staleTimeMs = 5 * 60_000
/** More than for funnels, because the groups appear once all are loaded, and each response is small. */
const maxConcurrent = 4

/**
 * Returns the cached submissions of the user. Fetches those of `ids` that are missing or older than `staleTimeMs`, with
 * background priority, and again when `refetchKey` changes or the cache marks one as outdated.
 */
export function useOwnSubmissions(ids: readonly number[], refetchKey: number): OwnSubmissions {
  const client = useQueryClient()
  const { id: user_id } = useCurrentUser()
  const [store] = useState(() => createSubmissionStore(client, user_id))
  const queue = usePrefetchQueue(ids, refetchKey, maxConcurrent, todo_id =>
    client.prefetchQuery({
      ...query(submissions.get, { todo_id, user_id }, { priority: 'background' }),
      staleTime: staleTimeMs,
    }),
  )
  // A returned correction changes no homework, so the list is not fetched again.
  useEffect(() => {
    return store.subscribeToInvalidation(queue.reset)
  }, [store, queue])
  return useSyncExternalStore(store.subscribe, store.get)
}

const Ids = z.object({ todo_id: z.number(), user_id: z.number() })

/** Reads the query cache, because one observer per homework would be too many. */
function createSubmissionStore(client: QueryClient, userId: number) {
  const [resource, path] = keyOf(submissions.get, { todo_id: 1, user_id: userId })
  const isOwn = (key: readonly unknown[]) => key[0] === resource && key[1] === path
  const readOne = (
    key: readonly unknown[],
    entry: SubmissionEntry | undefined,
  ): OwnSubmission | undefined => {
    if (entry) return entry.submission
    const error = client.getQueryState(key)?.error
    if (!error) return undefined
    return error instanceof ApiError && error.kind === 'unsupported' ? 'unsupported' : 'failed'
  }
  const read = (): OwnSubmissions => {
    const found = new Map<number, OwnSubmission>()
    for (const [key, entry] of client.getQueriesData<SubmissionEntry>({ queryKey: [resource, path] })) {
      const ids = Ids.safeParse(key[2]).data
      const submission = readOne(key, entry)
      if (ids?.user_id === userId && submission) found.set(ids.todo_id, submission)
    }
    return found
  }
  let latest = read()
  return {
    get: () => latest,
    subscribe: (listener: () => void) => {
      const update = () => {
        const next = read()
        if (haveSameEntries(next, latest)) return
        latest = next
        listener()
      }
      update()
      return client.getQueryCache().subscribe(event => {
        if (isOwn(event.query.queryKey)) update()
      })
    },
    subscribeToInvalidation: (listener: () => void) =>
      client.getQueryCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'invalidate' && isOwn(event.query.queryKey)) {
          listener()
        }
      }),
  }
}

const haveSameEntries = (a: OwnSubmissions, b: OwnSubmissions) =>
  a.size === b.size && [...a].every(([id, submission]) => b.get(id) === submission)
