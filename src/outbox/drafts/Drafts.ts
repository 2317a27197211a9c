import type { z } from 'zod/mini'
import type { DraftChange } from '../queue/Writes.ts'
import type { StoredFile } from '../storage/fileStore.ts'

/** Kind of a draft. `name` is stored with each draft and never changes. */
export type DraftKind<T> = {
  name: string
  /** Schema of stored drafts. A draft that does not match is quarantined, not deleted (rule 29). */
  value: z.ZodMiniType<T>
  /** Whether the draft has no content. Such a draft is deleted instead of stored. */
  isEmpty: (value: T) => boolean
  /** The draft contains state of the page instead of typed text, so a sign-out may delete it without a warning. */
  isPageState?: true
}

export type SavedDraft<T> = {
  value: T
  savedAt: number
  revision: number
}

/** State of an open draft. `isPersistent` is false if storage is blocked or full (rule 29). */
export type DraftState<T> = {
  /** Value for the form: the last value set in this tab, otherwise the saved value. */
  value: T | undefined
  saved: SavedDraft<T> | undefined
  /** Text of a tab that lost the draft before it was saved. It remains until the user restores or deletes it. */
  earlier: SavedDraft<T> | undefined
  /** Whether another tab owns the draft. Always false without Web Locks. */
  isReadOnly: boolean
  /**
   * React key of the form. It changes when `value` is replaced by text that was not set in this tab, so that the fields
   * are created again.
   */
  formKey: number
  saving: boolean
  isPersistent: boolean
}

export type OpenDraft<T> = {
  state(): DraftState<T>
  subscribe(listener: () => void): () => void
  /** Saves within 500 ms, and at once when the page is hidden or left. */
  set(value: T): void
  /** Saves at once. Resolves to whether the value is on disk. The user may have typed more by then. */
  flush(): Promise<boolean>
  /** Makes this tab the owner. The previous owner saves first if it is not frozen. */
  takeOwnership(): Promise<void>
  /** Saves the draft, and lets other tabs edit it. */
  releaseOwnership(): Promise<void>
  /** Swaps the draft and the earlier version. This tab becomes the owner. */
  restoreEarlier(): Promise<void>
  deleteEarlier(): Promise<void>
  /** Deletes the draft and the files that only it refers to. An unseen version of another tab remains. */
  discard(): Promise<void>
  /**
   * Turns the draft into queue entries in one transaction. Afterwards the draft contains `getRemaining()`, so text typed
   * in the meantime remains. Resolves to false without storing if another tab has changed or sent the draft. Throws
   * `StorageError`.
   */
  submit(
    value: T,
    addEntries: (draftChange: DraftChange) => Promise<unknown>,
    getRemaining: () => T,
  ): Promise<boolean>
  close(): void
}

export type DraftName = { kind: string; key: string }

export type Drafts = {
  /**
   * Opens a draft. `key` identifies its subject, e.g. `5/17` for a homework and a pupil. Resolves after it was read
   * from disk.
   */
  open<T>(kind: DraftKind<T>, key: string): Promise<OpenDraft<T>>
  /** Returns all drafts of a kind with their keys, newest first, e.g. for "Return all drafts". */
  list<T>(kind: DraftKind<T>): Promise<{ key: string; draft: SavedDraft<T> }[]>
  subscribe(listener: () => void): () => void
  /** Stores a file until no draft and no write refers to it. Throws `StorageError` if storage is full. */
  putFile(file: File): Promise<StoredFile>
  file(id: string): Promise<File | undefined>
  quarantined(): Promise<number>
  flush(): Promise<void>
  /** Names every draft that a sign-out would delete, newest first. Stored drafts are not decrypted. */
  names(): Promise<DraftName[]>
}
