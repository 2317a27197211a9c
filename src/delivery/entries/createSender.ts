import type { Condition } from '../storage/Store.ts'
import { type Entry, isUnfinished } from './Entry.ts'
import { type SendOptions, sendStep } from './sendStep.ts'

/** For bulk entries, and again for others. Low, so that reads are not delayed. */
const maxParallel = 3
const second = 1000
const leaderNoticeIntervalMs = 10 * second
const maxBackoffMs = 32 * second
const storageRetryMs = 5 * second

export type Sender = {
  processQueue(): void
  /** Ends the backoff of an entry. */
  retryNow(id: string): void
  /** Aborts the request of an entry. */
  abort(id: string): void
  stop(): void
}

type SenderOptions = SendOptions & {
  conditions: readonly Condition[]
  /** The timers of the leader tab may be throttled. */
  notifyLeader: () => void
}

/** Sends the first unfinished entry of each lane, unless the user has to decide about it. */
export function createSender(options: SenderOptions): Sender {
  const { entries, clock, isLeader, conditions, notifyLeader } = options
  const stop = new AbortController()
  /** Entries in flight by lane. */
  const running = new Map<string, { entry: Entry; controller: AbortController }>()
  /** `until` is in Unix ms. */
  const backoffs = new Map<string, { until: number; failures: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaderNotifiedAt = 0

  const findSendable = (): Entry[] => {
    const first = new Map<string, Entry>()
    for (const entry of entries.list().filter(isUnfinished)) {
      if (!first.has(entry.lane)) first.set(entry.lane, entry)
    }
    return [...first.values()].filter(
      ({ state, lane }) => (state === 'waiting' || state === 'sending') && !running.has(lane),
    )
  }
  const hasCapacity = ({ isBulk }: Entry) =>
    [...running.values()].filter(({ entry }) => entry.isBulk === isBulk).length < maxParallel
  const getDueAt = ({ id, createdAt, notBefore }: Entry) => {
    // If the clock was set back, the undo time could last for hours.
    const delayedUntil = clock() < createdAt ? 0 : notBefore
    return Math.max(delayedUntil, backoffs.get(id)?.until ?? 0)
  }

  const processQueue = () => {
    clearTimeout(timer)
    if (stop.signal.aborted || !conditions.every(condition => condition.get())) return
    let nextDueAt = Number.POSITIVE_INFINITY
    for (const entry of findSendable()) {
      const due = getDueAt(entry)
      if (due > clock()) nextDueAt = Math.min(nextDueAt, due)
      else if (!isLeader()) {
        if (clock() - leaderNotifiedAt >= second) {
          leaderNotifiedAt = clock()
          notifyLeader()
        }
        // The leader tab may be closed or frozen by then.
        nextDueAt = Math.min(nextDueAt, leaderNotifiedAt + leaderNoticeIntervalMs)
      } else if (hasCapacity(entry)) void run(entry)
    }
    // setTimeout accepts at most 2³¹ − 1 ms.
    if (nextDueAt < Number.POSITIVE_INFINITY)
      timer = setTimeout(processQueue, Math.min(nextDueAt - clock(), 2 ** 31 - 1))
  }

  async function run(entry: Entry): Promise<void> {
    const { id, lane } = entry
    const controller = new AbortController()
    running.set(lane, { entry, controller })
    const failures = backoffs.get(id)?.failures ?? 0
    try {
      const result = await sendStep(entry, options, AbortSignal.any([stop.signal, controller.signal]))
      if (result.kind === 'later') backoffs.set(id, { until: result.retryAt, failures })
      else if (result.kind === 'backoff') {
        const delay = Math.min(second * 2 ** failures, maxBackoffMs)
        backoffs.set(id, { until: clock() + delay, failures: failures + 1 })
      } else backoffs.delete(id)
    } catch {
      // The storage failed. If a request was sent, it is repeated.
      backoffs.set(id, { until: clock() + storageRetryMs, failures })
    }
    running.delete(lane)
    processQueue()
  }

  const unsubscribes = [
    ...conditions.map(condition => condition.subscribe(processQueue)),
    entries.subscribe(processQueue),
  ]
  return {
    processQueue,
    retryNow(id) {
      backoffs.delete(id)
      processQueue()
    },
    abort(id) {
      for (const { entry, controller } of running.values()) {
        if (entry.id === id) controller.abort(new DOMException('the entry was cancelled', 'AbortError'))
      }
    },
    stop() {
      stop.abort(new DOMException('the delivery was stopped', 'AbortError'))
      clearTimeout(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
