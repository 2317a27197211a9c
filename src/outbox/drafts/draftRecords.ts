import { type DraftRow, type LateRow, quarantineRow, type Step } from '../storage/Store.ts'
import type { Sealing, Tools } from '../storage/sealing.ts'
import type { DraftKind, SavedDraft } from './Drafts.ts'

export type Version<T> = SavedDraft<T> & { id: string; stamp: string }
export type Found<T> = { draft: Version<T> | undefined; late: Version<T>[] }

/** What is stored of one draft: the draft itself and the texts that came too late for it. */
export type DraftRecords<T> = ReturnType<typeof createDraftRecords<T>>

const tables = ['drafts', 'forks', 'setAside'] as const
export const draftId = (kind: string, key: string) => `${kind} ${key}`
/** A draft and its late texts share it: one may become the other as it is. */
export const sealedFor = (row: DraftRow | LateRow) => nameOf('draft' in row ? row.draft : row.id)
const nameOf = (id: string) => `draft ${id}`

/** Reads a row. Throws when it is damaged, another key's, or older than the kind can read. */
export async function openRow<T>(kind: DraftKind<T>, row: DraftRow | LateRow, sealing: Sealing): Promise<T> {
  return kind.value.parse(await sealing.open(sealedFor(row), row.sealed))
}

/** Every draft there is: where only late texts of it are left, the newest counts. */
export function draftsAmong(drafts: readonly DraftRow[], late: readonly LateRow[]): DraftRow[] {
  const all = new Map<string, DraftRow>()
  for (const { draft, ...row } of late.toSorted((a, b) => a.savedAt - b.savedAt))
    all.set(draft, { ...row, id: draft })
  for (const row of drafts) all.set(row.id, row)
  return [...all.values()]
}

export function createDraftRecords<T>(
  kind: DraftKind<T>,
  key: string,
  { store, sealing, clock, newId }: Tools,
) {
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
  const lateOf = async (step: Step) => (await step.all('forks')).filter(late => late.draft === id)
  const asLate = (row: DraftRow, lateId: string): LateRow => ({ ...row, id: lateId, draft: id })
  /** What can't be read is set aside on the way. */
  async function read(): Promise<Found<T>> {
    const rows = await store.read(tables, async step => ({
      draft: await step.get('drafts', id),
      late: await lateOf(step),
    }))
    const version = async (row: DraftRow | LateRow): Promise<Version<T> | undefined> => {
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
    const late = await Promise.all(rows.late.map(version))
    return {
      draft,
      late: late.filter(text => text !== undefined).sort((a, b) => a.savedAt - b.savedAt),
    }
  }

  return {
    kept: () => store.kept,
    read,
    /** When it is opened: where only late texts are left, the newest is the draft from now on. */
    async begin(): Promise<Found<T>> {
      const found = await read()
      if (found.draft || found.late.length === 0) return found
      await store.change(tables, async step => {
        if (await step.get('drafts', id)) return
        const late = await lateOf(step)
        const [newest] = draftsAmong([], late)
        if (!newest) return
        await step.put('drafts', newest)
        for (const { id: lateId, stamp } of late)
          if (stamp === newest.stamp) await step.remove('forks', lateId)
      })
      return read()
    },
    /** Over `base`, or where nothing is; `remove` takes that away. Another version is kept as a late text. */
    async save(value: T, base: string | undefined, remove: boolean): Promise<string | undefined> {
      const sealed = await seal(value)
      return store.change(tables, async step => {
        const there = await step.get('drafts', id)
        const unseen = there && there.stamp !== base
        if (remove) {
          // What is there was not seen: whoever looks next finds it.
          if (unseen) return base
          await step.remove('drafts', id)
          return undefined
        }
        // A memory of the page's own is written by whoever comes last.
        if (unseen && !kind.memory) await step.put('forks', asLate(there, newId()))
        const row = rowOf(there, sealed)
        await step.put('drafts', row)
        return row.stamp
      })
    },
    async saveLate(lateId: string, value: T): Promise<void> {
      const row = rowOf(undefined, await seal(value))
      await store.change(tables, async step => {
        // Beside nothing it is the draft.
        if (await step.get('drafts', id)) await step.put('forks', asLate(row, lateId))
        else await step.put('drafts', row)
      })
    },
    dropLate: (lateId: string) => store.change(tables, step => step.remove('forks', lateId)),
    swap: (lateId: string) =>
      store.change(tables, async step => {
        const late = await step.get('forks', lateId)
        const there = await step.get('drafts', id)
        if (!late) return
        await step.put('drafts', rowOf(there, late.sealed))
        if (there) await step.put('forks', asLate(there, lateId))
        else await step.remove('forks', lateId)
      }),
    discard: (base: string | undefined) =>
      store.change(tables, async step => {
        if ((await step.get('drafts', id))?.stamp === base) await step.remove('drafts', id)
      }),
    /** For somebody else's step: the draft becomes `rest`, or goes. False where it is not `stamp` any more. */
    async submit(rest: T, remove: boolean, stamp: string | undefined) {
      const sealed = await seal(rest)
      return async (step: Step): Promise<{ stamp: string | undefined } | false> => {
        const there = await step.get('drafts', id)
        if (!there || there.stamp !== stamp) return false
        if (remove) {
          await step.remove('drafts', id)
          return { stamp: undefined }
        }
        const row = rowOf(there, sealed)
        await step.put('drafts', row)
        return { stamp: row.stamp }
      }
    },
  }
}
