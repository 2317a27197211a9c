import { createStore } from 'zustand/vanilla'
import { debug, isDebugged } from '../../api/debug.ts'
import type { Dependencies } from '../storage/encryption.ts'
import { type EntryRow, quarantineRow, type Transaction } from '../storage/Store.ts'
import { type Entry, openEntry, type Placed, type Progress, progressName, sealEntry } from './entry.ts'
import type { Beside } from './Writes.ts'

/** Time for which a completed entry remains, so that every tab learns its outcome, in ms. */
const doneFor = 10 * 60_000

/** Whether an entry was completed so long ago that its files are no longer needed. */
export const isLongDone = ({ row }: Entry, now: number): boolean =>
  row.state === 'done' && (row.doneAt ?? 0) < now - doneFor

export type Change = { state: EntryRow['state']; progress?: Progress; doneAt?: number }

export type Entries = ReturnType<typeof createEntries>

const asStored = (progress: Progress): Progress => JSON.parse(JSON.stringify(progress))

const tables = ['entries', 'leases'] as const
const withDrafts = ['entries', 'drafts', 'forks'] as const

export function createEntries({
  store,
  encryption,
  clock,
  newId,
  notifyTabs,
}: Dependencies & { notifyTabs(): void }) {
  const opened = new Map<string, Entry>()
  const shown = createStore<readonly Entry[]>(() => [])
  let reading: Promise<void> | undefined
  let again = false

  async function read(): Promise<void> {
    const rows = await store.read(['entries'], transaction => transaction.getAll('entries'))
    const known = new Set(rows.map(row => row.id))
    for (const id of opened.keys()) if (!known.has(id)) opened.delete(id)
    await Promise.all(
      rows.map(async row => {
        if (opened.get(row.id)?.row.stamp === row.stamp) return
        try {
          opened.set(row.id, await openEntry(row, encryption))
        } catch {
          await quarantineRow(store, 'entries', row, clock()).catch(() => undefined)
        }
      }),
    )
    show()
  }
  function show(): void {
    const next = [...opened.values()].sort((a, b) => a.row.position - b.row.position)
    const before = shown.getState()
    const isSame = next.length === before.length && next.every((entry, index) => entry === before[index])
    if (isSame) return
    if (isDebugged('outbox')) logChanges(before, next)
    shown.setState(next, true)
  }
  /** Reads the entries. A call during a read causes one more read, because entries may have changed in the meantime. */
  const refresh = (): Promise<void> => {
    if (reading) {
      again = true
      return reading
    }
    const run = async () => {
      do {
        again = false
        await read()
      } while (again)
    }
    reading = run().finally(() => {
      reading = undefined
    })
    return reading
  }
  const changed = async () => {
    notifyTabs()
    await refresh().catch(() => undefined)
  }
  /** Like `changed`, if the new content of the entry is known. The other entries are not read again. */
  const changedTo = async (entry: Entry) => {
    if (reading) return changed()
    notifyTabs()
    opened.set(entry.row.id, entry)
    show()
  }

  return {
    list: shown.getState,
    subscribe: shown.subscribe,
    refresh,
    async add(placed: Placed[], beside?: Beside): Promise<string[]> {
      const now = clock()
      const rows = await Promise.all(
        placed.map(one => sealEntry(one, { id: one.entry.id ?? newId(), stamp: newId(), now, encryption })),
      )
      const added = await store.write(beside ? withDrafts : ['entries'], async transaction => {
        if (beside && !(await beside.change(transaction))) return false
        let position = Math.max(0, ...(await transaction.getAll('entries')).map(row => row.position))
        for (const row of rows) {
          position += 1
          await transaction.put('entries', { ...row, position })
        }
        return true
      })
      if (!added) return []
      beside?.done()
      await changed()
      return rows.map(row => row.id)
    },
    /**
     * Changes an entry if it still has the version that this tab knows, so that only one tab succeeds. `allow` may
     * refuse it in the same transaction.
     */
    async change(
      entry: Entry,
      { state, progress, doneAt }: Change,
      allow?: (transaction: Transaction) => Promise<boolean>,
    ): Promise<Entry | undefined> {
      const { row, content } = entry
      const sealed = progress && (await encryption.encrypt(progressName(row.id), progress))
      const next: EntryRow = {
        ...row,
        state,
        stamp: newId(),
        doneAt: doneAt ?? row.doneAt,
        progress: sealed ?? row.progress,
      }
      const won = await store.write(tables, async transaction => {
        const there = await transaction.get('entries', row.id)
        if (there?.stamp !== row.stamp || (allow && !(await allow(transaction)))) return false
        await transaction.put('entries', next)
        return true
      })
      if (!won) {
        await changed()
        return undefined
      }
      await changedTo({ row: next, content, progress: progress ? asStored(progress) : entry.progress })
      return opened.get(row.id) ?? { row: next, content, progress: progress ?? {} }
    },
    /**
     * Removes entries in one transaction. An entry that may have been executed stays as a cancelled one, so that a later
     * write of its lane is not mistaken for it.
     */
    async remove(ids: readonly string[], states: readonly EntryRow['state'][]): Promise<Entry[] | undefined> {
      const known = ids.flatMap(id => opened.get(id) ?? [])
      const doubtful = known.filter(({ row, progress }) => row.state === 'uncertain' || progress.mayBeApplied)
      const traces = new Map<string, EntryRow>()
      for (const { row } of doubtful) {
        const progress = await encryption.encrypt(progressName(row.id), { isCancelled: true })
        traces.set(row.id, { ...row, state: 'done', stamp: newId(), doneAt: clock(), progress })
      }
      const removed = await store.write(['entries'], async transaction => {
        const there = []
        for (const id of ids) there.push(await transaction.get('entries', id))
        const rows = there.filter(row => row !== undefined && states.includes(row.state))
        if (rows.length < ids.length) return false
        for (const row of rows) {
          const trace = row && traces.get(row.id)
          if (trace) await transaction.put('entries', trace)
          else if (row) await transaction.remove('entries', row.id)
        }
        return true
      })
      if (removed) await changed()
      return removed ? known : undefined
    },
    /**
     * Removes entries that were completed long ago, unless unfinished entries of their group may refer to them. Returns
     * all such entries, because their files are no longer needed.
     */
    async sweep(): Promise<Entry[]> {
      // Unfinished entries may refer to completed ones of their group, and the progress of a group counts both.
      const entries = shown.getState()
      const going = new Set(entries.filter(({ row }) => row.state !== 'done').map(({ row }) => row.group))
      const isOver = ({ row }: Entry) => row.group === undefined || !going.has(row.group)
      const old = entries.filter(entry => isLongDone(entry, clock()))
      const over = old.filter(isOver)
      if (over.length === 0) return old
      await store.write(['entries'], async transaction => {
        for (const { row } of over) await transaction.remove('entries', row.id)
      })
      await changed()
      return old
    },
  }
}

/** Logs the entries that differ between two states of the queue, by id, kind and state. */
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
