import { createStore } from 'zustand/vanilla'
import type { OutboxLocks } from '../queue/senderLeader.ts'
import type { Dependencies } from '../storage/encryption.ts'
import { collectTexts, type FileStore } from '../storage/fileStore.ts'
import { quarantineRow } from '../storage/Store.ts'
import type { DraftKind, Drafts, OpenDraft } from './Drafts.ts'
import { createDraftLock, noLock } from './draftLock.ts'
import { createDraftRecords, draftId, draftsAmong, openRow, sealedFor } from './draftRecords.ts'
import { type DraftCore, openDraft } from './openDraft.ts'

type Needs = Dependencies & {
  files: FileStore
  /** Undefined if every tab may write. `name` is the name of the outbox. */
  locks: OutboxLocks | undefined
  name: string
  broadcast(id: string): void
  requestHandOver(id: string): void
  page: EventTarget | undefined
}

/** Time in ms for which a row in quarantine prevents the deletion of files, because it may refer to any of them. */
const quarantineCounts = 30 * 24 * 60 * 60_000

/** A draft of any value type. Its kind and key determine the type. */
type Core = Pick<
  DraftCore<unknown>,
  'refresh' | 'handOver' | 'unsaved' | 'isBusy' | 'flush' | 'suspend' | 'resume' | 'stop' | 'state'
>
type Held = {
  kind: { name: string; memory?: true }
  key: string
  users: number
  opening: Promise<Core>
  opened: Core | undefined
}

