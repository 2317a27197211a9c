import type { Drafts } from './drafts/Drafts.ts'
import type { Write, Writes } from './queue/Writes.ts'
import type { Settings } from './settings/Settings.ts'

export { StorageError } from './storage/Store.ts'

/** Drafts, pending writes and settings, which survive a reload and a crash. */
export type Outbox = {
  drafts: Drafts
  writes: Writes
  settings: Settings
  /** Whether the write waits only so that the user can undo it. */
  isDelayed(write: Pick<Write, 'state' | 'notBefore'>): boolean
  /** False without a key or usable storage (rule 29). */
  isPersistent(): boolean
  stop(): Promise<void>
  /** Call it before stored data is deleted. */
  stopWithoutSaving(): void
}
