import { createStore } from 'zustand/vanilla'
import { StorageError } from '../storage/Store.ts'
import type { DraftFork, DraftKind, DraftState, OpenDraft, SavedDraft } from './Drafts.ts'
import type { DraftRecords, Found } from './draftRecords.ts'

/** Typed text waits this long at most before it is stored, so that it is on disk within 500 ms, Unix ms. */
const saveEvery = 300
/** Between tries where storage takes nothing, ms. */
const tryAgain = 10_000

/** The one open copy of a draft in this tab; several parts of the page may share it. */
export type DraftCore<T> = Omit<OpenDraft<T>, 'close'> & {
  /** Another tab changed it. */
  refresh(): Promise<void>
  /** Something typed is not on disk. */
  unsaved(): boolean
  /** At once: what is typed and not on disk yet is lost. `flush` first where it must not be. */
  stop(): void
}

type Needs<T> = {
  kind: DraftKind<T>
  records: DraftRecords<T>
  /** Called after this tab changed what is stored. */
  changed(): void
  /** Called when `unsaved` changes. */
  due(): void
}

/**
 * Keeps one draft. A tab saves over what it last saw; when another tab was there meanwhile, this tab's text goes on as
 * a fork of its own (`mine`), and what the other tab has shows among `forks`.
 */
