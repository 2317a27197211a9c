import { type DraftRow, type ForkRow, quarantineRow, type Step, type Store } from '../storage/Store.ts'
import type { Sealing } from '../storage/sealing.ts'
import type { DraftKind, SavedDraft } from './Drafts.ts'

/** A version of a draft that could be read. */
export type Version<T> = SavedDraft<T> & { id: string; stamp: string }
export type Found<T> = { draft: Version<T> | undefined; forks: Version<T>[] }

/** What is stored of one draft: the draft itself and its forks. */
export type DraftRecords<T> = {
  kept(): boolean
  /** What can't be read is set aside on the way. */
  read(): Promise<Found<T>>
  /**
   * Saves over the version `base`, or where nothing is; `remove` takes the draft away instead. Where another version
   * is, that one stays and this one is stored beside it, in the same step.
   */
  save(
    value: T,
    base: string | undefined,
    remove: boolean,
  ): Promise<{ kind: 'saved'; stamp: string | undefined } | { kind: 'forked'; id: string }>
  saveFork(id: string, value: T): Promise<void>
  /** With `stamp` only that very version. */
  dropFork(id: string, stamp?: string): Promise<void>
  /** Makes a fork the draft. A draft that is not `base` any more becomes a fork: nobody has seen it. */
  promote(id: string, base: string | undefined): Promise<void>
  /** The fork `own`, with this value, becomes the draft in place of the version `stamp`. */
  replace(value: T, stamp: string, own: string): Promise<void>
  /**
   * Removes the fork `own`, or without one the draft if it is the version `base`. Where that leaves forks alone, the
   * newest becomes the draft as it is.
   */
  discard(own: string | undefined, base: string | undefined): Promise<void>
  /**
   * For a step of somebody else's: the fork `own`, or without one the draft, becomes `rest`, or goes with `remove`; it
   * answers the new stamp. False where it is not the version `stamp` any more.
   */
  submit(
    rest: T,
    remove: boolean,
    own: string | undefined,
    stamp: string | undefined,
  ): Promise<(step: Step) => Promise<{ stamp: string | undefined } | false>>
}

type Needs = {
  store: Store
  sealing: Sealing
  clock: () => number
  newId: () => string
}

const tables = ['drafts', 'forks', 'setAside'] as const
export const draftId = (kind: string, key: string) => `${kind} ${key}`
/** Draft and forks share it: a version may become the draft as it is. */
export const sealedFor = (row: DraftRow | ForkRow) => nameOf('draft' in row ? row.draft : row.id)
const nameOf = (id: string) => `draft ${id}`

/** Reads a row. Throws when it is damaged, another key's, or older than the kind can read. */
export async function openRow<T>(kind: DraftKind<T>, row: DraftRow | ForkRow, sealing: Sealing): Promise<T> {
  return kind.value.parse(await sealing.open(sealedFor(row), row.sealed))
}

