import type { z } from 'zod/mini'
import type { DraftChange } from '../queue/Writes.ts'
import type { StoredFile } from '../storage/fileStore.ts'

/** `name` is stored with each draft and never changes. */
export type DraftKind<T> = {
  name: string
  /** A draft that does not match is quarantined, not deleted (rule 29). */
  value: z.ZodMiniType<T>
  /** An empty draft is deleted instead of stored. */
  isEmpty: (value: T) => boolean
  /** State of the page, not typed text: a sign-out deletes it without a warning. */
  isPageState?: true
}

export type SavedDraft<T> = {
  value: T
  savedAt: number
  revision: number
}

/** `isPersistent` is false if storage is blocked or full (rule 29). */
export type DraftState<T> = {
  /** The last value set in this tab, otherwise the saved value. */
  value: T | undefined
  saved: SavedDraft<T> | undefined
  /** Text of a tab that lost the draft before it was saved. */
  earlier: SavedDraft<T> | undefined
  /** Whether another tab owns the draft. Always false without Web Locks. */
  isReadOnly: boolean
  /** React key of the form. Changes when `value` is replaced from outside this tab. */
  formKey: number
  saving: boolean
  isPersistent: boolean
}

export type OpenDraft<T> = {
  state(): DraftState<T>
  subscribe(listener: () => void): () => void
  /** Saves within 500 ms, and at once when the page is hidden. */
  set(value: T): void
  /** Saves at once. Resolves to whether the value is on disk. */
  flush(): Promise<boolean>
  /** Makes this tab the owner. The previous owner saves first if it is not frozen. */
  takeOwnership(): Promise<void>
  /** Saves the draft, and lets other tabs edit it. */
  releaseOwnership(): Promise<void>
  /** Swaps the draft and the earlier version. */
  restoreEarlier(): Promise<void>
  deleteEarlier(): Promise<void>
  /** Deletes the draft and its files. An unseen version of another tab remains. */
  discard(): Promise<void>
  /**
   * Moves the draft into the queue in one transaction; `getRemaining()` is the new draft. Resolves to false
   * if another tab has changed or sent it. Throws `StorageError`.
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
  /** `key` identifies the subject, e.g. `5/17` for a homework and a pupil. */
  open<T>(kind: DraftKind<T>, key: string): Promise<OpenDraft<T>>
  /** Returns all drafts of a kind, newest first. */
  list<T>(kind: DraftKind<T>): Promise<{ key: string; draft: SavedDraft<T> }[]>
  subscribe(listener: () => void): () => void
  /** Stores a file until no draft and no write refers to it. Throws `StorageError`. */
  putFile(file: File): Promise<StoredFile>
  file(id: string): Promise<File | undefined>
  quarantined(): Promise<number>
  flush(): Promise<void>
  /** Names the drafts that a sign-out would delete, newest first, without decrypting them. */
  names(): Promise<DraftName[]>
}
