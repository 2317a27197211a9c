import { useEffect, useState } from 'react'

/** Fetches each of `ids` once, at most `limit` at a time, and again when `refetchKey` changes or after `reset`. */
export function usePrefetchQueue(
  ids: readonly number[],
  refetchKey: number,
  limit: number,
  prefetch: (id: number) => Promise<unknown>,
): TaskQueue {
  const [queue] = useState(() => createTaskQueue(limit, prefetch))
  const key = ids.join()
  useEffect(() => {
    queue.setIds(key === '' ? [] : key.split(',').map(Number))
    return () => queue.setIds([])
  }, [queue, key])
  useEffect(() => {
    if (refetchKey > 0) queue.reset()
  }, [queue, refetchKey])
  return queue
}

type TaskQueue = ReturnType<typeof createTaskQueue>

/** Calls `run` once per ID, in order, at most `limit` at a time. `run` must not reject. */
export function createTaskQueue(limit: number, run: (id: number) => Promise<unknown>) {
  let queuedIds: readonly number[] = []
  let startedIds = new Set<number>()
  let runningCount = 0
  const startNext = () => {
    while (runningCount < limit) {
      const next = queuedIds.find(id => !startedIds.has(id))
      if (next === undefined) return
      startedIds.add(next)
      runningCount++
      void run(next).finally(() => {
        runningCount--
        startNext()
      })
    }
  }
  return {
    /** Replaces the IDs that have not started. */
    setIds: (ids: readonly number[]) => {
      queuedIds = ids
      startNext()
    },
    /** Allows every ID to run once more. */
    reset: () => {
      startedIds = new Set()
      startNext()
    },
  }
}
