import { createStore } from 'zustand/vanilla'
import type { Beside } from '../queue/Writes.ts'
import { StorageError } from '../storage/Store.ts'
import type { DraftKind, DraftState, LateText, SavedDraft } from './Drafts.ts'
import type { DraftLock } from './draftLock.ts'
import type { DraftRecords, Found } from './draftRecords.ts'

/** Typed text waits this long at most before it is stored, so that it is on disk within 500 ms, Unix ms. */
const saveEvery = 300
/** Between tries where storage takes nothing, ms. */
const tryAgain = 10_000

export type DraftCore<T> = Awaited<ReturnType<typeof openDraft<T>>>

type Needs<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  createLock(moved: () => void): DraftLock
  newId: () => string
  changed(): void
  ask(): void
  due(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** None where nothing is stored. */
const versionOf = <T>(stamp: string | undefined, value: T) =>
  stamp === undefined ? undefined : { stamp, value }

/**
 * One tab writes, the others follow. Each save says which version it knew: another one there is kept as a late text,
 * and so is what a tab still had when the draft was taken from it.
 */
export async function openDraft<T>(needs: Needs<T>) {
  const { kind, records, newId, changed, due } = needs
  let found: Found<T> = await records.begin()
  /** What this tab's text follows on: the version it saw last. */
  let base: { stamp: string; value: T } | undefined = found.draft
  let replaced = 0
  let typed: { value: T } | undefined
  /** Under which id what is typed goes on beside the draft, while it does. */
  let beside: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let busy = 0
  let kept = records.kept()
  let stopped = false
  const lock = needs.createLock(() => {
    void runInOrder(look).catch(() => undefined)
  })
  await lock.look()
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
  /** One after the other: a save, a look, a choice. Once stopped, what is on disk stays as it is. */
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
  /** After this tab changed something. Nothing written any more, the next letter may be another tab's. */
  const tell = () => {
    if (!typed && !found.draft) lock.letGo()
    due()
    changed()
  }

  async function look(): Promise<void> {
    await lock.look()
    found = await records.read()
    const same = found.late.find(({ value }) => isSame(value, found.draft?.value))
    if (same) {
      // Both tabs wrote the same: one is enough.
      await records.dropLate(same.id)
      found = await records.read()
    }
    // Another tab sent it, or threw it away: nothing is written here any more.
    if (!typed && !found.draft) lock.letGo()
    if (typed || found.draft?.stamp === base?.stamp) return
    base = found.draft
    replaced += 1
  }

  /** False when storage takes nothing. */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const saving = typed
    if (!saving || stopped) return true
    let stored = true
    try {
      const isEmpty = kind.isEmpty(saving.value)
      const isMine = await lock.take()
      if (isMine) {
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
      await look()
    } catch {
      // No room: the text stays here, and is tried again.
      kept = false
      stored = false
    }
    tell()
    if (typed) later(kept ? saveEvery : tryAgain)
    return stored
  }
  const later = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void runInOrder(save)
    }, wait)
  }
  /** From the first letter on, so that no other tab begins. */
  const take = async () => {
    if (await lock.take()) changed()
    announce()
  }
  const takeOver = async () => {
    if (lock.isElsewhere()) {
      needs.ask()
      await lock.takeOver()
    }
    await runInOrder(look)
    changed()
  }

  return {
    state: shown.getState,
    subscribe: shown.subscribe,
    set(value: T): void {
      // Not what listeners were told last: that may be older than what is on disk.
      if (!typed && isSame(value, show().value)) return
      if (!lock.isMine()) void take()
      typed = { value }
      announce()
      due()
      later(saveEvery)
    },
    async flush(): Promise<boolean> {
      return !(typed || busy > 0) || (await runInOrder(save)) === true
    },
    refresh: () => runInOrder(look),
    async rest(): Promise<void> {
      await runInOrder(async () => {
        if ((await save()) && !typed) lock.letGo()
      })
      if (!stopped) changed()
    },
    /** Another tab wants to write it: what is typed is stored, and then it is that tab's. */
    async handOver(): Promise<void> {
      await runInOrder(async () => {
        if (lock.isMine() && (await save())) lock.handOver()
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
        await look()
        tell()
      })
    },
    dropLate: (id: string) =>
      runInOrder(async () => {
        await records.dropLate(id)
        await look()
        tell()
      }),
    discard: () =>
      runInOrder(async () => {
        forget()
        await records.discard(base?.stamp)
        base = undefined
        await look()
        tell()
      }),
    async submit(value: T, put: (beside: Beside) => Promise<unknown>, left: () => T): Promise<boolean> {
      const submitted = await runInOrder(async () => {
        // What was stored as it is needs no save: without locks that would bring back what another tab just sent.
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
          if (typed) later(saveEvery)
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
        // It is stored, whatever can't be read now: an error would have it sent again.
        await look().catch(() => undefined)
        tell()
        return Boolean(step.outcome)
      })
      if (submitted === undefined) throw new StorageError('the draft was closed')
      return submitted
    },
    /** At once: what is typed and not on disk yet is lost. `flush` first where it must not be. */
    stop(): void {
      stopped = true
      clearTimeout(timer)
      lock.stop()
    },
  }
}
