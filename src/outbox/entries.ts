import {
  type Entry,
  laneName,
  openEntry,
  type Placed,
  type Progress,
  progressName,
  sealEntry,
} from './entry.ts'
import type { EntryRow, Step, Store } from './Store.ts'
import type { Sealing } from './sealing.ts'
import { setAsideRow } from './setAside.ts'
import type { Beside } from './Writes.ts'

/** How long a done entry stays, so that every tab sees what became of it, ms. */
const doneFor = 10 * 60_000

/** A change of an entry that this tab saw in a certain version. */
export type Change = { state: EntryRow['state']; progress?: Progress; doneAt?: number }

/** What the last write of a lane left, and when (Unix ms). `unknown`: one was taken back that may have arrived. */
export type Last = { kind: 'left'; seen: unknown; at: number } | { kind: 'nothing' } | { kind: 'unknown' }

/** The stored entries of one person, as this tab knows them. */
export type Entries = {
  /** Oldest first; the same array until something changes. */
  list(): readonly Entry[]
  subscribe(listener: () => void): () => void
  add(entries: Placed[], beside?: Beside): Promise<string[]>
  /**
   * Changes an entry if it still is the version this tab saw: the one step in which tabs can't both win. `allow` may
   * refuse, within that step. Answers the new version, or `undefined`.
   */
  change(entry: Entry, change: Change, allow?: (step: Step) => Promise<boolean>): Promise<Entry | undefined>
  /**
   * Removes it if it is in one of these states; the last word is the store's. `inDoubt`: one that was tried may have
   * arrived, and what is there has to be read before the next of its lane goes.
   */
  remove(id: string, states: readonly EntryRow['state'][], inDoubt?: boolean): Promise<Entry | undefined>
  last(lane: string): Promise<Last>
  /** Reads them again: another tab changed something. */
  refresh(): Promise<void>
  /** Removes what is long done. */
  sweep(): Promise<Entry[]>
}

const tables = ['entries', 'lanes', 'leases'] as const
const withDrafts = ['entries', 'drafts', 'forks'] as const

export function createEntries(needs: {
  store: Store
  sealing: Sealing
  clock: () => number
  newId: () => string
  /** Tells the other tabs. */
  tell(): void
}): Entries {
  const { store, sealing, clock, newId, tell } = needs
  const listeners = new Set<() => void>()
  const opened = new Map<string, Entry>()
  let shown: readonly Entry[] = []
  let reading: Promise<void> | undefined
  let again = false

  async function read(): Promise<void> {
    const rows = await store.read(['entries'], step => step.all('entries'))
    const known = new Set(rows.map(row => row.id))
    for (const id of opened.keys()) if (!known.has(id)) opened.delete(id)
    await Promise.all(
      rows.map(async row => {
        if (opened.get(row.id)?.row.stamp === row.stamp) return
        try {
          opened.set(row.id, await openEntry(row, sealing))
        } catch {
          await setAsideRow(store, 'entries', row, clock()).catch(() => undefined)
        }
      }),
    )
    const next = [...opened.values()].sort((a, b) => a.row.position - b.row.position)
    if (next.length === shown.length && next.every((entry, index) => entry === shown[index])) return
    shown = next
    for (const listener of listeners) listener()
  }
  /** What changed after a read began needs another one. */
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
    tell()
    await refresh().catch(() => undefined)
  }

  return {
    list: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    async add(placed, beside) {
      const now = clock()
      const rows = await Promise.all(
        placed.map(one => sealEntry(one, { id: newId(), stamp: newId(), now, sealing })),
      )
      const added = await store.change(beside ? withDrafts : ['entries'], async step => {
        if (beside && !(await beside.change(step))) return false
        let position = Math.max(0, ...(await step.all('entries')).map(row => row.position))
        for (const row of rows) {
          position += 1
          await step.put('entries', { ...row, position })
        }
        return true
      })
      if (!added) return []
      beside?.done()
      await changed()
      return rows.map(row => row.id)
    },
    async change({ row, content }, { state, progress, doneAt }, allow) {
      const sealed = progress && (await sealing.seal(progressName(row.id), progress))
      const left =
        progress?.after === undefined ? undefined : await sealing.seal(laneName(row.lane), progress.after)
      const next: EntryRow = {
        ...row,
        state,
        stamp: newId(),
        doneAt: doneAt ?? row.doneAt,
        progress: sealed ?? row.progress,
      }
      const won = await store.change(tables, async step => {
        const there = await step.get('entries', row.id)
        if (there?.stamp !== row.stamp || (allow && !(await allow(step)))) return false
        await step.put('entries', next)
        if (left) await step.put('lanes', { id: row.lane, at: clock(), last: left })
        return true
      })
      await changed()
      if (!won) return undefined
      return opened.get(row.id) ?? { row: next, content, progress: progress ?? {} }
    },
    async remove(id, states, inDoubt = false) {
      const entry = opened.get(id)
      const removed = await store.change(['entries', 'lanes'], async step => {
        const there = await step.get('entries', id)
        if (!there || !states.includes(there.state)) return false
        await step.remove('entries', id)
        if (inDoubt && there.progress)
          await step.put('lanes', { id: there.lane, at: clock(), last: undefined })
        return true
      })
      if (removed) await changed()
      return removed ? entry : undefined
    },
    async last(lane) {
      const row = await store.read(['lanes'], step => step.get('lanes', lane))
      if (!row) return { kind: 'nothing' }
      const opening = row.last && sealing.open(laneName(lane), row.last)
      const seen = await opening?.catch(() => undefined)
      return seen === undefined ? { kind: 'unknown' } : { kind: 'left', seen, at: row.at }
    },
    async sweep() {
      const old = shown.filter(({ row }) => row.state === 'done' && (row.doneAt ?? 0) < clock() - doneFor)
      if (old.length === 0) return []
      await store.change(['entries'], async step => {
        for (const { row } of old) await step.remove('entries', row.id)
      })
      await changed()
      return old
    },
  }
}
