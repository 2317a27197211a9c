import { debug } from '../../api/debug.ts'
import type { Dependencies } from '../storage/encryption.ts'
import type { DraftRow, Transaction } from '../storage/Store.ts'
import type { DraftKind, SavedDraft } from './Drafts.ts'

export type Version<T> = SavedDraft<T> & { stamp: string }
export type StoredVersions<T> = { draft: Version<T> | undefined; earlier: SavedDraft<T> | undefined }

export type DraftRecords<T> = ReturnType<typeof createDraftRecords<T>>

const tables = ['drafts'] as const
export const draftId = (kind: string, key: string) => `${kind} ${key}`
/** Both versions of a draft share one name, so that they can be swapped without encrypting them again. */
export const getEncryptionName = (id: string) => `draft ${id}`

/** The stored versions of one draft. Methods throw `StorageError`. */
export function createDraftRecords<T>(
  kind: DraftKind<T>,
  key: string,
  { store, encryption, clock, newId }: Dependencies,
) {
  const id = draftId(kind.name, key)
  const encrypt = (value: T) => encryption.encrypt(getEncryptionName(id), value)
  const decrypt = async (text: DraftRow['text']): Promise<SavedDraft<T> | undefined> => {
    if (!text) return undefined
    try {
      const value = kind.value.parse(await encryption.decrypt(getEncryptionName(id), text.sealed))
      return { value, savedAt: text.savedAt }
    } catch (error) {
      debug('delivery', () => ({ dropped: kind.name, error: String(error) }))
      return undefined
    }
  }
  /** Stores the row, or removes it if it has no text. Returns its stamp. */
  const put = async (
    transaction: Transaction,
    { text, earlier }: Pick<DraftRow, 'text' | 'earlier'>,
  ): Promise<string | undefined> => {
    if (!text && !earlier) {
      await transaction.remove('drafts', id)
      return undefined
    }
    const stamp = newId()
    const row = { id, kind: kind.name, key, stamp, text, earlier }
    await transaction.put('drafts', row)
    return stamp
  }
  const change = <R>(
    work: (transaction: Transaction, stored: DraftRow | undefined) => Promise<R>,
  ): Promise<R> =>
    store.write(tables, async transaction => work(transaction, await transaction.get('drafts', id)))

  return {
    isPersistent: () => store.isPersistent,
    async read(): Promise<StoredVersions<T>> {
      const row = await store.read(tables, transaction => transaction.get('drafts', id))
      const draft = await decrypt(row?.text)
      return { draft: row && draft && { ...draft, stamp: row.stamp }, earlier: await decrypt(row?.earlier) }
    },
    /**
     * Saves a value, or no text if `isEmpty`. `shown` is the stamp of the version that this tab has shown. Text of
     * another version becomes the earlier one. Returns the new stamp.
     */
    async save(value: T, isEmpty: boolean, shown: string | undefined): Promise<string | undefined> {
      const text = isEmpty ? undefined : { sealed: await encrypt(value), savedAt: clock() }
      return change((transaction, stored) => {
        const isUnseen = stored?.text !== undefined && stored.stamp !== shown
        return put(transaction, { text, earlier: isUnseen ? stored.text : stored?.earlier })
      })
    },
    /** Swaps both versions, so that restoring can be undone. */
    restoreEarlier: () =>
      change((transaction, stored) => put(transaction, { text: stored?.earlier, earlier: stored?.text })),
    deleteEarlier: () =>
      change((transaction, stored) => put(transaction, { text: stored?.text, earlier: undefined })),
    /** Removes the text with this stamp. */
    discard: (stamp: string | undefined) =>
      change(async (transaction, stored) => {
        if (stored && stored.stamp === stamp)
          await put(transaction, { text: undefined, earlier: stored.earlier })
      }),
    /** Prepares a change for another transaction, which returns false if the stored stamp differs. */
    async submit(remaining: T, isEmpty: boolean, stamp: string | undefined) {
      const text = isEmpty ? undefined : { sealed: await encrypt(remaining), savedAt: clock() }
      return async (transaction: Transaction): Promise<{ stamp: string | undefined } | false> => {
        const stored = await transaction.get('drafts', id)
        if (!stored?.text || stored.stamp !== stamp) return false
        return { stamp: await put(transaction, { text, earlier: stored.earlier }) }
      }
    },
  }
}
