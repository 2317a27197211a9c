import { createStore } from 'zustand/vanilla'
import type { DraftChange, DraftSnapshot } from '../entries/Entry.ts'
import type { Dependencies } from '../storage/encryption.ts'
import { collectTexts, type FileStore } from '../storage/fileStore.ts'
import type { LogStore } from '../storage/logStore.ts'
import type { DraftKind, Drafts, OpenDraft, SavedDraft } from './Drafts.ts'
import { createDraftRecords, draftId, getEncryptionName } from './draftRecords.ts'
import { type DraftCore, openDraft } from './openDraft.ts'

type DraftsOptions = Dependencies & {
  files: FileStore
  logs: LogStore
  /** Notifies the other tabs that a draft has changed. */
  broadcast(id: string): void
  page: EventTarget | undefined
}

type Core = Pick<DraftCore<unknown>, 'refresh' | 'hasUnsaved' | 'isBusy' | 'flush' | 'stop' | 'state'>
type OpenedDraft = {
  kind: { name: string }
  key: string
  users: number
  opening: Promise<Core>
  opened: Core | undefined
}

export function createDrafts(options: DraftsOptions) {
  const { store, encryption, clock, newId, files, logs, broadcast, page } = options
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
  // A tab that was killed, frozen or in the back-forward cache receives no messages.
  for (const event of ['focus', 'visibilitychange', 'pageshow'])
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
      onChanged() {
        notifySubscribers()
        broadcast(id)
      },
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

  /** The stored draft was changed, perhaps by another tab. */
  function onDraftChanged(id: string): void {
    notifySubscribers()
    void openedDrafts
      .get(id)
      ?.opened?.refresh()
      .catch(() => undefined)
  }

  /** Newest first. A draft that another tab has replaced is listed by its earlier text. */
  const readRows = async () => {
    const rows = await store.read(['drafts'], transaction => transaction.getAll('drafts'))
    return rows
      .flatMap(row => {
        const text = row.text ?? row.earlier
        return text ? [{ ...row, ...text }] : []
      })
      .sort((a, b) => b.savedAt - a.savedAt)
  }
  /** Drafts that could not be stored. */
  const listUnsaved = <T>(kind: DraftKind<T>) =>
    [...openedDrafts.values()].flatMap(({ key, kind: { name }, opened }) => {
      const state = opened?.state()
      if (name !== kind.name || !opened?.hasUnsaved() || state?.isPersistent) return []
      const value = kind.value.safeParse(state?.value)
      if (!value.success || kind.isEmpty(value.data)) return []
      return [{ key, draft: { value: value.data, savedAt: clock() } }]
    })

  const drafts: Drafts = {
    async open(kind, key) {
      const { core, release } = retain(kind, key)
      const draft = await core
      let closed = false
      return {
        ...draft,
        close() {
          if (closed) return
          closed = true
          release()
        },
      } satisfies OpenDraft<unknown>
    },
    async list<T>(kind: DraftKind<T>) {
      const rows = (await readRows()).filter(row => row.kind === kind.name)
      const read = rows.map(async ({ id, key, sealed, savedAt }) => {
        const value = await encryption.decrypt(getEncryptionName(id), sealed).catch(() => undefined)
        const parsed = kind.value.safeParse(value)
        return parsed.success ? [{ key, draft: { value: parsed.data, savedAt } }] : []
      })
      const onDisk: { key: string; draft: SavedDraft<T> }[] = (await Promise.all(read)).flat()
      const inMemory = listUnsaved(kind)
      return [...inMemory, ...onDisk.filter(({ key }) => !inMemory.some(one => one.key === key))]
    },
    subscribe: changes.subscribe,
    putFile: files.put,
    file: files.get,
    fileInfo: files.getInfo,
    logs,
    flush,
    names: async () => {
      const rows = await readRows()
      const ids = new Set(rows.map(({ id }) => id))
      const inMemory = [...openedDrafts].filter(([id, { opened }]) => opened?.hasUnsaved() && !ids.has(id))
      return [
        ...inMemory.map(([, { kind, key }]) => ({ kind: kind.name, key })),
        ...rows.map(({ kind, key }) => ({ kind, key })),
      ]
    },
  }
  return {
    ...drafts,
    /** Prepares to put a value back. Text that the draft has by then becomes its earlier version. */
    async prepareRestore({ kind, key, value }: DraftSnapshot): Promise<DraftChange> {
      const id = draftId(kind, key)
      const text = { sealed: await encryption.encrypt(getEncryptionName(id), value), savedAt: clock() }
      return {
        async apply(transaction) {
          const stored = await transaction.get('drafts', id)
          const earlier = stored?.text ?? stored?.earlier
          await transaction.put('drafts', { ...stored, id, kind, key, stamp: newId(), text, earlier })
          return true
        },
        onCommitted() {
          onDraftChanged(id)
          broadcast(id)
        },
      }
    },
    /** Adds all texts of drafts. Some are IDs of files. */
    async addReferencedTexts(texts: Set<string>): Promise<void> {
      const rows = await store.read(['drafts'], transaction => transaction.getAll('drafts'))
      for (const { id, text, earlier } of rows) {
        for (const version of [text, earlier]) {
          if (version) collectTexts(await encryption.decrypt(getEncryptionName(id), version.sealed), texts)
        }
      }
      for (const { opened } of openedDrafts.values()) collectTexts(opened?.state(), texts)
    },
    onDraftChanged,
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
