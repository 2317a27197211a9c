import type { z } from 'zod/mini'
import type { DraftChange } from '../entries/Entry.ts'
import type { StoredFile } from '../storage/fileStore.ts'
import type { LogStore } from '../storage/logStore.ts'

/** `name` is stored and never changes. */
export type DraftKind<T> = {
  name: string
  /** A stored draft that does not match is dropped. */
  value: z.ZodMiniType<T>
  /** An empty draft is deleted instead of stored. */
  isEmpty: (value: T) => boolean
}

export type SavedDraft<T> = {
  value: T
  savedAt: number
}

/** `isPersistent` is false if storage is blocked or full (rule 29). */
export type DraftState<T> = {
  /** The last value set in this tab, otherwise the saved value. */
  value: T | undefined
  saved: SavedDraft<T> | undefined
  /** Text that a tab replaced without having shown it. */
  earlier: SavedDraft<T> | undefined
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
  restoreEarlier(): Promise<void>
  deleteEarlier(): Promise<void>
  /** Deletes the draft, but no unseen version of another tab. Its files are deleted later. */
  discard(): Promise<void>
  /**
   * Moves the draft into the queue in one transaction; `getRemaining()` stays. Resolves to false if another
   * tab has changed or sent it. Throws `StorageError`.
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
  /** Newest first. */
  list<T>(kind: DraftKind<T>): Promise<{ key: string; draft: SavedDraft<T> }[]>
  subscribe(listener: () => void): () => void
  /** Kept until no draft and no write refers to it. Throws `StorageError`. */
  putFile(file: File): Promise<StoredFile>
  file(id: string): Promise<File | undefined>
  /** Returns the name, type and size of a file without decrypting its content. */
  fileInfo(id: string): Promise<StoredFile | undefined>
  /** Kept like files, by the ID of the log. */
  logs: LogStore
  flush(): Promise<void>
  /** Newest first, without decrypting the drafts. */
  names(): Promise<DraftName[]>
}