export function createDraftRecords<T>(kind: DraftKind<T>, key: string, needs: Needs): DraftRecords<T> {
  const { store, sealing, clock, newId } = needs
  const id = draftId(kind.name, key)
  const seal = (value: T) => sealing.seal(nameOf(id), value)
  const rowOf = (before: DraftRow | undefined, sealed: DraftRow['sealed']): DraftRow => ({
    id,
    kind: kind.name,
    key,
    stamp: newId(),
    revision: (before?.revision ?? 0) + 1,
    savedAt: clock(),
    ...(kind.memory && { memory: kind.memory }),
    sealed,
  })
  const forksOf = async (step: Step) => (await step.all('forks')).filter(fork => fork.draft === id)
  const asFork = (row: DraftRow, forkId: string): ForkRow => ({ ...row, id: forkId, draft: id })
  /** Forks without a draft would be seen by nobody who looks for drafts. */
  const moveUp = async (step: Step) => {
    const newest = (await forksOf(step)).reduce<ForkRow | undefined>(
      (last, fork) => (last && last.savedAt >= fork.savedAt ? last : fork),
      undefined,
    )
    if (!newest) return
    const { draft: _, ...row } = newest
    await step.put('drafts', { ...row, id })
    await step.remove('forks', newest.id)
  }

  return {
    kept: () => store.kept,
    async read() {
      const rows = await store.read(tables, async step => ({
        draft: await step.get('drafts', id),
        forks: await forksOf(step),
      }))
      const version = async (row: DraftRow | ForkRow): Promise<Version<T> | undefined> => {
        try {
          const value = await openRow(kind, row, sealing)
          return { id: row.id, stamp: row.stamp, value, savedAt: row.savedAt, revision: row.revision }
        } catch {
          const from = 'draft' in row ? 'forks' : 'drafts'
          await quarantineRow(store, from, row, clock()).catch(() => undefined)
          return undefined
        }
      }
      const draft = rows.draft && (await version(rows.draft))
      const forks = await Promise.all(rows.forks.map(version))
      return {
        draft,
        forks: forks.filter(fork => fork !== undefined).sort((a, b) => a.savedAt - b.savedAt),
      }
    },
    async save(value, base, remove) {
      const sealed = await seal(value)
      return store.change(tables, async step => {
        const there = await step.get('drafts', id)
        if (there && there.stamp !== base) {
          if (remove) return { kind: 'saved', stamp: there.stamp }
          const forkId = newId()
          await step.put('forks', asFork(rowOf(undefined, sealed), forkId))
          return { kind: 'forked', id: forkId }
        }
        if (remove) {
          if (there) await step.remove('drafts', id)
          await moveUp(step)
          return { kind: 'saved', stamp: undefined }
        }
        const row = rowOf(there, sealed)
        await step.put('drafts', row)
        return { kind: 'saved', stamp: row.stamp }
      })
    },
    async saveFork(forkId, value) {
      const sealed = await seal(value)
      await store.change(tables, async step => {
        await step.put('forks', asFork(rowOf(await step.get('forks', forkId), sealed), forkId))
      })
    },
    dropFork: (forkId, stamp) =>
      store.change(tables, async step => {
        const there = await step.get('forks', forkId)
        if (there && (stamp === undefined || there.stamp === stamp)) await step.remove('forks', forkId)
      }),
    promote: (forkId, base) =>
      store.change(tables, async step => {
        const fork = await step.get('forks', forkId)
        const there = await step.get('drafts', id)
        if (!fork) return
        if (there && there.stamp !== base) await step.put('forks', asFork(there, newId()))
        await step.put('drafts', rowOf(there, fork.sealed))
        await step.remove('forks', forkId)
      }),
    async replace(value, stamp, own) {
      const sealed = await seal(value)
      await store.change(tables, async step => {
        const there = await step.get('drafts', id)
        if (there && there.stamp !== stamp) await step.put('forks', asFork(there, newId()))
        await step.put('drafts', rowOf(there, sealed))
        await step.remove('forks', own)
      })
    },
    discard: (own, base) =>
      store.change(tables, async step => {
        const there = await step.get('drafts', id)
        if (own !== undefined) await step.remove('forks', own)
        else if (there && there.stamp === base) await step.remove('drafts', id)
        if (!(await step.get('drafts', id))) await moveUp(step)
      }),
    async submit(rest, remove, own, stamp) {
      const sealed = await seal(rest)
      return async step => {
        const fork = own === undefined ? undefined : await step.get('forks', own)
        const there = own === undefined ? await step.get('drafts', id) : fork
        if (!there || there.stamp !== stamp) return false
        const row = rowOf(there, sealed)
        if (fork) await (remove ? step.remove('forks', fork.id) : step.put('forks', asFork(row, fork.id)))
        else if (!remove) await step.put('drafts', row)
        else {
          await step.remove('drafts', id)
          await moveUp(step)
        }
        return { stamp: remove ? undefined : row.stamp }
      }
    },
  }
}
