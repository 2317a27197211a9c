import type { DocumentStore } from '../../service/db/documentStore.ts'

/** A folder, or S3. */
export type HostStore = DocumentStore & {
  /** Prepares an empty store. */
  create(): Promise<void>
  /** Throws `StoreUnavailable` if the store was not created, or does not work. */
  check(): Promise<void>
  deleteInterrupted(): Promise<void>
}

/** A store without this file was unmounted, or is another one. */
export const markerName = 'staffroom'
export const markerText = 'Documents of Staffroom, each named by its SHA-256.\n'
