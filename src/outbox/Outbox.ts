import type { Drafts } from './drafts/Drafts.ts'
import type { Write, Writes } from './queue/Writes.ts'

export { StorageError } from './storage/Store.ts'

/** Drafts and pending writes of a user. They survive a reload, a crash and the end of the session. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  /** Whether a write is delayed only because the user can still undo it. Without a network this is false. */
  isDelayed(write: Pick<Write, 'state' | 'notBefore'>): boolean
  /** Whether drafts and writes are stored on disk. False without a key or usable storage (rule 29). */
  isPersistent(): boolean
  /** Saves drafts, then releases timers, locks and the database. Stored data remains. */
  stop(): Promise<void>
  /** Use it before stored data is deleted. */
  stopWithoutSaving(): void
}
