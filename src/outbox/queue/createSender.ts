import type { Condition } from '../storage/Store.ts'
import { type AdvanceOptions, advance } from './advance.ts'
import type { Entry } from './entry.ts'
import { findReferencedIds } from './entry.ts'
import type { SenderLeader } from './senderLeader.ts'

/** For bulk requests, and again for others. Low, so that reads are not delayed. */
const maxParallel = 3
const second = 1000
const leaderNoticeIntervalMs = 10 * second
const maxBackoffMs = 32 * second
const storageRetryMs = 5 * second

export type Sender = {
  processQueue(): void
  retryNow(id: string): void
  stop(): void
}

type SenderOptions = Omit<AdvanceOptions, 'signal'> & {
  isLeader: SenderLeader['isLeader']
  conditions: readonly Condition[]
  onDone: (entry: Entry, response: unknown) => void
  onRemoved: (entry: Entry) => void
  /** The leader tab's timers may be throttled. */
  notifyLeader: () => void
}

type Running = { id: string; isBulk: boolean; abortController?: AbortController | undefined }

/** Inputs never change, and each check of the queue needs their references. */
const referencedIds = new WeakMap<Entry['content'], readonly string[]>()
function getReferencedIds({ content }: Entry): readonly string[] {
  const known = referencedIds.get(content) ?? [...findReferencedIds(content.input)]
  referencedIds.set(content, known)
  return known
}

const isQueued = ({ row: { state } }: Entry): boolean => state === 'waiting' || state === 'sending'

