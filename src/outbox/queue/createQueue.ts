import type { Call } from '../../api/client/call.ts'
import type { Dependencies } from '../storage/encryption.ts'
import type { Condition } from '../storage/Store.ts'
import { createSender } from './createSender.ts'
import { createEntries } from './entries.ts'
import {
  type Entry,
  findEarlierWrites,
  findResult,
  type NewQueueEntry,
  resolveResultRefs,
  toWrite,
} from './entry.ts'
import type { SenderLeader } from './senderLeader.ts'
import type { DraftChange, Write, WriteKind, Writes } from './Writes.ts'

type QueueOptions = Dependencies & {
  userId: number
  call: Call
  supportsKeys: () => boolean
  kinds: readonly WriteKind[]
  conditions: readonly Condition[]
  getFile: (id: string) => Promise<File | undefined>
  releaseFiles: (contents: readonly unknown[]) => void
  broadcast: { entriesChanged(): void; queueDue(): void; entryDone(id: string, response: unknown): void }
  createSenderLeader: (onBecameLeader: () => void) => SenderLeader
}

export type Queue = Awaited<ReturnType<typeof createQueue>>

const sweepIntervalMs = 60_000

export async function createQueue(options: QueueOptions) {
  const { store, encryption, clock, newId, broadcast } = options
  const entries = createEntries({ store, encryption, clock, newId, notifyTabs: broadcast.entriesChanged })
  const kinds = new Map(options.kinds.map(kind => [kind.name, kind]))
  const doneListeners = new Set<(write: Write, response: unknown) => void>()
  const announcedIds = new Set<string>()
  const announceDone = (stored: Write, response: unknown) => {
    if (announcedIds.has(stored.id)) return
    announcedIds.add(stored.id)
    const write = { ...stored, input: resolveInput(stored.input) }
    for (const listener of doneListeners) listener(write, response)
  }
  /** Returns the stored input if a write it refers to no longer exists. */
  const resolveInput = (input: Write['input']): Write['input'] => {
    try {
      return resolveResultRefs(input, id => findResult(entries, id)) as Write['input']
    } catch {
      return input
    }
  }

  const writeCache = new WeakMap<Entry, Write>()
  const getWrite = (entry: Entry): Write => {
    const write = writeCache.get(entry) ?? toWrite(entry)
    writeCache.set(entry, write)
    return write
  }
  let cachedList: { from: readonly Entry[]; writes: readonly Write[] } = { from: [], writes: [] }
  const list = (): readonly Write[] => {
    const from = entries.list()
    if (from !== cachedList.from) {
      const visible = from.filter(({ progress }) => !progress.isTombstone)
      cachedList = { from, writes: visible.map(entry => getWrite(entry)) }
    }
    return cachedList.writes
  }
  const find = (id: string) => entries.list().find(({ row }) => row.id === id)

  await entries.refresh()
  for (const { row } of entries.list()) if (row.state === 'done') announcedIds.add(row.id)

  const leader = options.createSenderLeader(() => sender.processQueue())
  const sender = createSender({
    entries,
    call: options.call,
    supportsKeys: options.supportsKeys,
    kinds,
    userId: options.userId,
    clock,
    getFile: options.getFile,
    confirmLeadership: leader.confirmLeadership,
    isLeader: leader.isLeader,
    conditions: options.conditions,
    onDone(entry, response) {
      const write = toWrite(entry)
      announceDone(write, response)
      broadcast.entryDone(write.id, response)
    },
    onRemoved: ({ content }) => options.releaseFiles([content]),
    notifyLeader: broadcast.queueDue,
  })
  sender.processQueue()
  const sweepTimer = setInterval(() => {
    void entries
      .sweep()
      .then(old => old.length > 0 && options.releaseFiles(old.map(({ content }) => content)))
      .catch(() => undefined)
  }, sweepIntervalMs)

  async function cancel(...ids: string[]): Promise<boolean> {
    const removed = await entries.remove(ids, ['waiting', 'failed', 'uncertain', 'conflict'])
    if (removed) options.releaseFiles(removed.map(({ content }) => content))
    return removed !== undefined
  }

  const addAll = (newEntries: NewQueueEntry[], draftChange?: DraftChange) =>
    entries.add(newEntries, draftChange)
  const writes: Writes = {
    addAll,
    add: (kind, ...newWrites) => addAll(newWrites.map(entry => ({ kind, entry }))),
    list,
    subscribe: entries.subscribe,
    findEarlier({ id }) {
      const entry = find(id)
      return entry ? findEarlierWrites(entries, entry.row) : []
    },
    onDone(listener) {
      doneListeners.add(listener)
      return () => doneListeners.delete(listener)
    },
    async retry(id) {
      const entry = find(id)
      const state = entry?.row.state
      if (!entry || !(state === 'failed' || state === 'uncertain' || state === 'conflict')) return
      const { error: _, remote, key, shouldRead: __, mayBeApplied = false, ...progress } = entry.progress
      // After a conflict the write needs a new key. If it was executed before the other change, the service would repeat
      // its response to the old key instead of executing it again.
      const next =
        state === 'conflict'
          ? { overwritten: { remote } }
          : { ...(key && { key }), mayBeApplied: mayBeApplied || state === 'uncertain' }
      await entries.change(entry, { state: 'waiting', progress: { ...progress, lossCount: 0, ...next } })
      sender.retryNow(id)
    },
    cancel,
    newId,
    async abort(id) {
      while (!(await cancel(id))) {
        // Another tab may have just sent it.
        await entries.refresh()
        const entry = find(id)
        if (!entry || entry.row.state === 'done') return false
        const progress = { ...entry.progress, isAborted: true as const }
        const isSending = entry.row.state === 'sending'
        if (isSending && (await entries.change(entry, { state: 'sending', progress }))) break
      }
      sender.retryNow(id)
      return true
    },
  }
  return {
    ...writes,
    entries,
    onEntriesChanged(): void {
      void entries.refresh().catch(() => undefined)
    },
    onQueueDue(): void {
      // Two tabs that are not the leader would notify each other forever.
      if (leader.isLeader()) sender.processQueue()
    },
    onEntryDone(id: string, response: unknown): void {
      void entries
        .refresh()
        .catch(() => undefined)
        .then(() => {
          const write = list().find(one => one.id === id)
          if (write?.state === 'done') announceDone(write, response)
        })
    },
    suspend: leader.suspend,
    resume: leader.resume,
    stop(): void {
      clearInterval(sweepTimer)
      sender.stop()
      leader.stop()
    },
  }
}
