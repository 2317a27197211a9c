import { type DraftRow, type LateRow, quarantineRow, type Step } from '../storage/Store.ts'
import type { Sealing, Tools } from '../storage/sealing.ts'
import type { DraftKind, SavedDraft } from './Drafts.ts'

export type Version<T> = SavedDraft<T> & { id: string; stamp: string }
export type Found<T> = { draft: Version<T> | undefined; late: Version<T>[] }

/** Stored rows of one draft: the draft and its late texts. */
export type DraftRecords<T> = ReturnType<typeof createDraftRecords<T>>

const tables = ['drafts', 'forks', 'setAside'] as const
export const draftId = (kind: string, key: string) => `${kind} ${key}`
/**
 * Name under which a draft and its late texts are encrypted. It is the same for all, so that a late text can become the
 * draft without encrypting it again.
 */
export const sealedFor = (row: DraftRow | LateRow) => nameOf('draft' in row ? row.draft : row.id)
const nameOf = (id: string) => `draft ${id}`

/** Decrypts and parses a row. Throws if it is damaged, has another key, or does not match the schema. */
export async function openRow<T>(kind: DraftKind<T>, row: DraftRow | LateRow, sealing: Sealing): Promise<T> {
  return kind.value.parse(await sealing.open(sealedFor(row), row.sealed))
}

/** Returns one row per draft. If only late texts of a draft exist, returns the newest of them. */
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
  /** Reads the draft and its late texts. Quarantines unreadable rows. */
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
    /** Reads the draft when it is opened. If only late texts exist, the newest becomes the draft. */
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
    /**
     * Saves the draft, or deletes it with `remove`. A stored version other than `base` becomes a late text. Returns the
     * stamp of the new version.
     */
    async save(value: T, base: string | undefined, remove: boolean): Promise<string | undefined> {
      const sealed = await seal(value)
      return store.change(tables, async step => {
        const there = await step.get('drafts', id)
        const unseen = there && there.stamp !== base
        if (remove) {
          // Do not delete a version that this tab has not seen. The next read finds it.
          if (unseen) return base
          await step.remove('drafts', id)
          return undefined
        }
        // For `memory` kinds, the last write wins.
        if (unseen && !kind.memory) await step.put('forks', asLate(there, newId()))
        const row = rowOf(there, sealed)
        await step.put('drafts', row)
        return row.stamp
      })
    },
    async saveLate(lateId: string, value: T): Promise<void> {
      const row = rowOf(undefined, await seal(value))
      await store.change(tables, async step => {
        // Without a draft, the late text becomes the draft.
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
    /**
     * Prepares a change for another transaction: it replaces the draft with `rest`, or deletes it. The change returns
     * false if the stored draft does not have this stamp.
     */
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
