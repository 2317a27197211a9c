import { createStore } from 'zustand/vanilla'
import type { OutboxLocks } from '../queue/senderLeader.ts'
import type { Dependencies } from '../storage/encryption.ts'
import { collectTexts, type FileStore } from '../storage/fileStore.ts'
import type { LogStore } from '../storage/logStore.ts'
import { quarantineRow } from '../storage/Store.ts'
import type { DraftKind, Drafts, OpenDraft } from './Drafts.ts'
import { createDraftLock, noLock } from './draftLock.ts'
import { createDraftRecords, decryptRow, draftId, getEncryptionName, getNewestRows } from './draftRecords.ts'
import { type DraftCore, openDraft } from './openDraft.ts'

type DraftsOptions = Dependencies & {
  files: FileStore
  logs: LogStore
  /** Undefined if every tab may write. */
  locks: OutboxLocks | undefined
  name: string
  broadcast(id: string): void
  requestHandOver(id: string): void
  page: EventTarget | undefined
}

/** In ms. A quarantined row may refer to any file. */
const quarantineBlocksDeletionMs = 30 * 24 * 60 * 60_000

type Core = Pick<
  DraftCore<unknown>,
  'refresh' | 'handOver' | 'hasUnsaved' | 'isBusy' | 'flush' | 'suspend' | 'resume' | 'stop' | 'state'
>
type OpenedDraft = {
  kind: { name: string; isPageState?: true }
  key: string
  users: number
  opening: Promise<Core>
  opened: Core | undefined
}

