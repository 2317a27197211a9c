import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull } from '../service/db/dialects.ts'
import { diskFullError, StartError } from './StartError.ts'

/** In ms, because two simultaneous starts could both fail. */
const lockTimeoutMs = 500

const sqliteBusy = 5

/**
 * Returns a function that releases the lock. Throws `StartError` if another process has it (rule 57).
 *
 * The operating system releases SQLite's lock even after a crash. A file with a process ID would remain, and process
 * IDs repeat in containers.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock.sqlite')
  let database: DatabaseSync | undefined
  try {
    // Closing an existing file would end all locks of this process on it (POSIX).
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    database = new DatabaseSync(path, { timeout: lockTimeoutMs })
    // A crash would leave a journal file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    database?.close()
    if (isDiskFull(cause)) throw diskFullError(directory, cause)
    throw new StartError([isBusy(cause) ? inUseMessage(directory) : cannotLockMessage(path)], cause)
  }
  const locked = database
  return () => locked.close()
}

// SQLite reports a file system without locks (ENOLCK) as busy, too.
const inUseMessage = (directory: string) =>
  `DATA_DIR ${directory} is in use by another Staffroom. Stop it first, or use another folder. If none is running, the file system may not support locks.`

const cannotLockMessage = (path: string) =>
  `${path} cannot be locked. Its file system may not support locks. Use a folder on a local disk.`

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
