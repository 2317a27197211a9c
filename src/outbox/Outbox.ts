import type { Drafts } from './drafts/Drafts.ts'
import type { Writes } from './queue/Writes.ts'

export { StorageError } from './storage/Store.ts'

/** What one person typed and what of it is on its way. Survives reload, crash and the end of the session. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  /** False when what is typed ends with the page: storage is blocked, full or private, or there is no key (cases 29). */
  kept(): boolean
  /** Stores what is due, then lets go of timers, locks and the database; what is stored stays. Resolves after that. */
  stop(): Promise<void>
  /** Lets go at once and stores nothing more: before what is stored is deleted. */
  abandon(): void
}
