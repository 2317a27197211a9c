import type { Condition } from '../storage/Store.ts'
import { type AdvanceNeeds, advance } from './advance.ts'
import type { Entry } from './entry.ts'
import { makersIn } from './entry.ts'
import type { SenderLeader } from './senderLeader.ts'

/** Maximum number of parallel requests, and of bulk requests in addition. It is low so that reads are not delayed. */
const maxParallel = 3
const second = 1000
const remindEveryMs = 10 * second
const maxBackoffMs = 32 * second
const storageRetryMs = 5 * second

export type Sender = {
  /** Starts all due entries and sets a timer for the others. */
  pump(): void
  hurry(id: string): void
  stop(): void
}

type Needs = Omit<AdvanceNeeds, 'signal'> & {
  isLeader: SenderLeader['isLeader']
  conditions: readonly Condition[]
  done: (entry: Entry, answer: unknown) => void
  dropped: (entry: Entry) => void
  /** Asks the leader tab to check the queue. Timers of this tab may run while the leader is throttled. */
  remind: () => void
}

type Running = { id: string; bulk: boolean; breaking?: AbortController | undefined }

/** Cache of the references in an input, because inputs never change and each check needs them. */
const makers = new WeakMap<Entry['content'], readonly string[]>()
function makersOf({ content }: Entry): readonly string[] {
  const known = makers.get(content) ?? [...makersIn(content.input)]
  makers.set(content, known)
  return known
}

/**
 * Creates the sender. In each lane, it sends the first entry that is not done. It pauses the lane if that entry needs a
 * decision.
 */
export function createSender(needs: Needs): Sender {
  const { entries, clock, isLeader, conditions, done, remind } = needs
  const stop = new AbortController()
  const lanes = new Map<string, Running>()
  /** Earliest time of the next attempt by entry, in Unix ms. */
  const resting = new Map<string, { until: number; failures: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let remindedAt = 0

  const heads = (): Entry[] => {
    const first = new Map<string, Entry>()
    const undone = new Set<string>()
    for (const entry of entries.list()) {
      if (entry.row.state === 'done') continue
      undone.add(entry.row.id)
      if (!first.has(entry.row.lane)) first.set(entry.row.lane, entry)
    }
    return [...first.values()].filter(entry => {
      const { state } = entry.row
      return (state === 'waiting' || state === 'sending') && !makersOf(entry).some(id => undone.has(id))
    })
  }
  const isBulk = ({ row }: Entry) => needs.kinds.get(row.kind)?.bulk === true
  const isRoom = (bulk: boolean) =>
    [...lanes.values()].filter(running => running.bulk === bulk).length < maxParallel
  /** Returns the entries that prepare a cancelled write. */
  const orphans = (): Entry[] => {
    const present = entries.list().filter(({ progress }) => !progress.isCancelled)
    const served = new Set(present.map(({ row }) => `${row.kind} ${row.group}`))
    return entries.list().filter(({ row }) => {
      const serves = needs.kinds.get(row.kind)?.serves
      return serves !== undefined && row.state !== 'done' && !served.has(`${serves} ${row.group}`)
    })
  }
  const dueAt = ({ row }: Entry) => {
    // If the clock was set back, the delay could last for hours.
    const delayedUntil = clock() < row.createdAt ? 0 : row.notBefore
    return Math.max(delayedUntil, resting.get(row.id)?.until ?? 0)
  }

  const pump = () => {
    clearTimeout(timer)
    if (stop.signal.aborted || !conditions.every(condition => condition.get())) return
    let next = Number.POSITIVE_INFINITY
    breakOff()
    for (const entry of isLeader() ? orphans() : []) {
      const due = resting.get(entry.row.id)?.until ?? 0
      if (due > clock()) next = Math.min(next, due)
      else if (!lanes.has(entry.row.lane)) void drop(entry)
    }
    for (const entry of heads()) {
      const { lane } = entry.row
      if (lanes.has(lane)) continue
      const due = dueAt(entry)
      if (due > clock()) next = Math.min(next, due)
      else if (!isLeader()) {
        if (clock() - remindedAt >= second) {
          remindedAt = clock()
          remind()
        }
        // The leader tab may be closed or frozen by then.
        next = Math.min(next, remindedAt + remindEveryMs)
      } else if (isRoom(isBulk(entry))) void run(entry)
    }
    // Maximum delay of a timer.
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(pump, Math.min(next - clock(), 2 ** 31 - 1))
  }

  function breakOff(): void {
    if (lanes.size === 0) return
    const given = new Set(entries.list().flatMap(({ row, progress }) => (progress.givenUp ? [row.id] : [])))
    for (const running of lanes.values()) {
      if (running.breaking && given.has(running.id))
        running.breaking.abort(new DOMException('given up', 'AbortError'))
    }
  }

  async function drop(entry: Entry): Promise<void> {
    const { id, lane } = entry.row
    lanes.set(lane, { id, bulk: isBulk(entry) })
    const states = ['waiting', 'sending', 'failed', 'uncertain', 'conflict'] as const
    const removed = await entries.remove([id], states).catch(() => undefined)
    if (removed) resting.delete(id)
    // Storage failed, or another tab was faster.
    else resting.set(id, { until: clock() + storageRetryMs, failures: 0 })
    lanes.delete(lane)
    await entries.refresh().catch(() => undefined)
    pump()
  }

  async function run(entry: Entry): Promise<void> {
    const { id, lane } = entry.row
    // A cancelled entry is being verified here, so do not abort it.
    const breaking = entry.progress.givenUp ? undefined : new AbortController()
    lanes.set(lane, { id, bulk: isBulk(entry), breaking })
    const signal = breaking ? AbortSignal.any([stop.signal, breaking.signal]) : stop.signal
    let isKnown = false
    try {
      const advanced = await advance(entry, { ...needs, signal })
      if (stop.signal.aborted) return
      const failures = (resting.get(id)?.failures ?? 0) + 1
      if (advanced.kind === 'again') {
        resting.set(id, { until: clock() + advanced.wait, failures: failures - 1 })
      } else if (advanced.kind === 'failed') {
        resting.set(id, { until: clock() + Math.min(second * 2 ** (failures - 1), maxBackoffMs), failures })
      } else resting.delete(id)
      if (advanced.kind === 'done') done(advanced.entry, advanced.answer)
      if (advanced.kind === 'dropped') needs.dropped(advanced.entry)
      isKnown = advanced.kind === 'done'
    } catch {
      // Storage failed. Either no request was sent, or its outcome is verified later.
      resting.set(id, { until: clock() + storageRetryMs, failures: resting.get(id)?.failures ?? 0 })
    } finally {
      lanes.delete(lane)
      if (!isKnown) await entries.refresh().catch(() => undefined)
      pump()
    }
  }

  const unsubscribe = [...conditions.map(condition => condition.subscribe(pump)), entries.subscribe(pump)]
  return {
    pump,
    hurry(id) {
      resting.delete(id)
      pump()
    },
    stop() {
      stop.abort(new DOMException('the outbox was stopped', 'AbortError'))
      clearTimeout(timer)
      for (const end of unsubscribe) end()
    },
  }
}
