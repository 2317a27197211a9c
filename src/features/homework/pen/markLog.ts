import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Delivery } from '../../../delivery/Delivery.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import type { MarkOperation } from '../../../ui/marks/marks.ts'
import { parseOperations } from './markedFile.ts'

export type MarkLogState = {
  /** `failed`: storage is full or blocked. The marks exist in this page only, and saving is repeated. */
  status: 'saving' | 'saved' | 'failed'
  /** In Unix ms. */
  savedAt: number | undefined
}

export type MarkLog = {
  id: string
  state: StoreApi<MarkLogState>
  /** All operations, also those that are not stored yet. */
  getOperations(): readonly MarkOperation[]
  append(operation: MarkOperation): void
  /** Reads the stored operations. Reads them again only if `isOutdated`. Throws `StorageError`. */
  load(isOutdated?: boolean): Promise<void>
  /** Resolves to whether all operations are stored. */
  flush(): Promise<boolean>
  /** Keeps the log open until the returned function is called, and after that until all operations are stored. */
  retain(): () => void
}

/** In ms. */
const retryMs = 10_000

/** By ID. A log that could not be stored stays open when the teacher opens another pupil. */
const getOpenLogs = memoizePerOwner((_: Delivery) => new Map<string, MarkLog>())

export const findMarkLog = (delivery: Delivery, id: string): MarkLog | undefined =>
  getOpenLogs(delivery).get(id)

/** `operations`: of a new log, to be stored. Undefined for a log that exists already. */
export function openMarkLog(
  delivery: Delivery,
  id: string,
  clock: () => number,
  operations?: readonly MarkOperation[],
): MarkLog {
  const logs = getOpenLogs(delivery)
  const existing = logs.get(id)
  if (existing) return existing
  const state = createStore<MarkLogState>(() => ({ status: 'saved', savedAt: undefined }))
  let stored: readonly MarkOperation[] = []
  let unsaved: readonly MarkOperation[] = operations ?? []
  let position = 0
  let isLoaded = operations !== undefined
  let queue: Promise<unknown> = Promise.resolve()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let userCount = 0

  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }
  async function read(): Promise<void> {
    const { values, nextPosition, savedAt } = await delivery.drafts.logs.read(id)
    stored = parseOperations(values)
    position = nextPosition
    isLoaded = true
    state.setState({ savedAt })
  }
  /** One operation after the other, so that they are stored in their order. */
  async function save(): Promise<boolean> {
    clearTimeout(retryTimer)
    try {
      for (let next = unsaved[0]; next; next = unsaved[0]) {
        position = (await delivery.drafts.logs.append(id, position, next)) + 1
        stored = [...stored, next]
        unsaved = unsaved.slice(1)
        if (unsaved.length === 0) state.setState({ status: 'saved', savedAt: clock() })
      }
    } catch {
      state.setState({ status: 'failed' })
      retryTimer = setTimeout(() => void flush(), retryMs)
      return false
    }
    closeIfUnused()
    return true
  }
  const flush = () => runInOrder(save)
  function closeIfUnused(): void {
    if (userCount === 0 && unsaved.length === 0) logs.delete(id)
  }

  const log: MarkLog = {
    id,
    state,
    getOperations: () => [...stored, ...unsaved],
    append(operation) {
      unsaved = [...unsaved, operation]
      // A message about full storage stays until an operation is stored.
      if (state.getState().status === 'saved') state.setState({ status: 'saving' })
      void flush()
    },
    load: isOutdated =>
      runInOrder(async () => {
        if (!isLoaded || (isOutdated && unsaved.length === 0)) await read()
      }),
    flush,
    retain() {
      userCount += 1
      return () => {
        userCount -= 1
        closeIfUnused()
      }
    },
  }
  logs.set(id, log)
  if (unsaved.length > 0) void flush()
  return log
}
