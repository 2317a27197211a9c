import type { Dependencies, Encryption } from '../storage/encryption.ts'
import { type DraftRow, type EarlierRow, quarantineRow, type Transaction } from '../storage/Store.ts'
import type { DraftKind, SavedDraft } from './Drafts.ts'

export type Version<T> = SavedDraft<T> & { id: string; stamp: string }
/** `earlier` is the newest earlier version. */
export type StoredVersions<T> = { draft: Version<T> | undefined; earlier: Version<T> | undefined }

export type DraftRecords<T> = ReturnType<typeof createDraftRecords<T>>

const tables = ['drafts', 'forks', 'setAside'] as const
export const draftId = (kind: string, key: string) => `${kind} ${key}`
/** All versions share one name, so that an earlier version can become the draft without encrypting it again. */
export const getEncryptionName = (row: DraftRow | EarlierRow) =>
  toEncryptionName('draft' in row ? row.draft : row.id)
const toEncryptionName = (id: string) => `draft ${id}`

/** Throws if the row is damaged, has another key, or does not match the schema. */
export async function decryptRow<T>(
  kind: DraftKind<T>,
  row: DraftRow | EarlierRow,
  encryption: Encryption,
): Promise<T> {
  return kind.value.parse(await encryption.decrypt(getEncryptionName(row), row.sealed))
}

/** Returns each draft, or its newest earlier version if there is no draft. */
export function getNewestRows(drafts: readonly DraftRow[], earlier: readonly EarlierRow[]): DraftRow[] {
  const all = new Map<string, DraftRow>()
  for (const { draft, ...row } of earlier.toSorted((a, b) => a.savedAt - b.savedAt))
    all.set(draft, { ...row, id: draft })
  for (const row of drafts) all.set(row.id, row)
  return [...all.values()]
}

export function createDraftRecords<T>(
  kind: DraftKind<T>,
  key: string,
  { store, encryption, clock, newId }: Dependencies,
) {
  const id = draftId(kind.name, key)
  const encrypt = (value: T) => encryption.encrypt(toEncryptionName(id), value)
  const createRow = (previous: DraftRow | undefined, sealed: DraftRow['sealed']): DraftRow => ({
    id,
    kind: kind.name,
    key,
    stamp: newId(),
    revision: (previous?.revision ?? 0) + 1,
    savedAt: clock(),
    ...(kind.isPageState && { memory: kind.isPageState }),
    sealed,
  })
  const earlierRows = async (transaction: Transaction) =>
    (await transaction.getAll('forks')).filter(row => row.draft === id)
  const toEarlierRow = (row: DraftRow, earlierId: string): EarlierRow => ({
    ...row,
    id: earlierId,
    draft: id,
  })
  /** Quarantines unreadable rows. */
  async function read(): Promise<StoredVersions<T>> {
    const rows = await store.read(tables, async transaction => ({
      draft: await transaction.get('drafts', id),
      earlier: await earlierRows(transaction),
    }))
    const decryptVersion = async (row: DraftRow | EarlierRow): Promise<Version<T> | undefined> => {
      try {
        const value = await decryptRow(kind, row, encryption)
        return { id: row.id, stamp: row.stamp, value, savedAt: row.savedAt, revision: row.revision }
      } catch {
        const from = 'draft' in row ? 'forks' : 'drafts'
        await quarantineRow(store, from, row, clock()).catch(() => undefined)
        return undefined
      }
    }
    const draft = rows.draft && (await decryptVersion(rows.draft))
    for (const row of rows.earlier.toSorted((a, b) => b.savedAt - a.savedAt)) {
      const earlier = await decryptVersion(row)
      if (earlier) return { draft, earlier }
    }
    return { draft, earlier: undefined }
  }

  return {
    isPersistent: () => store.isPersistent,
    read,
    /** If only earlier versions exist, the newest becomes the draft. */
    async open(): Promise<StoredVersions<T>> {
      const found = await read()
      if (found.draft || !found.earlier) return found
      await store.write(tables, async transaction => {
        if (await transaction.get('drafts', id)) return
        const earlier = await earlierRows(transaction)
        const [newest] = getNewestRows([], earlier)
        if (!newest) return
        await transaction.put('drafts', newest)
        for (const row of earlier) if (row.stamp === newest.stamp) await transaction.remove('forks', row.id)
      })
      return read()
    },
    /** Returns the new stamp, or false if the stored version is not `base`: this tab has not seen it. */
    async save(
      value: T,
      base: string | undefined,
      remove: boolean,
    ): Promise<{ stamp: string | undefined } | false> {
      const sealed = await encrypt(value)
      return store.write(tables, async transaction => {
        const stored = await transaction.get('drafts', id)
        // For page state, the last write wins.
        if (stored && stored.stamp !== base && !kind.isPageState) return false
        if (remove) {
          await transaction.remove('drafts', id)
          return { stamp: undefined }
        }
        const row = createRow(stored, sealed)
        await transaction.put('drafts', row)
        return { stamp: row.stamp }
      })
    },
    async saveEarlier(value: T): Promise<void> {
      const row = toEarlierRow(createRow(undefined, await encrypt(value)), newId())
      await store.write(tables, transaction => transaction.put('forks', row))
    },
    deleteEarlier: (earlierId: string) =>
      store.write(tables, transaction => transaction.remove('forks', earlierId)),
    /** Swaps two versions, so that restoring can be undone. */
    restoreEarlier: (earlierId: string) =>
      store.write(tables, async transaction => {
        const earlier = await transaction.get('forks', earlierId)
        const stored = await transaction.get('drafts', id)
        if (!earlier) return
        await transaction.put('drafts', createRow(stored, earlier.sealed))
        if (stored) await transaction.put('forks', toEarlierRow(stored, earlierId))
        else await transaction.remove('forks', earlierId)
      }),
    discard: (base: string | undefined) =>
      store.write(tables, async transaction => {
        if ((await transaction.get('drafts', id))?.stamp === base) await transaction.remove('drafts', id)
      }),
    /** Prepares a change for another transaction, which returns false if the stored stamp differs. */
    async submit(remaining: T, remove: boolean, stamp: string | undefined) {
      const sealed = await encrypt(remaining)
      return async (transaction: Transaction): Promise<{ stamp: string | undefined } | false> => {
        const stored = await transaction.get('drafts', id)
        if (!stored || stored.stamp !== stamp) return false
        if (remove) {
          await transaction.remove('drafts', id)
          return { stamp: undefined }
        }
        const row = createRow(stored, sealed)
        await transaction.put('drafts', row)
        return { stamp: row.stamp }
      }
    },
  }
}
