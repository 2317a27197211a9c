import type { BigLists } from '../answers/streamRows.ts'
import type { Guesses } from '../auth/guesses.ts'
import type { DocumentStore } from '../db/documentStore.ts'
import type { Hasher } from '../db/hashes.ts'
import type { Db } from '../db/schema.ts'
import type { Live } from '../live/live.ts'

/** What every handler is handed beside the request itself. */
export type Tools = {
  db: Db
  /** Unix milliseconds. */
  clock: () => number
  random: (bytes: number) => Uint8Array
  /** The school's, IANA name. */
  timeZone: string
  accessTokenSeconds: number
  /** Largest file of an upload, bytes. */
  documentLimit: number
  documents: DocumentStore
  newHasher: () => Hasher
  guesses: Guesses
  bigLists: BigLists
  live: Live
  /** Whether the service offers what api.md has and no extension. */
  isDocumentedOnly: boolean
}

/** The same, and where a request comes from: '' when the host does not say. */
export type From = Tools & { address: string }
