import { createStore } from 'zustand/vanilla'
import type { DraftChange } from '../queue/Writes.ts'
import { StorageError } from '../storage/Store.ts'
import type { DraftKind, DraftState, SavedDraft } from './Drafts.ts'
import type { DraftLock } from './draftLock.ts'
import type { DraftRecords, Found, Version } from './draftRecords.ts'

/** Maximum delay before typed text is saved, in ms, so that it is on disk within 500 ms. */
const saveDebounceMs = 300
/** Time before a failed save is repeated, in ms. */
const retryMs = 10_000

export type DraftCore<T> = Awaited<ReturnType<typeof openDraft<T>>>

type Needs<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  createLock(onStolen: () => void): DraftLock
  changed(): void
  requestHandOver(): void
  due(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns undefined if no version is stored. */
const versionOf = <T>(stamp: string | undefined, value: T) =>
  stamp === undefined ? undefined : { stamp, value }

const toSavedDraft = <T>({ value, savedAt, revision }: Version<T>): SavedDraft<T> => ({
  value,
  savedAt,
  revision,
})

/**
 * Opens a draft. Only one tab edits it; the others show it read-only. Text that can't be saved as the draft becomes an
 * earlier version: this tab has lost the draft, or has not seen the stored version.
 */
export async function openDraft<T>(needs: Needs<T>) {
  const { kind, records, changed, due } = needs
  let found: Found<T> = await records.open()
  /** Stored version on which the text of this tab is based. */
  let base: { stamp: string; value: T } | undefined = found.draft
  let formKey = 0
  let typed: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let busy = 0
  /** Number of running discards. Meanwhile the stored draft is hidden, so that no form restores it. */
  let discarding = 0
  let kept = records.kept()
  let stopped = false
  const lock = needs.createLock(() => {
    void runInOrder(refresh).catch(() => undefined)
  })
  await lock.refresh()
  const shown = createStore(show)

  function show(): DraftState<T> {
    const { earlier } = found
    const draft = discarding > 0 ? undefined : found.draft
    return {
      value: typed ? typed.value : draft?.value,
      saved: draft && toSavedDraft(draft),
      earlier: earlier && toSavedDraft(earlier),
      isReadOnly: lock.isOwnedByOther(),
      formKey,
      saving: typed !== undefined,
      kept,
    }
  }
  const announce = () => {
    const next = show()
    if (!isSame(next, shown.getState())) shown.setState(next, true)
  }
  /** Runs saves, reads and actions one after the other. After `stop`, they do nothing. */
  const runInOrder = <R>(work: () => Promise<R>): Promise<R | undefined> => {
    busy += 1
    const result = queue
      .then(() => (stopped ? undefined : work()))
      .catch(error => {
        if (!stopped) throw error
        return undefined
      })
      .finally(() => {
        busy -= 1
        announce()
        if (busy === 0) due()
      })
    queue = result.catch(() => undefined)
    return result
  }
  const forget = () => {
    typed = undefined
    clearTimeout(timer)
    timer = undefined
  }
  const notifyTabs = () => {
    due()
    changed()
  }

  async function refresh(): Promise<void> {
    await lock.refresh()
    found = await records.read()
    // Any tab may start an empty draft.
    if (!typed && !found.draft && lock.isOwner()) {
      await lock.release()
      changed()
    }
    if (typed || found.draft?.stamp === base?.stamp) return
    base = found.draft
    formKey += 1
  }

  /** Saves the typed text as the draft or as an earlier version. `failed`: storage is full or blocked. */
  async function save(): Promise<'saved' | 'earlier' | 'failed'> {
    clearTimeout(timer)
    timer = undefined
    const saving = typed
    if (!saving || stopped) return 'saved'
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
      kept = records.kept()
      if (typed === saving) typed = undefined
      await refresh()
    } catch {
      // The text remains in memory, and saving is repeated.
      kept = false
      outcome = 'failed'
    }
    notifyTabs()
    if (typed) later(kept ? saveDebounceMs : retryMs)
    return outcome
  }
  const later = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void runInOrder(save)
    }, wait)
  }
  /** Acquires the lock at the first change, so that no other tab starts to edit. */
  const acquireLock = async () => {
    if (await lock.acquire()) changed()
    announce()
  }
  const takeOwnership = async () => {
    await lock.refresh()
    if (lock.isOwnedByOther()) {
      needs.requestHandOver()
      await lock.takeOver()
    }
    await runInOrder(refresh)
    changed()
  }

  return {
    state: shown.getState,
    subscribe: shown.subscribe,
    set(value: T): void {
      // Compare with the current value. The last notification may be older than the stored value.
      if (!typed && isSame(value, show().value)) return
      if (!lock.isOwner()) void acquireLock()
      typed = { value }
      announce()
      due()
      later(saveDebounceMs)
    },
    async flush(): Promise<boolean> {
      if (!typed && busy === 0) return true
      const outcome = await runInOrder(save)
      return outcome === 'saved' || outcome === 'earlier'
    },
    refresh: () => runInOrder(refresh),
    takeOwnership,
    async releaseOwnership(): Promise<void> {
      await runInOrder(async () => {
        if ((await save()) !== 'failed' && !typed) await lock.release()
      })
      if (!stopped) changed()
    },
    /** Another tab takes the draft over. */
    async handOver(): Promise<void> {
      await runInOrder(async () => {
        if (lock.isOwner() && (await save()) !== 'failed') await lock.release()
      })
    },
    unsaved: () => typed !== undefined,
    isBusy: () => busy > 0,
    suspend: lock.suspend,
    resume() {
      lock.resume()
      void runInOrder(refresh).catch(() => undefined)
    },
    async restoreEarlier(): Promise<void> {
      // The following steps may store a newer earlier version, which the user has not seen.
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
      forget()
      discarding += 1
      announce()
      try {
        await runInOrder(async () => {
          await records.discard(base?.stamp)
          base = undefined
          await refresh()
          notifyTabs()
        })
      } finally {
        discarding -= 1
        announce()
      }
    },
    async submit(value: T, put: (beside: DraftChange) => Promise<unknown>, left: () => T): Promise<boolean> {
      const submitted = await runInOrder(async () => {
        // Skip the save if the value is stored already. Without locks, a save could restore a draft that another tab
        // has just sent.
        const wasStored = base !== undefined && isSame(base.value, value)
        const isStored = wasStored && (!typed || (await lock.acquire()))
        const saved = isStored ? 'saved' : await save()
        if (saved === 'failed') throw new StorageError('the draft was not stored')
        if (saved === 'earlier') return false
        const stored = found.draft
        const rest = left()
        const change = await records.submit(rest, kind.isEmpty(rest), base?.stamp)
        const step: { outcome?: Awaited<ReturnType<typeof change>> } = {}
        const settle = (more: T | undefined) => {
          forget()
          typed = more === undefined ? undefined : { value: more }
          if (typed) later(saveDebounceMs)
        }
        await put({
          async apply(within) {
            step.outcome = !lock.isOwnedByOther() && (await change(within))
            return step.outcome !== false
          },
          onCommitted() {
            const now = left()
            settle(isSame(now, rest) ? undefined : now)
            if (!step.outcome) return
            const { stamp } = step.outcome
            base = versionOf(stamp, rest)
            found = {
              ...found,
              draft: stored && stamp !== undefined ? { ...stored, value: rest, stamp } : undefined,
            }
          },
        })
        if (!step.outcome) settle(undefined)
        // The entries are stored, so ignore an error of the read. It would cause the caller to send them again.
        await refresh().catch(() => undefined)
        notifyTabs()
        return Boolean(step.outcome)
      })
      if (submitted === undefined) throw new StorageError('the draft was closed')
      return submitted
    },
    /** Stops at once. Unsaved text is lost, so call `flush` first if it must be saved. */
    stop(): void {
      stopped = true
      clearTimeout(timer)
      lock.suspend()
    },
  }
}
