import type { Drafts } from './drafts/Drafts.ts'
import type { Write, Writes } from './queue/Writes.ts'

export { StorageError } from './storage/Store.ts'

/** Drafts and pending writes of a user. They survive a reload, a crash and the end of the session. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  /** Whether a write is delayed only because the user can still undo it. Without a network this is false. */
  isDelayed(write: Pick<Write, 'state' | 'notBefore'>): boolean
  /**
   * Whether drafts and writes are stored on disk. False if storage is blocked, full or private, or if no key exists
   * (rule 29).
   */
  isPersistent(): boolean
  /** Saves unsaved drafts, and then releases timers, locks and the database. Stored data remains. */
  stop(): Promise<void>
  /** Releases everything at once without saving. Use it before stored data is deleted. */
  stopWithoutSaving(): void
}
