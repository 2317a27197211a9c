import type { Call } from '../../api/client/call.ts'
import type { Dependencies } from '../storage/encryption.ts'
import type { Condition } from '../storage/Store.ts'
import { createSender } from './createSender.ts'
import { createEntries } from './entries.ts'
import { type Entry, earlierOf, type Placed, resultOf, withResults, writeOf } from './entry.ts'
import type { SenderLeader } from './senderLeader.ts'
import type { Beside, Write, WriteKind, Writes } from './Writes.ts'

type Needs = Dependencies & {
  userId: number
  call: Call
  supportsKeys: () => boolean
  kinds: readonly WriteKind[]
  conditions: readonly Condition[]
  file: (id: string) => Promise<File | undefined>
  /** Deletes the files to which only these contents refer. */
  release: (contents: readonly unknown[]) => void
  broadcast: { changed(): void; remind(): void; done(id: string, answer: unknown): void }
  becomeLeader: (onBecameLeader: () => void) => SenderLeader
}

export type WritesOfTab = Awaited<ReturnType<typeof createWrites>>

const sweepEvery = 60_000

export async function createWrites(needs: Needs) {
  const { store, encryption, clock, newId, broadcast } = needs
  const entries = createEntries({ store, encryption, clock, newId, notifyTabs: broadcast.changed })
  const kinds = new Map(needs.kinds.map(kind => [kind.name, kind]))
  const doneListeners = new Set<(write: Write, answer: unknown) => void>()
  const announcedIds = new Set<string>()
  const announceDone = (stored: Write, answer: unknown) => {
    if (announcedIds.has(stored.id)) return
    announcedIds.add(stored.id)
    const write = { ...stored, input: asSent(stored.input) }
    for (const listener of doneListeners) listener(write, answer)
  }
  /** Returns the input with the results of other writes. Returns it as stored if one of them no longer exists. */
  const asSent = (input: Write['input']): Write['input'] => {
    try {
      return withResults(input, id => resultOf(entries, id)) as Write['input']
    } catch {
      return input
    }
  }

  const known = new WeakMap<Entry, Write>()
  const toWrite = (entry: Entry): Write => {
    const write = known.get(entry) ?? writeOf(entry)
    known.set(entry, write)
    return write
  }
  let shown: { from: readonly Entry[]; writes: readonly Write[] } = { from: [], writes: [] }
  const list = (): readonly Write[] => {
    const from = entries.list()
    if (from !== shown.from) {
      const visible = from.filter(({ progress }) => !progress.isCancelled)
      shown = { from, writes: visible.map(entry => toWrite(entry)) }
    }
    return shown.writes
  }
  const find = (id: string) => entries.list().find(({ row }) => row.id === id)

  await entries.refresh()
  for (const { row } of entries.list()) if (row.state === 'done') announcedIds.add(row.id)

  const leader = needs.becomeLeader(() => sender.pump())
  const sender = createSender({
    entries,
    call: needs.call,
    supportsKeys: needs.supportsKeys,
    kinds,
    userId: needs.userId,
    clock,
    file: needs.file,
    allow: leader.allow,
    isLeader: leader.isLeader,
    conditions: needs.conditions,
    done(entry, answer) {
      const write = writeOf(entry)
      announceDone(write, answer)
      broadcast.done(write.id, answer)
    },
    dropped: ({ content }) => needs.release([content]),
    remind: broadcast.remind,
  })
  sender.pump()
  const sweeping = setInterval(() => {
    void entries
      .sweep()
      .then(old => old.length > 0 && needs.release(old.map(({ content }) => content)))
      .catch(() => undefined)
  }, sweepEvery)

  async function cancel(...ids: string[]): Promise<boolean> {
    const removed = await entries.remove(ids, ['waiting', 'failed', 'uncertain', 'conflict'])
    if (removed) needs.release(removed.map(({ content }) => content))
    return removed !== undefined
  }

  const addAll = (placed: Placed[], beside?: Beside) => entries.add(placed, beside)
  const writes: Writes = {
    addAll,
    add: (kind, ...given) => addAll(given.map(entry => ({ kind, entry }))),
    list,
    subscribe: entries.subscribe,
    earlier({ id }) {
      const entry = find(id)
      return entry ? earlierOf(entries, entry.row) : []
    },
    onDone(listener) {
      doneListeners.add(listener)
      return () => doneListeners.delete(listener)
    },
    async retry(id) {
      const entry = find(id)
      const state = entry?.row.state
      if (!entry || !(state === 'failed' || state === 'uncertain' || state === 'conflict')) return
      const { error: _, theirs, key, shouldRead: __, mayBeApplied = false, ...progress } = entry.progress
      // With its old key, a correction that was executed and then replaced by another user would not be executed again.
      const next =
        state === 'conflict'
          ? { over: { theirs } }
          : { ...(key && { key }), mayBeApplied: mayBeApplied || state === 'uncertain' }
      await entries.change(entry, { state: 'waiting', progress: { ...progress, losses: 0, ...next } })
      sender.hurry(id)
    },
    cancel,
    newId,
    async abandon(id) {
      while (!(await cancel(id))) {
        // Another tab may have sent it without this tab knowing yet.
        await entries.refresh()
        const entry = find(id)
        if (!entry || entry.row.state === 'done') return false
        const progress = { ...entry.progress, givenUp: true as const }
        const isSending = entry.row.state === 'sending'
        if (isSending && (await entries.change(entry, { state: 'sending', progress }))) break
      }
      sender.hurry(id)
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
      if (leader.isLeader()) sender.pump()
    },
    onEntryDone(id: string, answer: unknown): void {
      void entries
        .refresh()
        .catch(() => undefined)
        .then(() => {
          const write = list().find(one => one.id === id)
          if (write?.state === 'done') announceDone(write, answer)
        })
    },
    sleep: leader.sleep,
    wake: leader.wake,
    stop(): void {
      clearInterval(sweeping)
      sender.stop()
      leader.stop()
    },
  }
}