export async function openDraft<T>({ kind, records, changed, due }: Needs<T>): Promise<DraftCore<T>> {
  let found: Found<T> = await records.read()
  /** What this tab's text follows on: the stamp it saw last, of the draft or of its own fork. */
  let base = found.draft?.stamp
  let mine: string | undefined
  let typed: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let busy = 0
  let kept = records.kept()
  let stopped = false
  const shown = createStore(show)

  function show(): DraftState<T> {
    const own = mine === undefined ? found.draft : found.forks.find(fork => fork.id === mine)
    const others = found.forks.filter(fork => fork.id !== mine)
    if (mine !== undefined && found.draft) others.unshift(found.draft)
    const saved: SavedDraft<T> | undefined = own && {
      value: own.value,
      savedAt: own.savedAt,
      revision: own.revision,
    }
    return {
      value: typed ? typed.value : own?.value,
      saved,
      forks: others.map(({ id, value, savedAt }): DraftFork<T> => ({ id, value, savedAt })),
      saving: typed !== undefined,
      kept,
    }
  }
  const announce = () => {
    const next = show()
    if (JSON.stringify(next) !== JSON.stringify(shown.getState())) shown.setState(next, true)
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

  async function look(): Promise<void> {
    const before = found.forks.find(fork => fork.id === mine)?.stamp
    found = await records.read()
    if (mine !== undefined && !found.forks.some(fork => fork.id === mine)) {
      // Chosen or thrown away in another tab. What was typed since is new text, saved apart again, unless the draft is
      // this very version, moved up.
      mine = undefined
      base = typed && found.draft?.stamp !== before ? 'gone' : found.draft?.stamp
    } else if (mine === undefined && !typed) base = found.draft?.stamp
    if (mine === undefined) return
    const own = found.forks.find(fork => fork.id === mine)
    const same = !typed && own && JSON.stringify(own.value) === JSON.stringify(found.draft?.value)
    if (!same) return
    // Both tabs wrote the same: one is enough.
    await records.dropFork(own.id, own.stamp)
    mine = undefined
    found = await records.read()
    base = found.draft?.stamp
    changed()
  }

  /** False when storage takes nothing. */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const saving = typed
    if (!saving || stopped) return true
    let stored = true
    try {
      if (mine !== undefined && kind.isEmpty(saving.value)) {
        await records.discard(mine, undefined)
      } else if (mine !== undefined) {
        await records.saveFork(mine, saving.value)
      } else {
        const outcome = await records.save(saving.value, base, kind.isEmpty(saving.value))
        if (outcome.kind === 'forked') mine = outcome.id
        else base = outcome.stamp
      }
      kept = records.kept()
      if (typed === saving) typed = undefined
      await look()
    } catch {
      // No room: the text stays here, and is tried again.
      kept = false
      stored = false
    }
    due()
    changed()
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

  return {
    state: shown.getState,
    subscribe: shown.subscribe,
    set(value) {
      // Not what listeners were told last: that may be older than what is on disk.
      if (!typed && JSON.stringify(value) === JSON.stringify(show().value)) return
      typed = { value }
      announce()
      due()
      later(saveEvery)
    },
    async flush() {
      return !(typed || busy > 0) || (await runInOrder(save)) === true
    },
    refresh: () => runInOrder(look),
    unsaved: () => typed !== undefined,
    takeFork: id =>
      runInOrder(async () => {
        const taken =
          id === found.draft?.id && mine !== undefined
            ? found.draft
            : found.forks.find(fork => fork.id === id)
        if (!taken) return undefined
        typed = undefined
        clearTimeout(timer)
        timer = undefined
        if (mine !== undefined && taken.id === found.draft?.id) {
          await records.dropFork(mine)
          mine = undefined
        } else if (mine !== undefined) {
          await records.saveFork(mine, taken.value)
          await records.dropFork(taken.id, taken.stamp)
        } else {
          await records.promote(taken.id, base)
        }
        base = undefined
        await look()
        base = mine === undefined ? found.draft?.stamp : base
        due()
        changed()
        return taken.value
      }),
    dropFork: id =>
      runInOrder(async () => {
        const dropped = id === found.draft?.id ? found.draft : found.forks.find(fork => fork.id === id)
        if (!dropped || id === mine) return
        if (mine !== undefined && dropped.id === found.draft?.id) {
          // The draft itself is the one not wanted: this tab's text takes its place.
          const value = typed ? typed.value : found.forks.find(fork => fork.id === mine)?.value
          if (value === undefined) return
          await records.replace(value, dropped.stamp, mine)
          typed = undefined
          mine = undefined
          await look()
          base = found.draft?.stamp
        } else {
          await records.dropFork(dropped.id, dropped.stamp)
          await look()
        }
        due()
        changed()
      }),
    discard: () =>
      runInOrder(async () => {
        typed = undefined
        clearTimeout(timer)
        timer = undefined
        await records.discard(mine, base)
        mine = undefined
        await look()
        base = found.draft?.stamp
        due()
        changed()
      }),
    async submit(put, left) {
      const submitted = await runInOrder(async () => {
        if (!(await save())) throw new StorageError('the draft was not stored')
        const own = mine
        const there = own === undefined ? found.draft : found.forks.find(fork => fork.id === own)
        const rest = left()
        const change = await records.submit(
          rest,
          kind.isEmpty(rest),
          own,
          own === undefined ? base : there?.stamp,
        )
        const step: { outcome?: Awaited<ReturnType<typeof change>> } = {}
        const settle = (value: T | undefined) => {
          typed = value === undefined ? undefined : { value }
          clearTimeout(timer)
          timer = undefined
          if (typed) later(saveEvery)
        }
        await put({
          async change(within) {
            step.outcome = await change(within)
            return step.outcome !== false
          },
          done() {
            const now = left()
            settle(JSON.stringify(now) === JSON.stringify(rest) ? undefined : now)
            if (!step.outcome) return
            const { stamp } = step.outcome
            const after = there && stamp !== undefined ? [{ ...there, value: rest, stamp }] : []
            if (own === undefined) {
              base = stamp
              found = { ...found, draft: after[0] }
              return
            }
            found = { ...found, forks: [...found.forks.filter(fork => fork.id !== own), ...after] }
            if (stamp === undefined) {
              mine = undefined
              // What was typed since is a version of its own again.
              base = 'gone'
            }
          },
        })
        if (!step.outcome) settle(undefined)
        // It is stored, whatever can't be read now: an error would have it sent again.
        await look().catch(() => undefined)
        due()
        changed()
        return Boolean(step.outcome)
      })
      if (submitted === undefined) throw new StorageError('the draft was closed')
      return submitted
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
