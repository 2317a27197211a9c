import type { Drafts } from './Drafts.ts'
import type { Writes } from './Writes.ts'

/** What one person typed and what of it is on its way. Survives reload, crash and the end of the session. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  /** Lets go of timers, locks and the database; what is stored stays. */
  stop(): void
}

/** Storage is full, blocked or private: what was typed is on the page only (cases 29). */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}