export function createDrafts(options: DraftsOptions) {
  const { store, encryption, clock, files, logs, locks, name, broadcast, requestHandOver, page } = options
  const changes = createStore(() => 0)
  const openedDrafts = new Map<string, OpenedDraft>()
  const notifySubscribers = () => changes.setState(count => count + 1)
  const flush = async () => {
    await Promise.all([...openedDrafts.values()].map(({ opened }) => opened?.flush()))
  }
  const refresh = () => Promise.allSettled([...openedDrafts.values()].map(({ opened }) => opened?.refresh()))
  const pageListeners = new AbortController()
  for (const event of ['pagehide', 'visibilitychange', 'beforeunload'])
    page?.addEventListener(event, () => void flush(), { signal: pageListeners.signal })
  // A closed, killed or frozen tab sends no message.
  for (const event of ['focus', 'visibilitychange'])
    page?.addEventListener(event, () => void refresh(), { signal: pageListeners.signal })

  function retain<T>(kind: DraftKind<T>, key: string): { core: Promise<DraftCore<T>>; release: () => void } {
    const id = draftId(kind.name, key)
    const entry = openedDrafts.get(id) ?? startOpening(id, kind, key)
    entry.users += 1
    return {
      core: entry.opening as Promise<DraftCore<T>>,
      release() {
        entry.users -= 1
        void entry.opened?.flush().then(() => stopIfUnused(id))
        stopIfUnused(id)
      },
    }
  }
  function startOpening<T>(id: string, kind: DraftKind<T>, key: string): OpenedDraft {
    const opening = openDraft({
      kind,
      records: createDraftRecords(kind, key, options),
      // Drafts in memory and page state need no lock.
      createLock: onStolen =>
        locks && store.isPersistent && !kind.isPageState
          ? createDraftLock(locks, `${name} draft ${id}`, onStolen)
          : noLock,
      onChanged() {
        notifySubscribers()
        broadcast(id)
      },
      requestHandOver: () => requestHandOver(id),
      onIdle: () => stopIfUnused(id),
    })
    const entry: OpenedDraft = { kind, key, users: 0, opening, opened: undefined }
    opening.then(
      core => {
        entry.opened = core
      },
      () => openedDrafts.delete(id),
    )
    openedDrafts.set(id, entry)
    return entry
  }
  /** If saving fails, the draft remains in memory. */
  function stopIfUnused(id: string): void {
    const entry = openedDrafts.get(id)
    if (!entry?.opened || entry.users > 0 || entry.opened.hasUnsaved() || entry.opened.isBusy()) return
    entry.opened.stop()
    openedDrafts.delete(id)
    broadcast(id)
  }

  function releaseAll(): Core[] {
    pageListeners.abort()
    const all = [...openedDrafts.values()]
    openedDrafts.clear()
    for (const { opened, opening } of all) {
      if (!opened) opening.then(core => core.stop()).catch(() => undefined)
    }
    return all.flatMap(({ opened }) => opened ?? [])
  }

  const withOpened = async (id: string, act: (core: Core) => Promise<unknown>) => {
    const core = openedDrafts.get(id)?.opened
    if (core) await act(core).catch(() => undefined)
  }
  const readRows = () =>
    store.read(['drafts', 'forks'], async transaction =>
      getNewestRows(await transaction.getAll('drafts'), await transaction.getAll('forks')),
    )
  const listUnsaved = <T>(kind: DraftKind<T>) =>
    [...openedDrafts.values()].flatMap(({ key, kind: { name }, opened }) => {
      const state = opened?.state()
      if (name !== kind.name || !opened?.hasUnsaved() || state?.isPersistent) return []
      const value = kind.value.safeParse(state?.value)
      if (!value.success || kind.isEmpty(value.data)) return []
      return [{ key, draft: { value: value.data, savedAt: clock(), revision: 0 } }]
    })

  const drafts: Drafts = {
    async open(kind, key) {
      const { core, release } = retain(kind, key)
      const draft = await core
      let closed = false
      return {
        ...draft,
        async discard() {
          const state = draft.state()
          await draft.discard()
          // Remaining files are collected later.
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
      const rows = await readRows()
      const read = rows
        .filter(row => row.kind === kind.name)
        .map(async row => {
          try {
            const { savedAt, revision } = row
            return {
              key: row.key,
              draft: { value: await decryptRow(kind, row, encryption), savedAt, revision },
            }
          } catch {
            await quarantineRow(store, 'drafts', row, clock()).catch(() => undefined)
            return undefined
          }
        })
      const onDisk = (await Promise.all(read)).filter(draft => draft !== undefined)
      const inMemory = listUnsaved(kind)
      const drafts = [...inMemory, ...onDisk.filter(({ key }) => !inMemory.some(one => one.key === key))]
      return drafts.sort((a, b) => b.draft.savedAt - a.draft.savedAt)
    },
    subscribe: changes.subscribe,
    putFile: files.put,
    file: files.get,
    fileInfo: files.getInfo,
    logs,
    quarantined: async () =>
      (await store.read(['setAside'], transaction => transaction.getIds('setAside'))).length,
    flush,
    names: async () => {
      const rows = (await readRows()).filter(({ memory }) => !memory)
      const onDisk = rows.toSorted((a, b) => b.savedAt - a.savedAt)
      const ids = new Set(onDisk.map(({ id }) => id))
      const inMemory = [...openedDrafts].filter(
        ([id, { opened, kind }]) => opened?.hasUnsaved() && !kind.isPageState && !ids.has(id),
      )
      return [
        ...inMemory.map(([, { kind, key }]) => ({ kind: kind.name, key })),
        ...onDisk.map(({ kind, key }) => ({ kind, key })),
      ]
    },
  }
  return {
    ...drafts,
    /** Returns false if a version is unreadable, because it may refer to any file. */
    async addReferencedTexts(texts: Set<string>): Promise<boolean> {
      const [drafts, earlier, quarantined] = await store.read(['drafts', 'forks', 'setAside'], transaction =>
        Promise.all([
          transaction.getAll('drafts'),
          transaction.getAll('forks'),
          transaction.getAll('setAside'),
        ]),
      )
      if (quarantined.some(({ at }) => at > clock() - quarantineBlocksDeletionMs)) return false
      try {
        for (const row of [...drafts, ...earlier])
          collectTexts(await encryption.decrypt(getEncryptionName(row), row.sealed), texts)
      } catch {
        return false
      }
      for (const { opened } of openedDrafts.values()) collectTexts(opened?.state(), texts)
      return true
    },
    /** Another tab has changed this draft or its lock. */
    onDraftChanged(id: string): void {
      notifySubscribers()
      void withOpened(id, core => core.refresh())
    },
    onHandOverRequested: (id: string) => void withOpened(id, core => core.handOver()),
    suspend(): void {
      for (const [id, { opened }] of openedDrafts) {
        opened?.suspend()
        broadcast(id)
      }
    },
    resume(): void {
      for (const { opened } of openedDrafts.values()) opened?.resume()
    },
    async stop(): Promise<void> {
      const cores = releaseAll()
      await Promise.allSettled(
        cores.map(async core => {
          await core.flush()
          core.stop()
        }),
      )
    },
    stopWithoutSaving(): void {
      for (const core of releaseAll()) core.stop()
    },
  }
}
