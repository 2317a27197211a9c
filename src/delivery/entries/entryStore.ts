import { createStore } from 'zustand/vanilla'
import { debug } from '../../api/debug.ts'
import type { Dependencies } from '../storage/encryption.ts'
import type { EntryRow } from '../storage/Store.ts'
import type { DraftChange, Entry, EntryState, NewEntry } from './Entry.ts'

/** In ms. Lists show a sent entry until they are loaded again. */
const doneRetentionMs = 60_000

type StoredEntry = { row: EntryRow; entry: Entry }

export type EntryStore = ReturnType<typeof createEntryStore>

const getEncryptionName = (id: string) => `entry ${id}`

/** All entries of this device, oldest first. Methods throw `StorageError`. */
export function createEntryStore({
  store,
  encryption,
  clock,
  newId,
  notifyTabs,
}: Dependencies & { notifyTabs(): void }) {
  const known = new Map<string, StoredEntry>()
  const list = createStore<readonly Entry[]>(() => [])
  let reading: Promise<void> | undefined
  let shouldReadAgain = false

  async function read(): Promise<void> {
    const rows = await store.read(['entries'], transaction => transaction.getAll('entries'))
    const ids = new Set(rows.map(row => row.id))
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    for (const row of rows) {
      if (known.get(row.id)?.row.stamp === row.stamp) continue
      try {
        const entry = (await encryption.decrypt(getEncryptionName(row.id), row.sealed)) as Entry
        known.set(row.id, { row, entry })
        debug('delivery', () => ({
          id: entry.id,
          lane: entry.lane,
          state: entry.state,
          error: entry.error?.kind,
        }))
      } catch (error) {
        debug('delivery', () => ({ unreadable: row.id, error: String(error) }))
      }
    }
    const next = [...known.values()].sort((a, b) => a.row.position - b.row.position).map(({ entry }) => entry)
    const before = list.getState()
    const isSame = next.length === before.length && next.every((entry, index) => entry === before[index])
    if (!isSame) list.setState(next, true)
  }
  /** A call during a read causes one more read. */
  const refresh = (): Promise<void> => {
    shouldReadAgain = true
    reading ??= (async () => {
      while (shouldReadAgain) {
        shouldReadAgain = false
        await read()
      }
    })().finally(() => {
      reading = undefined
    })
    return reading
  }
  const handleChange = async () => {
    notifyTabs()
    await refresh().catch(() => undefined)
  }
  const encrypt = (entry: Entry) => encryption.encrypt(getEncryptionName(entry.id), entry)

  return {
    list: list.getState,
    subscribe: list.subscribe,
    refresh,
    /** Adds all, or none if the draft has changed. */
    async add(newEntries: readonly NewEntry[], draftChange?: DraftChange): Promise<boolean> {
      const rows = await Promise.all(
        newEntries.map(async (newEntry): Promise<Omit<EntryRow, 'position'>> => {
          const id = newId()
          const { notBefore = 0 } = newEntry
          const times = { notBefore, createdAt: clock() }
          const entry: Entry = { ...newEntry, ...times, id, state: 'waiting', results: [] }
          return { id, stamp: newId(), sealed: await encrypt(entry) }
        }),
      )
      const isAdded = await store.write(['entries', 'drafts'], async transaction => {
        if (draftChange && !(await draftChange.apply(transaction))) return false
        let position = Math.max(0, ...(await transaction.getAll('entries')).map(row => row.position))
        for (const row of rows) {
          position += 1
          await transaction.put('entries', { ...row, position })
        }
        return true
      })
      if (!isAdded) return false
      draftChange?.onCommitted()
      await handleChange()
      return true
    },
    /** Returns the changed entry. Changes nothing and returns undefined if another tab was faster. */
    async change({ id }: Entry, changes: Partial<Entry>): Promise<Entry | undefined> {
      const stored = known.get(id)
      if (!stored) return undefined
      const next: Entry = { ...stored.entry, ...changes }
      const row: EntryRow = { ...stored.row, stamp: newId(), sealed: await encrypt(next) }
      const isChanged = await store.write(['entries'], async transaction => {
        if ((await transaction.get('entries', id))?.stamp !== stored.row.stamp) return false
        await transaction.put('entries', row)
        return true
      })
      await handleChange()
      return isChanged ? known.get(id)?.entry : undefined
    },
    /** Removes the entry if it is in one of these states. Returns whether it did. */
    async remove(id: string, states: readonly EntryState[], draftChange?: DraftChange): Promise<boolean> {
      const stored = known.get(id)
      if (!stored || !states.includes(stored.entry.state)) return false
      const isRemoved = await store.write(['entries', 'drafts'], async transaction => {
        if ((await transaction.get('entries', id))?.stamp !== stored.row.stamp) return false
        await transaction.remove('entries', id)
        return draftChange ? draftChange.apply(transaction) : true
      })
      if (isRemoved) draftChange?.onCommitted()
      await handleChange()
      return isRemoved
    },
    /** Removes entries that were done a while ago. */
    async sweep(): Promise<void> {
      const old = list
        .getState()
        .filter(({ doneAt }) => doneAt !== undefined && doneAt < clock() - doneRetentionMs)
      if (old.length === 0) return
      await store.write(['entries'], async transaction => {
        for (const { id } of old) await transaction.remove('entries', id)
      })
      await handleChange()
    },
  }
}
