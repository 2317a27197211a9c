/** AES-GCM. Decryption requires the name used for encryption. */
export type Encrypted = { iv: Uint8Array<ArrayBuffer>; content: ArrayBuffer }

/** Readable without the key. `stamp` identifies the version. */
export type DraftRow = {
  id: string
  kind: string
  key: string
  stamp: string
  revision: number
  savedAt: number
  /** For page state, so that typed drafts can be counted without their kinds. */
  memory?: true
  sealed: Encrypted
}
export type EarlierRow = DraftRow & { draft: string }

/** `content` is the request, `progress` its result so far. */
export type EntryRow = {
  id: string
  position: number
  kind: string
  /** Entries of a lane, e.g. `correction/5/17`, are sent one by one. */
  lane: string
  group: string | undefined
  state: 'waiting' | 'sending' | 'uncertain' | 'conflict' | 'failed' | 'done'
  stamp: string
  createdAt: number
  /** Earliest time to send, in Unix ms. The user can cancel until then. */
  notBefore: number
  doneAt: number | undefined
  content: Encrypted
  progress: Encrypted | undefined
}

/** A file or a part of it (`fileStore.ts`), or one value of a log (`logStore.ts`). Only small files have `about`. */
export type FileRow = { id: string; createdAt: number; about?: Encrypted; content: Encrypted }
export type QuarantinedRow = { id: string; from: string; at: number; row: unknown }
/** Leader tab, if the platform has no locks. `until` is in Unix ms. */
export type LeaseRow = { id: string; tab: string; until: number }

export type Tables = {
  drafts: DraftRow
  /** Earlier versions. Existing databases use this name. */
  forks: EarlierRow
  entries: EntryRow
  files: FileRow
  setAside: QuarantinedRow
  leases: LeaseRow
}
export type TableName = keyof Tables
export const tableNames = ['drafts', 'forks', 'entries', 'files', 'setAside', 'leases'] as const

export type Transaction = {
  get<N extends TableName>(table: N, id: string): Promise<Tables[N] | undefined>
  getAll<N extends TableName>(table: N): Promise<Tables[N][]>
  getIds(table: TableName): Promise<string[]>
  put<N extends TableName>(table: N, row: Tables[N]): Promise<void>
  remove(table: TableName, id: string): Promise<void>
}

/** Rows in IndexedDB, or in memory if the browser refuses storage. */
export type Store = {
  isPersistent: boolean
  /** `work` may await only the transaction. Throws `StorageError`. */
  write<T>(tables: readonly TableName[], work: (transaction: Transaction) => Promise<T>): Promise<T>
  read<T>(tables: readonly TableName[], work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): void
}

export type Condition = { get(): boolean; subscribe(listener: () => void): () => void }

/** Storage is full or blocked. Typed text exists in the page only (rule 29). */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** Quarantines an unreadable row: damaged, another key or another release (rule 29). */
export function quarantineRow<N extends 'drafts' | 'forks' | 'entries'>(
  store: Store,
  from: N,
  row: Tables[N],
  now: number,
): Promise<void> {
  const tables: TableName[] = [from, 'setAside']
  return store.write(tables, async transaction => {
    const stored = await transaction.get(from, row.id)
    if (stored?.stamp !== row.stamp) return
    await transaction.put('setAside', { id: `${from} ${row.id} ${row.stamp}`, from, at: now, row })
    await transaction.remove(from, row.id)
  })
}
