import type { DraftChange, Entry, NewEntry } from './Entry.ts'

/** Writes that survive a reload and a crash. Methods throw `StorageError`. */
export type Entries = {
  /** Adds all in one transaction. Resolves to false if `draftChange` rolled back. */
  add(newEntries: readonly NewEntry[], draftChange?: DraftChange): Promise<boolean>
  /** Oldest first. The array is the same until an entry changes. */
  list(): readonly Entry[]
  subscribe(listener: () => void): () => void
  /** Sends it again. In a conflict, replaces the version of the service that the user has seen. */
  retry(id: string): Promise<void>
  /** Leaves out the step of an entry about which the user has to decide. */
  skip(id: string): Promise<void>
  /** Removes the entry. Resolves to false if it was sent already, or may just be sent. */
  cancel(id: string): Promise<boolean>
  /** Like `cancel`, but also ends a request, which may have been executed. */
  abort(id: string): Promise<boolean>
  /** Removes the entry, and puts what the user typed back into its draft. Resolves like `cancel`. */
  edit(id: string): Promise<boolean>
}
