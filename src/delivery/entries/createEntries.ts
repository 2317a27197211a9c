import { isRecord } from '../../lib/isRecord.ts'
import { createTabLeader, type Locks } from '../../lib/tabLeader.ts'
import type { Dependencies } from '../storage/encryption.ts'
import type { Condition } from '../storage/Store.ts'
import { createSender } from './createSender.ts'
import type { Entries } from './Entries.ts'
import {
  canEdit,
  type DraftChange,
  type DraftSnapshot,
  type Entry,
  type EntryState,
  getSentFiles,
  isBlocked,
} from './Entry.ts'
import { createEntryStore } from './entryStore.ts'
import type { SendOptions } from './sendStep.ts'

type EntriesOptions = Dependencies &
  Pick<SendOptions, 'call' | 'supportsKeys' | 'endpoints' | 'getFile' | 'makeFile' | 'onStepDone'> & {
    /** Name of the lock that the sending tab holds. */
    name: string
    /** Undefined if other tabs have no access to the entries. */
    locks: Locks | undefined
    conditions: readonly Condition[]
    onBecameLeader: () => void
    /** Prepares to put a value back into its draft. */
    prepareRestore: (draft: DraftSnapshot) => Promise<DraftChange>
    broadcast: { entriesChanged(): void; queueDue(): void }
  }

const sweepIntervalMs = 30_000
const unsentStates: readonly EntryState[] = ['waiting', 'failed', 'uncertain', 'conflict']

export async function createEntries(options: EntriesOptions) {
  const { store, encryption, clock, newId, broadcast } = options
  const entries = createEntryStore({ store, encryption, clock, newId, notifyTabs: broadcast.entriesChanged })
  await entries.refresh()
  const leader = createTabLeader(options.name, options.locks, () => {
    options.onBecameLeader()
    sender.processQueue()
  })
  const sender = createSender({
    ...options,
    entries,
    isLeader: leader.isLeader,
    notifyLeader: broadcast.queueDue,
  })
  leader.acquire()
  sender.processQueue()
  const sweepTimer = setInterval(() => void entries.sweep().catch(() => undefined), sweepIntervalMs)
  const find = (id: string) => entries.list().find(entry => entry.id === id)

  const api: Entries = {
    add: entries.add,
    list: entries.list,
    subscribe: entries.subscribe,
    async retry(id) {
      const entry = find(id)
      if (!entry || !isBlocked(entry)) return
      await entries.change(
        entry,
        entry.state === 'conflict' ? { ...toWaiting, steps: replaceBase(entry), key: undefined } : toWaiting,
      )
      sender.retryNow(id)
    },
    async skip(id) {
      const entry = find(id)
      if (!entry || !isBlocked(entry)) return
      const results = [...entry.results, null]
      await entries.change(entry, { ...toWaiting, results, key: undefined })
      sender.retryNow(id)
    },
    cancel: id => entries.remove(id, unsentStates),
    async abort(id) {
      sender.abort(id)
      return entries.remove(id, [...unsentStates, 'sending'])
    },
    async edit(id) {
      const entry = find(id)
      if (!entry?.draft || !canEdit(entry)) return false
      const value = markSentFiles(entry.draft.value, new Set(getSentFiles(entry)))
      return entries.remove(id, unsentStates, await options.prepareRestore({ ...entry.draft, value }))
    },
  }
  return {
    ...api,
    refresh: entries.refresh,
    onQueueDue(): void {
      // Two tabs that are not the leader would notify each other forever.
      if (leader.isLeader()) sender.processQueue()
    },
    suspend: leader.release,
    resume: leader.acquire,
    stop(): void {
      clearInterval(sweepTimer)
      sender.stop()
      leader.release()
    },
  }
}

/** With the same key, because an earlier request may have been executed before this one was refused. */
const toWaiting = { state: 'waiting', error: undefined, remote: undefined } as const

/** The user has seen the service's version, and replaces it. */
const replaceBase = ({ steps, results, remote }: Entry): Entry['steps'] =>
  steps.map((step, index) =>
    index >= results.length && step.base !== undefined ? { ...step, base: remote } : step,
  )

/** Marks stored files, and logs of files that were made, in the value of a draft, so that they are not sent again. */
function markSentFiles(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(part => markSentFiles(part, ids))
  if (!isRecord(value)) return value
  const parts = Object.entries(value).map(([name, part]) => [name, markSentFiles(part, ids)])
  const isSent = [value.id, value.log].some(id => typeof id === 'string' && ids.has(id))
  return { ...Object.fromEntries(parts), ...(isSent && { isSent }) }
}