export function createDrafts(needs: Needs) {
  const { store, encryption, clock, files, locks, name, broadcast, requestHandOver, page } = needs
  const changes = createStore(() => 0)
  const held = new Map<string, Held>()
  const announce = () => changes.setState(count => count + 1)
  const flush = async () => {
    await Promise.all([...held.values()].map(({ opened }) => opened?.flush()))
  }
  const refresh = () => Promise.allSettled([...held.values()].map(({ opened }) => opened?.refresh()))
  const watching = new AbortController()
  for (const event of ['pagehide', 'visibilitychange', 'beforeunload'])
    page?.addEventListener(event, () => void flush(), { signal: watching.signal })
  // A tab that was closed, killed or frozen sends no message. Check again which tab owns the drafts.
  for (const event of ['focus', 'visibilitychange'])
    page?.addEventListener(event, () => void refresh(), { signal: watching.signal })

  function hold<T>(kind: DraftKind<T>, key: string): { core: Promise<DraftCore<T>>; release: () => void } {
    const id = draftId(kind.name, key)
    const mine = held.get(id) ?? begin(id, kind, key)
    mine.users += 1
    return {
      core: mine.opening as Promise<DraftCore<T>>,
      release() {
        mine.users -= 1
        void mine.opened?.flush().then(() => forget(id))
        forget(id)
      },
    }
  }
  function begin<T>(id: string, kind: DraftKind<T>, key: string): Held {
    const opening = openDraft({
      kind,
      records: createDraftRecords(kind, key, needs),
      // No lock for drafts in memory, which exist in this tab only, and for `memory` kinds, which no field shows.
      createLock: onStolen =>
        locks && store.isPersistent && !kind.memory
          ? createDraftLock(locks, `${name} draft ${id}`, onStolen)
          : noLock,
      changed() {
        announce()
        broadcast(id)
      },
      requestHandOver: () => requestHandOver(id),
      due: () => forget(id),
    })
    const begun: Held = { kind, key, users: 0, opening, opened: undefined }
    opening.then(
      core => {
        begun.opened = core
      },
      () => held.delete(id),
    )
    held.set(id, begun)
    return begun
  }
  /** Stops an unused draft after it was saved or discarded. If saving fails, the draft remains in memory. */
  function forget(id: string): void {
    const here = held.get(id)
    if (!here?.opened || here.users > 0 || here.opened.unsaved() || here.opened.isBusy()) return
    here.opened.stop()
    held.delete(id)
    // Other tabs may edit the draft now.
    broadcast(id)
  }

  function releaseAll(): Core[] {
    watching.abort()
    const all = [...held.values()]
    held.clear()
    for (const { opened, opening } of all) {
      if (!opened) opening.then(core => core.stop()).catch(() => undefined)
    }
    return all.flatMap(({ opened }) => opened ?? [])
  }

  const withOpened = async (id: string, act: (core: Core) => Promise<unknown>) => {
    const core = held.get(id)?.opened
    if (core) await act(core).catch(() => undefined)
  }
  const stored = () =>
    store.read(['drafts', 'forks'], async transaction =>
      draftsAmong(await transaction.getAll('drafts'), await transaction.getAll('forks')),
    )
  const unstored = <T>(kind: DraftKind<T>) =>
    [...held.values()].flatMap(({ key, kind: { name }, opened }) => {
      const state = opened?.state()
      if (name !== kind.name || !opened?.unsaved() || state?.kept) return []
      const value = kind.value.safeParse(state?.value)
      if (!value.success || kind.isEmpty(value.data)) return []
      return [{ key, draft: { value: value.data, savedAt: clock(), revision: 0 } }]
    })

  const drafts: Drafts = {
    async open(kind, key) {
      const { core, release } = hold(kind, key)
      const draft = await core
      let closed = false
      return {
        ...draft,
        async discard() {
          const state = draft.state()
          await draft.discard()
          // Files that can't be deleted yet are collected later.
          await files.release(collectTexts([state.value, state.saved?.value])).catch(() => undefined)
        },
        close() {
          if (closed) return
          closed = true
          release()
        },
      } satisfies OpenDraft<unknown>
    },
    async list(kind) {
      const rows = await stored()
      const read = rows
        .filter(row => row.kind === kind.name)
        .map(async row => {
          try {
            const { savedAt, revision } = row
            return {
              key: row.key,
              draft: { value: await openRow(kind, row, encryption), savedAt, revision },
            }
          } catch {
            await quarantineRow(store, 'drafts', row, clock()).catch(() => undefined)
            return undefined
          }
        })
      const onDisk = (await Promise.all(read)).filter(draft => draft !== undefined)
      const onPage = unstored(kind)
      const drafts = [...onPage, ...onDisk.filter(({ key }) => !onPage.some(one => one.key === key))]
      return drafts.sort((a, b) => b.draft.savedAt - a.draft.savedAt)
    },
    subscribe: changes.subscribe,
    putFile: files.put,
    file: files.get,
    quarantined: async () =>
      (await store.read(['setAside'], transaction => transaction.getIds('setAside'))).length,
    flush,
    names: async () => {
      const rows = (await stored()).filter(({ memory }) => !memory)
      const onDisk = rows.toSorted((a, b) => b.savedAt - a.savedAt)
      const ids = new Set(onDisk.map(({ id }) => id))
      const onPage = [...held].filter(
        ([id, { opened, kind }]) => opened?.unsaved() && !kind.memory && !ids.has(id),
      )
      return [
        ...onPage.map(([, { kind, key }]) => ({ kind: kind.name, key })),
        ...onDisk.map(({ kind, key }) => ({ kind, key })),
      ]
    },
  }
  return {
    ...drafts,
    /**
     * Adds all texts of all drafts and earlier versions. Returns false if one is unreadable, because it may refer to any
     * file.
     */
    async named(into: Set<string>): Promise<boolean> {
      const [drafts, earlier, quarantined] = await store.read(['drafts', 'forks', 'setAside'], transaction =>
        Promise.all([
          transaction.getAll('drafts'),
          transaction.getAll('forks'),
          transaction.getAll('setAside'),
        ]),
      )
      if (quarantined.some(({ at }) => at > clock() - quarantineCounts)) return false
      try {
        for (const row of [...drafts, ...earlier])
          collectTexts(await encryption.decrypt(sealedFor(row), row.sealed), into)
      } catch {
        return false
      }
      for (const { opened } of held.values()) collectTexts(opened?.state(), into)
      return true
    },
    /** Another tab has changed this draft, or has acquired or released its lock. */
    onDraftChanged(id: string): void {
      announce()
      void withOpened(id, core => core.refresh())
    },
    onHandOverRequested: (id: string) => void withOpened(id, core => core.handOver()),
    /** The page enters the back-forward cache. Other tabs may edit its drafts. */
    suspend(): void {
      for (const [id, { opened }] of held) {
        opened?.suspend()
        broadcast(id)
      }
    },
    resume(): void {
      for (const { opened } of held.values()) opened?.resume()
    },
    async stop(): Promise<void> {
      const last = releaseAll()
      // Components that unmount later have no unsaved text.
      await Promise.allSettled(
        last.map(async core => {
          await core.flush()
          core.stop()
        }),
      )
    },
    abandon(): void {
      for (const core of releaseAll()) core.stop()
    },
  }
}
