import { createStore } from 'zustand/vanilla'
import { debug, isDebugged } from '../../api/debug.ts'
import type { Dependencies } from '../storage/encryption.ts'
import { type EntryRow, quarantineRow, type Transaction } from '../storage/Store.ts'
import {
  decryptEntry,
  type Entry,
  encryptEntry,
  encryptProgress,
  type NewQueueEntry,
  type Progress,
} from './entry.ts'
import type { DraftChange } from './Writes.ts'

/** In ms. Every tab must learn the outcome meanwhile. */
const doneRetentionMs = 10 * 60_000

/** The files of an expired entry are no longer needed. */
export const isExpired = ({ row }: Entry, now: number): boolean =>
  row.state === 'done' && (row.doneAt ?? 0) < now - doneRetentionMs

export type Change = { state: EntryRow['state']; progress?: Progress; doneAt?: number }

export type Entries = ReturnType<typeof createEntries>

/** Returns the value as it is read after a reload. */
const toStoredForm = (progress: Progress): Progress => JSON.parse(JSON.stringify(progress))

const tables = ['entries', 'leases'] as const
const tablesWithDrafts = ['entries', 'drafts', 'forks'] as const

export function createEntries({
  store,
  encryption,
  clock,
  newId,
  notifyTabs,
}: Dependencies & { notifyTabs(): void }) {
  const entriesById = new Map<string, Entry>()
  const listStore = createStore<readonly Entry[]>(() => [])
  let pendingRead: Promise<void> | undefined
  let shouldReadAgain = false

  async function read(): Promise<void> {
    const rows = await store.read(['entries'], transaction => transaction.getAll('entries'))
    const known = new Set(rows.map(row => row.id))
    for (const id of entriesById.keys()) if (!known.has(id)) entriesById.delete(id)
    await Promise.all(
      rows.map(async row => {
        if (entriesById.get(row.id)?.row.stamp === row.stamp) return
        try {
          entriesById.set(row.id, await decryptEntry(row, encryption))
        } catch {
          await quarantineRow(store, 'entries', row, clock()).catch(() => undefined)
        }
      }),
    )
    publishList()
  }
  function publishList(): void {
    const next = [...entriesById.values()].sort((a, b) => a.row.position - b.row.position)
    const before = listStore.getState()
    const isSame = next.length === before.length && next.every((entry, index) => entry === before[index])
    if (isSame) return
    if (isDebugged('outbox')) logChanges(before, next)
    listStore.setState(next, true)
  }
  /** A call during a read causes one more read. */
  const refresh = (): Promise<void> => {
    if (pendingRead) {
      shouldReadAgain = true
      return pendingRead
    }
    const run = async () => {
      do {
        shouldReadAgain = false
        await read()
      } while (shouldReadAgain)
    }
    pendingRead = run().finally(() => {
      pendingRead = undefined
    })
    return pendingRead
  }
  const handleChange = async () => {
    notifyTabs()
    await refresh().catch(() => undefined)
  }
  const handleEntryChange = async (entry: Entry) => {
    if (pendingRead) return handleChange()
    notifyTabs()
    entriesById.set(entry.row.id, entry)
    publishList()
  }

  return {
    list: listStore.getState,
    subscribe: listStore.subscribe,
    refresh,
    async add(newEntries: NewQueueEntry[], draftChange?: DraftChange): Promise<string[]> {
      const now = clock()
      const rows = await Promise.all(
        newEntries.map(one =>
          encryptEntry(one, { id: one.entry.id ?? newId(), stamp: newId(), now, encryption }),
        ),
      )
      const added = await store.write(draftChange ? tablesWithDrafts : ['entries'], async transaction => {
        if (draftChange && !(await draftChange.apply(transaction))) return false
        let position = Math.max(0, ...(await transaction.getAll('entries')).map(row => row.position))
        for (const row of rows) {
          position += 1
          await transaction.put('entries', { ...row, position })
        }
        return true
      })
      if (!added) return []
      draftChange?.onCommitted()
      await handleChange()
      return rows.map(row => row.id)
    },
    /** Changes nothing if another tab was faster. `confirm` may refuse in the same transaction. */
    async change(
      entry: Entry,
      { state, progress, doneAt }: Change,
      confirm?: (transaction: Transaction) => Promise<boolean>,
    ): Promise<Entry | undefined> {
      const { row, content } = entry
      const encryptedProgress = progress && (await encryptProgress(row.id, progress, encryption))
      const next: EntryRow = {
        ...row,
        state,
        stamp: newId(),
        doneAt: doneAt ?? row.doneAt,
        progress: encryptedProgress ?? row.progress,
      }
      const isWritten = await store.write(tables, async transaction => {
        const stored = await transaction.get('entries', row.id)
        if (stored?.stamp !== row.stamp || (confirm && !(await confirm(transaction)))) return false
        await transaction.put('entries', next)
        return true
      })
      if (!isWritten) {
        await handleChange()
        return undefined
      }
      await handleEntryChange({
        row: next,
        content,
        progress: progress ? toStoredForm(progress) : entry.progress,
      })
      return entriesById.get(row.id) ?? { row: next, content, progress: progress ?? {} }
    },
    /**
     * An entry that may have been executed stays as a tombstone, so that `wasApplied` of a later write does
     * not mistake it for that write.
     */
    async remove(ids: readonly string[], states: readonly EntryRow['state'][]): Promise<Entry[] | undefined> {
      const known = ids.flatMap(id => entriesById.get(id) ?? [])
      const maybeApplied = known.filter(
        ({ row, progress }) => row.state === 'uncertain' || progress.mayBeApplied,
      )
      const tombstones = new Map<string, EntryRow>()
      for (const { row } of maybeApplied) {
        const progress = await encryptProgress(row.id, { isTombstone: true }, encryption)
        tombstones.set(row.id, { ...row, state: 'done', stamp: newId(), doneAt: clock(), progress })
      }
      const removed = await store.write(['entries'], async transaction => {
        const stored = []
        for (const id of ids) stored.push(await transaction.get('entries', id))
        const rows = stored.filter(row => row !== undefined && states.includes(row.state))
        if (rows.length < ids.length) return false
        for (const row of rows) {
          const tombstone = row && tombstones.get(row.id)
          if (tombstone) await transaction.put('entries', tombstone)
          else if (row) await transaction.remove('entries', row.id)
        }
        return true
      })
      if (removed) await handleChange()
      return removed ? known : undefined
    },
    /**
     * Removes expired entries of finished groups and lanes: `wasApplied` of an unfinished write must know the earlier
     * writes of its lane. Returns all expired entries, because their files are no longer needed.
     */
    async sweep(): Promise<Entry[]> {
      const entries = listStore.getState()
      const unfinished = entries.map(({ row }) => row).filter(({ state }) => state !== 'done')
      const unfinishedGroups = new Set(unfinished.map(({ group }) => group))
      const unfinishedLanes = new Set(unfinished.map(({ lane }) => lane))
      const isOver = ({ row }: Entry) =>
        (row.group === undefined || !unfinishedGroups.has(row.group)) && !unfinishedLanes.has(row.lane)
      const old = entries.filter(entry => isExpired(entry, clock()))
      const over = old.filter(isOver)
      if (over.length === 0) return old
      await store.write(['entries'], async transaction => {
        for (const { row } of over) await transaction.remove('entries', row.id)
      })
      await handleChange()
      return old
    },
  }
}

/** Logs changed entries without their content. */
function logChanges(before: readonly Entry[], next: readonly Entry[]): void {
  const remaining = new Set(next.map(({ row }) => row.id))
  for (const { row, progress } of next.filter(entry => !before.includes(entry))) {
    const { id, kind, state } = row
    const { error } = progress
    debug('outbox', () => ({ id, kind, state, ...(error && { error: error.kind, status: error.status }) }))
  }
  for (const { row } of before.filter(entry => !remaining.has(entry.row.id)))
    debug('outbox', () => ({ id: row.id, kind: row.kind, state: 'removed' }))
}