/** Sends the first unfinished entry of each lane, unless it needs a decision. */
export function createSender(options: SenderOptions): Sender {
  const { entries, clock, isLeader, conditions, onDone, notifyLeader } = options
  const stop = new AbortController()
  const lanes = new Map<string, Running>()
  /** `until` is in Unix ms. */
  const backoffs = new Map<string, { until: number; failures: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaderNotifiedAt = 0

  const findSendableEntries = (): Entry[] => {
    const first = new Map<string, Entry>()
    const unfinishedIds = new Set<string>()
    const queuedIds = new Set<string>()
    for (const entry of entries.list()) {
      if (entry.row.state === 'done') continue
      unfinishedIds.add(entry.row.id)
      if (isQueued(entry)) queuedIds.add(entry.row.id)
      if (!first.has(entry.row.lane)) first.set(entry.row.lane, entry)
    }
    return [...first.values()].filter(
      entry =>
        isQueued(entry) &&
        !getReferencedIds(entry).some(id => unfinishedIds.has(id)) &&
        !entry.content.after?.some(id => queuedIds.has(id)),
    )
  }
  const isBulkEntry = ({ row }: Entry) => options.kinds.get(row.kind)?.isBulk === true
  const hasCapacity = (isBulk: boolean) =>
    [...lanes.values()].filter(running => running.isBulk === isBulk).length < maxParallel
  const findOrphans = (): Entry[] => {
    const present = entries.list().filter(({ progress }) => !progress.isTombstone)
    const preparedWrites = new Set(present.map(({ row }) => `${row.kind} ${row.group}`))
    return entries.list().filter(({ row }) => {
      const prepares = options.kinds.get(row.kind)?.prepares
      return prepares !== undefined && row.state !== 'done' && !preparedWrites.has(`${prepares} ${row.group}`)
    })
  }
  const getDueAt = ({ row }: Entry) => {
    // If the clock was set back, the delay could last for hours.
    const delayedUntil = clock() < row.createdAt ? 0 : row.notBefore
    return Math.max(delayedUntil, backoffs.get(row.id)?.until ?? 0)
  }

  const processQueue = () => {
    clearTimeout(timer)
    if (stop.signal.aborted || !conditions.every(condition => condition.get())) return
    let nextDueAt = Number.POSITIVE_INFINITY
    abortRequests()
    for (const entry of isLeader() ? findOrphans() : []) {
      const due = backoffs.get(entry.row.id)?.until ?? 0
      if (due > clock()) nextDueAt = Math.min(nextDueAt, due)
      else if (!lanes.has(entry.row.lane)) void removeOrphan(entry)
    }
    for (const entry of findSendableEntries()) {
      const { lane } = entry.row
      if (lanes.has(lane)) continue
      const due = getDueAt(entry)
      if (due > clock()) nextDueAt = Math.min(nextDueAt, due)
      else if (!isLeader()) {
        if (clock() - leaderNotifiedAt >= second) {
          leaderNotifiedAt = clock()
          notifyLeader()
        }
        // The leader tab may be closed or frozen by then.
        nextDueAt = Math.min(nextDueAt, leaderNotifiedAt + leaderNoticeIntervalMs)
      } else if (hasCapacity(isBulkEntry(entry))) void run(entry)
    }
    // setTimeout accepts at most 2³¹ − 1 ms.
    if (nextDueAt < Number.POSITIVE_INFINITY)
      timer = setTimeout(processQueue, Math.min(nextDueAt - clock(), 2 ** 31 - 1))
  }

  function abortRequests(): void {
    if (lanes.size === 0) return
    const abortedIds = new Set(
      entries.list().flatMap(({ row, progress }) => (progress.isAborted ? [row.id] : [])),
    )
    for (const running of lanes.values()) {
      if (running.abortController && abortedIds.has(running.id))
        running.abortController.abort(new DOMException('the write was cancelled', 'AbortError'))
    }
  }

  async function removeOrphan(entry: Entry): Promise<void> {
    const { id, lane } = entry.row
    lanes.set(lane, { id, isBulk: isBulkEntry(entry) })
    const states = ['waiting', 'sending', 'failed', 'uncertain', 'conflict'] as const
    const removed = await entries.remove([id], states).catch(() => undefined)
    if (removed) backoffs.delete(id)
    else backoffs.set(id, { until: clock() + storageRetryMs, failures: 0 })
    lanes.delete(lane)
    await entries.refresh().catch(() => undefined)
    processQueue()
  }

  async function run(entry: Entry): Promise<void> {
    const { id, lane } = entry.row
    // A cancelled entry is being verified here.
    const abortController = entry.progress.isAborted ? undefined : new AbortController()
    lanes.set(lane, { id, isBulk: isBulkEntry(entry), abortController })
    const signal = abortController ? AbortSignal.any([stop.signal, abortController.signal]) : stop.signal
    let isUpToDate = false
    try {
      const advanced = await advance(entry, { ...options, signal })
      if (stop.signal.aborted) return
      const failures = (backoffs.get(id)?.failures ?? 0) + 1
      if (advanced.kind === 'again') {
        backoffs.set(id, { until: clock() + advanced.waitMs, failures: failures - 1 })
      } else if (advanced.kind === 'failed') {
        backoffs.set(id, { until: clock() + Math.min(second * 2 ** (failures - 1), maxBackoffMs), failures })
      } else backoffs.delete(id)
      if (advanced.kind === 'done') onDone(advanced.entry, advanced.response)
      if (advanced.kind === 'removed') options.onRemoved(advanced.entry)
      isUpToDate = advanced.kind === 'done'
    } catch {
      // If a request was sent, its outcome is verified later.
      backoffs.set(id, { until: clock() + storageRetryMs, failures: backoffs.get(id)?.failures ?? 0 })
    } finally {
      lanes.delete(lane)
      if (!isUpToDate) await entries.refresh().catch(() => undefined)
      processQueue()
    }
  }

  const unsubscribe = [
    ...conditions.map(condition => condition.subscribe(processQueue)),
    entries.subscribe(processQueue),
  ]
  return {
    processQueue,
    retryNow(id) {
      backoffs.delete(id)
      processQueue()
    },
    stop() {
      stop.abort(new DOMException('the outbox was stopped', 'AbortError'))
      clearTimeout(timer)
      for (const unsubscribeOne of unsubscribe) unsubscribeOne()
    },
  }
}
