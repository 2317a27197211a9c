import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull } from '../service/db/dialects.ts'
import { diskFullError, StartError } from './StartError.ts'

/** In ms, because two simultaneous starts could both fail. */
const lockTimeoutMs = 500

/**
 * Creates the folder with access for its owner only (rule 51), and locks it until the returned function is called
 * (rule 57). Throws `StartError`.
 *
 * The operating system releases SQLite's lock even after a crash. A file with a process ID would remain, and process
 * IDs repeat in containers.
 */
export function openDataDirectory(path: string): () => void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    restrictToOwner(path)
    return lockDirectory(path)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    if (isDiskFull(cause)) throw diskFullError(path, cause)
    throw new StartError(
      [`DATA_DIR ${path} cannot be used. It must be a folder that Staffroom can write to and lock.`],
      cause,
    )
  }
}

const ownFiles = ['staffroom.sqlite', 'sessions.sqlite', 'session-key', 'client-secret']

function restrictToOwner(path: string): void {
  // On Windows, folders inherit the rights of the owner's folder.
  const isPrivate = () => process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
  if (isPrivate()) return
  // A new volume has lost+found. Other files belong to another program, e.g. in /var/lib: its users must keep access.
  const names = readdirSync(path).filter(name => name !== 'lost+found')
  if (names.length === 0 || names.some(name => ownFiles.includes(name))) chmodSync(path, 0o700)
  if (isPrivate()) return
  throw new StartError([
    `DATA_DIR ${path} can be read by other users of this machine. Make it readable by its owner only (chmod 700), or use a separate folder for Staffroom.`,
  ])
}

function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock.sqlite')
  // Closing an existing file would end all locks of this process on it (POSIX).
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: lockTimeoutMs })
  try {
    // A crash would leave a journal file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if (isDiskFull(cause)) throw cause
    // SQLite reports a file system without locks as busy, too.
    throw new StartError(
      [
        `DATA_DIR ${directory} is in use by another Staffroom. Stop it first, or use another folder. If none is running, the file system may not support locks.`,
      ],
      cause,
    )
  }
  return () => database.close()
}

/** 256 random bits as base64url, in a locked data directory. */
export function readOrCreateSecret(dataDirectory: string, name: string): string {
  const path = join(dataDirectory, name)
  try {
    if (!existsSync(path)) {
      // A crash leaves no incomplete secret.
      writeFileSync(`${path}.new`, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
    }
    const secret = readFileSync(path, 'utf8').trim()
    if (/^[\w-]{43}$/.test(secret)) return secret
  } catch (cause) {
    throw isDiskFull(cause)
      ? diskFullError(dataDirectory, cause)
      : new StartError([`${path} cannot be used.`], cause)
  }
  throw new StartError([
    `${path} is damaged. Restore it from a backup, or delete it; then all users must sign in again.`,
  ])
}
