/** AES-GCM. Decryption requires the name used for encryption. */
export type Encrypted = { iv: Uint8Array<ArrayBuffer>; content: ArrayBuffer }

type Version = { sealed: Encrypted; savedAt: number }

/** Readable without the key, except the text. `stamp` identifies the state of the row. */
export type DraftRow = {
  id: string
  kind: string
  key: string
  stamp: string
  text: Version | undefined
  /** Text that a tab replaced without having shown it. */
  earlier: Version | undefined
}

/** `sealed` is an `Entry`. `stamp` identifies its state. */
export type EntryRow = { id: string; position: number; stamp: string; sealed: Encrypted }

/** A file or a part of it (`fileStore.ts`), or one value of a log (`logStore.ts`). Only small files have `about`. */
export type FileRow = { id: string; createdAt: number; about?: Encrypted; content: Encrypted }

export type Tables = { drafts: DraftRow; entries: EntryRow; files: FileRow }
export type TableName = keyof Tables
export const tableNames = ['drafts', 'entries', 'files'] as const

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
