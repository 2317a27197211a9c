import type { Drafts } from './drafts/Drafts.ts'
import type { Writes } from './queue/Writes.ts'

export { StorageError } from './storage/Store.ts'

/** Drafts and pending writes of a user. They survive a reload, a crash and the end of the session. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  /** Clock that `notBefore` of a write is compared with, in Unix ms. */
  clock: () => number
  /**
   * Whether drafts and writes are stored on disk. False if storage is blocked, full or private, or if no key exists
   * (rule 29).
   */
  kept(): boolean
  /** Saves unsaved drafts, and then releases timers, locks and the database. Stored data remains. */
  stop(): Promise<void>
  /** Releases everything at once without saving. Use it before stored data is deleted. */
  abandon(): void
}
