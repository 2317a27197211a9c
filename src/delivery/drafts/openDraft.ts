import { createStore } from 'zustand/vanilla'
import type { DraftChange } from '../entries/Entry.ts'
import { StorageError } from '../storage/Store.ts'
import type { DraftKind, DraftState, SavedDraft } from './Drafts.ts'
import type { DraftRecords, StoredVersions } from './draftRecords.ts'

/** In ms. Typed text must be on disk within 500 ms. */
const saveDebounceMs = 300
/** In ms, after a failure. */
const retryMs = 10_000

export type DraftCore<T> = Awaited<ReturnType<typeof openDraft<T>>>

type OpenDraftOptions<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  /** Called after the stored draft has changed. */
  onChanged(): void
  /** Called when no task is left. */
  onIdle(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const toSavedDraft = <T>({ value, savedAt }: SavedDraft<T>): SavedDraft<T> => ({ value, savedAt })

/** Opens a draft in this tab. Takes over what other tabs save, unless this tab has unsaved text. */
export async function openDraft<T>(options: OpenDraftOptions<T>) {
  const { kind, records, onChanged, onIdle } = options
  let found: StoredVersions<T> = await records.read()
  /** Stamp of the version that this tab shows. */
  let shown = found.draft?.stamp
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
  const store = createStore(getState)

  function getState(): DraftState<T> {
    const draft = runningDiscards > 0 ? undefined : found.draft
    return {
      value: unsaved ? unsaved.value : draft?.value,
      saved: draft && toSavedDraft(draft),
      earlier: found.earlier,
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
  const setUnsaved = (value: T | undefined) => {
    clearTimeout(timer)
    timer = undefined
    unsaved = value === undefined ? undefined : { value }
    if (unsaved) scheduleSave(saveDebounceMs)
  }

  async function refresh(): Promise<void> {
    found = await records.read()
    isFoundOutdated = false
    if (unsaved || found.draft?.stamp === shown) return
    shown = found.draft?.stamp
    formKey += 1
  }

  /** Resolves to whether the value is on disk. */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const saving = unsaved
    if (!saving || isStopped) return true
    let isSaved = true
    try {
      shown = await records.save(saving.value, kind.isEmpty(saving.value), shown)
      isPersistent = records.isPersistent()
      if (unsaved === saving) {
        unsaved = undefined
        isFoundOutdated = true
      }
      await refresh()
    } catch {
      // Saving is repeated.
      isPersistent = false
      isSaved = false
    }
    onChanged()
    if (unsaved) scheduleSave(isPersistent ? saveDebounceMs : retryMs)
    return isSaved
  }
  function scheduleSave(delayMs: number): void {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void runInOrder(save)
    }, delayMs)
  }
  const changeStored = (change: () => Promise<unknown>) =>
    runInOrder(async () => {
      if (!(await save())) throw new StorageError('the draft was not stored')
      await change()
      await refresh()
      onChanged()
    })

  return {
    state: store.getState,
    subscribe: store.subscribe,
    set(value: T): void {
      // The last notification may be older than the stored value.
      if (!unsaved && !isFoundOutdated && isSame(value, getState().value)) return
      unsaved = { value }
      notifySubscribers()
      scheduleSave(saveDebounceMs)
    },
    async flush(): Promise<boolean> {
      if (!unsaved && pendingTasks === 0) return true
      return (await runInOrder(save)) === true
    },
    refresh: () => runInOrder(refresh),
    hasUnsaved: () => unsaved !== undefined,
    isBusy: () => pendingTasks > 0,
    restoreEarlier: () => changeStored(records.restoreEarlier),
    deleteEarlier: () => changeStored(records.deleteEarlier),
    async discard(): Promise<void> {
      setUnsaved(undefined)
      runningDiscards += 1
      notifySubscribers()
      try {
        await runInOrder(async () => {
          await records.discard(shown)
          shown = undefined
          await refresh()
          onChanged()
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
        // Saving a stored value again could restore a draft that another tab has just sent.
        const isStored = found.draft?.stamp === shown && isSame(found.draft?.value, value)
        if (!isStored && !(await save())) throw new StorageError('the draft was not stored')
        const stored = found.draft
        const remaining = getRemaining()
        const change = await records.submit(remaining, kind.isEmpty(remaining), shown)
        const result: { outcome?: Awaited<ReturnType<typeof change>> } = {}
        await addEntries({
          async apply(transaction) {
            result.outcome = await change(transaction)
            return result.outcome !== false
          },
          onCommitted() {
            const latest = getRemaining()
            setUnsaved(isSame(latest, remaining) ? undefined : latest)
            if (!result.outcome) return
            const { stamp } = result.outcome
            shown = stamp
            const draft = stored && stamp !== undefined ? { ...stored, value: remaining, stamp } : undefined
            found = { ...found, draft }
          },
        })
        if (!result.outcome) setUnsaved(undefined)
        // The entries are stored. After an error the caller would send them again.
        await refresh().catch(() => undefined)
        onChanged()
        return Boolean(result.outcome)
      })
      if (submitted === undefined) throw new StorageError('the draft was closed')
      return submitted
    },
    /** Stops without saving. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
