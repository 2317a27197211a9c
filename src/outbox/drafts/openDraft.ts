import { createStore } from 'zustand/vanilla'
import type { Beside } from '../queue/Writes.ts'
import { StorageError } from '../storage/Store.ts'
import type { DraftKind, DraftState, LateText, SavedDraft } from './Drafts.ts'
import type { DraftLock } from './draftLock.ts'
import type { DraftRecords, Found } from './draftRecords.ts'

/** Maximum delay before typed text is saved, in ms, so that it is on disk within 500 ms. */
const saveDebounceMs = 300
/** Time before a failed save is repeated, in ms. */
const retryMs = 10_000

export type DraftCore<T> = Awaited<ReturnType<typeof openDraft<T>>>

type Needs<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  createLock(moved: () => void): DraftLock
  newId: () => string
  changed(): void
  requestHandOver(): void
  due(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns undefined if no version is stored. */
const versionOf = <T>(stamp: string | undefined, value: T) =>
  stamp === undefined ? undefined : { stamp, value }

/**
 * Opens a draft. Only one tab edits it; the others show it read-only. A stored version that the tab has not seen
 * becomes a late text when the tab saves. Unsaved text of a tab that has lost the draft also becomes a late text.
 */
export async function openDraft<T>(needs: Needs<T>) {
  const { kind, records, newId, changed, due } = needs
  let found: Found<T> = await records.begin()
  /** Stored version on which the text of this tab is based. */
  let base: { stamp: string; value: T } | undefined = found.draft
  let replaced = 0
  let typed: { value: T } | undefined
  /** ID of the late text that contains this tab's text while another tab owns the draft. */
  let beside: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let busy = 0
  let kept = records.kept()
  let stopped = false
  const lock = needs.createLock(() => {
    void runInOrder(refresh).catch(() => undefined)
  })
  await lock.refresh()
  const shown = createStore(show)

  function show(): DraftState<T> {
    const { draft, late } = found
    const saved: SavedDraft<T> | undefined = draft && {
      value: draft.value,
      savedAt: draft.savedAt,
      revision: draft.revision,
    }
    return {
      value: typed ? typed.value : draft?.value,
      saved,
      late: late.map(({ id, value, savedAt }): LateText<T> => ({ id, value, savedAt })),
      elsewhere: lock.isElsewhere(),
      replaced,
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
      })
    queue = result.catch(() => undefined)
    return result
  }
  const forget = () => {
    typed = undefined
    clearTimeout(timer)
    timer = undefined
  }
  /** Notifies other tabs of a change. Releases the lock if the draft is empty, so that any tab may start to edit. */
  const notifyTabs = () => {
    if (!typed && !found.draft) lock.release()
    due()
    changed()
  }

  async function refresh(): Promise<void> {
    await lock.refresh()
    found = await records.read()
    const same = found.late.find(({ value }) => isSame(value, found.draft?.value))
    if (same) {
      // Two tabs wrote the same text, so one copy is enough.
      await records.dropLate(same.id)
      found = await records.read()
    }
    // Another tab sent or discarded the draft. Release the lock.
    if (!typed && !found.draft) lock.release()
    if (typed || found.draft?.stamp === base?.stamp) return
    base = found.draft
    replaced += 1
  }

  /** Saves the typed text. Returns false if storage fails. */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const saving = typed
    if (!saving || stopped) return true
    let stored = true
    try {
      const isEmpty = kind.isEmpty(saving.value)
      const isOwner = await lock.take()
      if (isOwner) {
        const stamp = await records.save(saving.value, base?.stamp, isEmpty)
        if (stamp !== base?.stamp) base = versionOf(stamp, saving.value)
        beside = undefined
      } else if (!isEmpty) {
        beside ??= newId()
        await records.saveLate(beside, saving.value)
      }
      kept = records.kept()
      if (typed === saving) {
        typed = undefined
        beside = undefined
      }
      await refresh()
    } catch {
      // Storage failed. The text remains in memory, and saving is repeated.
      kept = false
      stored = false
    }
    notifyTabs()
    if (typed) later(kept ? saveDebounceMs : retryMs)
    return stored
  }
  const later = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void runInOrder(save)
    }, wait)
  }
  /** Acquires the lock at the first change, so that no other tab starts to edit. */
  const take = async () => {
    if (await lock.take()) changed()
    announce()
  }
  const takeOver = async () => {
    if (lock.isElsewhere()) {
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
      if (!lock.isOwner()) void take()
      typed = { value }
      announce()
      due()
      later(saveDebounceMs)
    },
    async flush(): Promise<boolean> {
      return !(typed || busy > 0) || (await runInOrder(save)) === true
    },
    refresh: () => runInOrder(refresh),
    async rest(): Promise<void> {
      await runInOrder(async () => {
        if ((await save()) && !typed) lock.release()
      })
      if (!stopped) changed()
    },
    /** Another tab takes over: saves the typed text and releases the lock. */
    async handOver(): Promise<void> {
      await runInOrder(async () => {
        if (lock.isOwner() && (await save())) lock.handOver()
      })
      if (lock.isElsewhere()) changed()
    },
    unsaved: () => typed !== undefined,
    sleep: lock.sleep,
    wake: lock.wake,
    takeOver,
    async takeLate(id: string): Promise<void> {
      await takeOver()
      await runInOrder(async () => {
        if (!(await save())) throw new StorageError('the draft was not stored')
        await records.swap(id)
        await lock.take()
        await refresh()
        notifyTabs()
      })
    },
    dropLate: (id: string) =>
      runInOrder(async () => {
        await records.dropLate(id)
        await refresh()
        notifyTabs()
      }),
    discard: () =>
      runInOrder(async () => {
        forget()
        await records.discard(base?.stamp)
        base = undefined
        await refresh()
        notifyTabs()
      }),
    async submit(value: T, put: (beside: Beside) => Promise<unknown>, left: () => T): Promise<boolean> {
      const submitted = await runInOrder(async () => {
        // Skip the save if the value is stored already. Without locks, a save could restore a draft that another tab
        // has just sent.
        const wasStored = base !== undefined && isSame(base.value, value)
        const isStored = wasStored && (!typed || (await lock.take()))
        if (!isStored && !(await save())) throw new StorageError('the draft was not stored')
        const there = found.draft
        const rest = left()
        const change = await records.submit(rest, kind.isEmpty(rest), base?.stamp)
        const step: { outcome?: Awaited<ReturnType<typeof change>> } = {}
        const settle = (more: T | undefined) => {
          forget()
          typed = more === undefined ? undefined : { value: more }
          if (typed) later(saveDebounceMs)
        }
        await put({
          async change(within) {
            step.outcome = !lock.isElsewhere() && (await change(within))
            return step.outcome !== false
          },
          done() {
            const now = left()
            settle(isSame(now, rest) ? undefined : now)
            if (!step.outcome) return
            const { stamp } = step.outcome
            base = versionOf(stamp, rest)
            found = {
              ...found,
              draft: there && stamp !== undefined ? { ...there, value: rest, stamp } : undefined,
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
      lock.stop()
    },
  }
}
