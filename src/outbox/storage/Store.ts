/** Something sealed: AES-GCM with its own nonce. Opens only under the name it was sealed for. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; content: ArrayBuffer }

/** Readable without the key. `stamp` is another at every save: who saves says which one they knew. */
export type DraftRow = {
  id: string
  kind: string
  key: string
  stamp: string
  revision: number
  savedAt: number
  /** Its kind is one of memory: readable, so that what a person typed can be counted without the kinds. */
  memory?: true
  sealed: Sealed
}
export type LateRow = DraftRow & { draft: string }

/** `position` orders entries; `content` holds what was asked for, `progress` what was learned since. */
export type EntryRow = {
  id: string
  position: number
  kind: string
  /** Entries of one lane are sent one by one, in order: `correction/5/17`, `chat/3`. */
  lane: string
  group: string | undefined
  state: 'waiting' | 'sending' | 'uncertain' | 'conflict' | 'failed' | 'done'
  stamp: string
  createdAt: number
  /** Not sent before, Unix ms; until then it can be cancelled without anybody having seen it. */
  notBefore: number
  doneAt: number | undefined
  content: Sealed
  progress: Sealed | undefined
}

/** Absent where one was taken back that may have arrived: nobody knows then. */
export type LaneRow = { id: string; at: number; last: Sealed | undefined }

export type FileRow = { id: string; createdAt: number; about: Sealed; content: Sealed }
export type QuarantinedRow = { id: string; from: string; at: number; row: unknown }
/** Who sends, where the platform has no locks. `until` in Unix ms. */
export type LeaseRow = { id: string; tab: string; until: number }

export type Tables = {
  drafts: DraftRow
  /** As they were called when each was written on in its own tab; browsers have tables of this name. */
  forks: LateRow
  entries: EntryRow
  lanes: LaneRow
  files: FileRow
  setAside: QuarantinedRow
  leases: LeaseRow
}
export type TableName = keyof Tables
export const tableNames = ['drafts', 'forks', 'entries', 'lanes', 'files', 'setAside', 'leases'] as const

export type Step = {
  get<N extends TableName>(table: N, id: string): Promise<Tables[N] | undefined>
  all<N extends TableName>(table: N): Promise<Tables[N][]>
  ids(table: TableName): Promise<string[]>
  put<N extends TableName>(table: N, row: Tables[N]): Promise<void>
  remove(table: TableName, id: string): Promise<void>
}

/** Where rows are kept: IndexedDB, or the page's memory where a browser refuses that. */
export type Store = {
  kept: boolean
  /** All of it or nothing, no other tab between. `work` awaits nothing but the step. Throws `StorageError`. */
  change<T>(tables: readonly TableName[], work: (step: Step) => Promise<T>): Promise<T>
  read<T>(tables: readonly TableName[], work: (step: Step) => Promise<T>): Promise<T>
  close(): void
}

/** Something that holds or doesn't, now: signed in, online. */
export type StoreState = { now(): boolean; subscribe(listener: () => void): () => void }

/** Storage is full, blocked or private: what was typed is on the page only (cases 29). */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** Moves a row that can't be read out of the way, as it is: damaged, another key's, or of an older app (cases 29). */
export function quarantineRow<N extends 'drafts' | 'forks' | 'entries'>(
  store: Store,
  from: N,
  row: Tables[N],
  now: number,
): Promise<void> {
  const tables: TableName[] = [from, 'setAside']
  return store.change(tables, async step => {
    const there = await step.get(from, row.id)
    if (there?.stamp !== row.stamp) return
    await step.put('setAside', { id: `${from} ${row.id} ${row.stamp}`, from, at: now, row })
    await step.remove(from, row.id)
  })
}
