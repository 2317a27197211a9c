import { createStore } from 'zustand/vanilla'
import type { DraftChange } from '../queue/Writes.ts'
import { StorageError } from '../storage/Store.ts'
import type { DraftKind, DraftState, SavedDraft } from './Drafts.ts'
import type { DraftLock } from './draftLock.ts'
import type { DraftRecords, StoredVersions, Version } from './draftRecords.ts'

/** In ms. Typed text must be on disk within 500 ms. */
const saveDebounceMs = 300
/** In ms. */
const retryMs = 10_000

export type DraftCore<T> = Awaited<ReturnType<typeof openDraft<T>>>

type OpenDraftOptions<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  createLock(onStolen: () => void): DraftLock
  onChanged(): void
  requestHandOver(): void
  onIdle(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const versionOf = <T>(stamp: string | undefined, value: T) =>
  stamp === undefined ? undefined : { stamp, value }

const toSavedDraft = <T>({ value, savedAt, revision }: Version<T>): SavedDraft<T> => ({
  value,
  savedAt,
  revision,
})

/**
 * Text that can't be saved as the draft becomes an earlier version: this tab has lost the lock, or has not
 * seen the stored version.
 */
export async function openDraft<T>(options: OpenDraftOptions<T>) {
  const { kind, records, onChanged, onIdle } = options
  let found: StoredVersions<T> = await records.open()
  /** Stored version on which the text is based. */
  let base: { stamp: string; value: T } | undefined = found.draft
  let formKey = 0
  let unsaved: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let pendingTasks = 0
  /** Hides the stored draft meanwhile, so that no form restores it. */
  let runningDiscards = 0
  /** True between saving and reading, while `found` is older than the saved value. */
  let isFoundOutdated = false
  let isPersistent = records.isPersistent()
  let isStopped = false
  const lock = options.createLock(() => {
    void runInOrder(refresh).catch(() => undefined)
  })
  await lock.refresh()
  const store = createStore(getState)

  function getState(): DraftState<T> {
    const { earlier } = found
    const draft = runningDiscards > 0 ? undefined : found.draft
    return {
      value: unsaved ? unsaved.value : draft?.value,
      saved: draft && toSavedDraft(draft),
      earlier: earlier && toSavedDraft(earlier),
      isReadOnly: lock.isOwnedByOther(),
      formKey,
      saving: unsaved !== undefined,
      isPersistent,
    }
  }
  const notifySubscribers = () => {
    const next = getState()
    if (!isSame(next, store.getState())) store.setState(next, true)
  }
  /** Runs one task after the other. Skips tasks after `stop`. */
  const runInOrder = <R>(work: () => Promise<R>): Promise<R | undefined> => {
    pendingTasks += 1
    const result = queue
      .then(() => (isStopped ? undefined : work()))
      .catch(error => {
        if (!isStopped) throw error
        return undefined
      })
      .finally(() => {
        pendingTasks -= 1
        notifySubscribers()
        if (pendingTasks === 0) onIdle()
      })
    queue = result.catch(() => undefined)
    return result
  }
  const clearUnsaved = () => {
    unsaved = undefined
    clearTimeout(timer)
    timer = undefined
  }
  const notifyTabs = () => {
    onIdle()
    onChanged()
  }

  async function refresh(): Promise<void> {
    await lock.refresh()
    found = await records.read()
    isFoundOutdated = false
    // Any tab may start an empty draft.
    if (!unsaved && !found.draft && lock.isOwner()) {
      await lock.release()
      onChanged()
    }
    if (unsaved || found.draft?.stamp === base?.stamp) return
    base = found.draft
    formKey += 1
  }

  /** `failed`: storage is full or blocked. */
  async function save(): Promise<'saved' | 'earlier' | 'failed'> {
    clearTimeout(timer)
    timer = undefined
    const saving = unsaved
    if (!saving || isStopped) return 'saved'
    let outcome: 'saved' | 'earlier' | 'failed' = 'saved'
    try {
      const isEmpty = kind.isEmpty(saving.value)
      const isOwner = await lock.acquire()
      const saved = isOwner && (await records.save(saving.value, base?.stamp, isEmpty))
      if (saved) base = versionOf(saved.stamp, saving.value)
      else if (!isEmpty) {
        outcome = 'earlier'
        const { draft } = await records.read()
        if (!isSame(draft?.value, saving.value)) await records.saveEarlier(saving.value)
      }
      isPersistent = records.isPersistent()
      if (unsaved === saving) {
        unsaved = undefined
        isFoundOutdated = true
      }
      await refresh()
    } catch {
      // The text remains in memory, and saving is repeated.
      isPersistent = false
      outcome = 'failed'
    }
    notifyTabs()
    if (unsaved) scheduleSave(isPersistent ? saveDebounceMs : retryMs)
    return outcome
  }
  const scheduleSave = (delayMs: number) => {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void runInOrder(save)
    }, delayMs)
  }
  /** At the first change, so that no other tab starts to edit. */
  const acquireLock = async () => {
    if (await lock.acquire()) onChanged()
    notifySubscribers()
  }
  const takeOwnership = async () => {
    await lock.refresh()
    if (lock.isOwnedByOther()) {
      options.requestHandOver()
      await lock.takeOver()
    }
    await runInOrder(refresh)
    onChanged()
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    set(value: T): void {
      // The last notification may be older than the stored value.
      if (!unsaved && !isFoundOutdated && isSame(value, getState().value)) return
      if (!lock.isOwner()) void acquireLock()
      unsaved = { value }
      notifySubscribers()
      onIdle()
      scheduleSave(saveDebounceMs)
    },
    async flush(): Promise<boolean> {
      if (!unsaved && pendingTasks === 0) return true
      const outcome = await runInOrder(save)
      return outcome === 'saved' || outcome === 'earlier'
    },
    refresh: () => runInOrder(refresh),
    takeOwnership,
    async releaseOwnership(): Promise<void> {
      await runInOrder(async () => {
        if ((await save()) !== 'failed' && !unsaved) await lock.release()
      })
      if (!isStopped) onChanged()
    },
    async handOver(): Promise<void> {
      await runInOrder(async () => {
        if (lock.isOwner() && (await save()) !== 'failed') await lock.release()
      })
    },
    hasUnsaved: () => unsaved !== undefined,
    isBusy: () => pendingTasks > 0,
    suspend: lock.suspend,
    resume() {
      lock.resume()
      void runInOrder(refresh).catch(() => undefined)
    },
    async restoreEarlier(): Promise<void> {
      // The following steps may store an earlier version that the user has not seen.
      const id = found.earlier?.id
      await takeOwnership()
      await runInOrder(async () => {
        if ((await save()) === 'failed') throw new StorageError('the draft was not stored')
        if (id) await records.restoreEarlier(id)
        await lock.acquire()
        await refresh()
        notifyTabs()
      })
    },
    deleteEarlier(): Promise<void> {
      const id = found.earlier?.id
      return runInOrder(async () => {
        if (id) await records.deleteEarlier(id)
        await refresh()
        notifyTabs()
      })
    },
    async discard(): Promise<void> {
      clearUnsaved()
      runningDiscards += 1
      notifySubscribers()
      try {
        await runInOrder(async () => {
          await records.discard(base?.stamp)
          base = undefined
          await refresh()
          notifyTabs()
        })
      } finally {
        runningDiscards -= 1
        notifySubscribers()
      }
    },
    async submit(
      value: T,
      addEntries: (draftChange: DraftChange) => Promise<unknown>,
      getRemaining: () => T,
    ): Promise<boolean> {
      const submitted = await runInOrder(async () => {
        // Without locks, saving a stored value could restore a draft that another tab has just sent.
        const wasStored = base !== undefined && isSame(base.value, value)
        const isStored = wasStored && (!unsaved || (await lock.acquire()))
        const saved = isStored ? 'saved' : await save()
        if (saved === 'failed') throw new StorageError('the draft was not stored')
        if (saved === 'earlier') return false
        const stored = found.draft
        const remaining = getRemaining()
        const change = await records.submit(remaining, kind.isEmpty(remaining), base?.stamp)
        const result: { outcome?: Awaited<ReturnType<typeof change>> } = {}
        const setUnsaved = (text: T | undefined) => {
          clearUnsaved()
          unsaved = text === undefined ? undefined : { value: text }
          if (unsaved) scheduleSave(saveDebounceMs)
        }
        await addEntries({
          async apply(transaction) {
            result.outcome = !lock.isOwnedByOther() && (await change(transaction))
            return result.outcome !== false
          },
          onCommitted() {
            const latest = getRemaining()
            setUnsaved(isSame(latest, remaining) ? undefined : latest)
            if (!result.outcome) return
            const { stamp } = result.outcome
            base = versionOf(stamp, remaining)
            found = {
              ...found,
              draft: stored && stamp !== undefined ? { ...stored, value: remaining, stamp } : undefined,
            }
          },
        })
        if (!result.outcome) setUnsaved(undefined)
        // The entries are stored. After an error the caller would send them again.
        await refresh().catch(() => undefined)
        notifyTabs()
        return Boolean(result.outcome)
      })
      if (submitted === undefined) throw new StorageError('the draft was closed')
      return submitted
    },
    /** Stops without saving. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      lock.suspend()
    },
  }
}
