import type { BigLists } from './bigLists.ts'
import type { Faults } from './faults.ts'
import type { Guesses } from './guesses.ts'
import type { Db } from './store/schema.ts'
import type { WriteFaults } from './writeFaults.ts'

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
  guesses: Guesses
  bigLists: BigLists
  faults: Faults
  writeFaults: WriteFaults
}
