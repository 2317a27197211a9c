import type { Drafts } from './drafts/Drafts.ts'
import type { Entries } from './entries/Entries.ts'
import type { Entry } from './entries/Entry.ts'

export { StorageError } from './storage/Store.ts'

/** Drafts and pending entries, which survive a reload and a crash. */
export type Delivery = {
  drafts: Drafts
  entries: Entries
  /** Whether the entry waits only so that the user can undo it. */
  isDelayed(entry: Pick<Entry, 'state' | 'notBefore'>): boolean
  /** False without a key or usable storage (rule 29). */
  isPersistent(): boolean
  stop(): Promise<void>
  /** Call it before stored data is deleted. */
  stopWithoutSaving(): void
}
