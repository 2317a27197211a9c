import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull } from '../service/db/dialects.ts'
import { diskFullError, StartError } from './StartError.ts'

/** Throws `StartError` (rule 51). */
export function prepareDataDirectory(path: string): void {
  try {
    makeDirectory(path)
    if (!statSync(path).isDirectory()) throw new Error('it is a file')
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (isDiskFull(cause)) throw diskFullError(path, cause)
    throw new StartError(
      [`DATA_DIR ${path} cannot be used. It must be a folder that Staffroom can write to.`],
      cause,
    )
  }
  if (isAccessibleToOthers(path)) restrictDirectory(path)
}

function restrictDirectory(path: string): void {
  // Part of a new volume.
  const names = readdirSync(path).filter(name => name !== 'lost+found')
  // Another program uses this folder, e.g. /var/lib. Other users must keep their access.
  if (names.length > 0 && !names.some(name => knownFiles.includes(name))) {
    throw new StartError([
      `DATA_DIR ${path} can be read by other users of this machine and contains other files. Use a separate folder for Staffroom.`,
    ])
  }
  if (!restrictToOwner(path, 0o700)) {
    throw new StartError([
      `DATA_DIR ${path} can be read by other users of this machine, and Staffroom could not change that. Make it readable by its owner only (chmod 700).`,
    ])
  }
}

/** Mark a folder of Staffroom. */
const knownFiles = ['staffroom.sqlite', 'lock.sqlite', 'sessions.sqlite', 'session-key', 'client-secret']

/** False on Windows, where folders inherit the rights of the owner's folder. */
function isAccessibleToOthers(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return process.platform !== 'win32' && stats !== undefined && (stats.mode & 0o077) !== 0
}

/** False if the volume ignores the mode. */
function restrictToOwner(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode)
    return !isAccessibleToOthers(path)
  } catch {
    // Another process may have deleted a journal.
    return !existsSync(path)
  }
}

/** SQLite creates its other files with the same rights. Throws `StartError`. */
export function restrictDatabase(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) restrictFile(file)
}

function restrictFile(path: string): void {
  if (!isAccessibleToOthers(path) || restrictToOwner(path, 0o600)) return
  throw new StartError([
    `${path} can be read by other users of this machine, and Staffroom could not change that. Make it readable by its owner only (chmod 600).`,
  ])
}

/**
 * Throws `StartError` for a database without tables next to secrets or sessions. A failed copy, or a copy without the
 * write-ahead log, can leave one, and a new school would replace the old one.
 */
export function requireNoLostSchool(dataDirectory: string): void {
  const path = join(dataDirectory, 'staffroom.sqlite')
  const size = sizeOf(path)
  if (size === undefined) return
  // SQLite would delete the write-ahead log of an empty database.
  const hasLog = (sizeOf(`${path}-wal`) ?? 0) > 0
  if (size > 0 && (hasLog || hasRow(path, 'SELECT 1 FROM sqlite_master LIMIT 1') !== false)) return
  const hasSecret = secretNames.some(name => existsSync(join(dataDirectory, name)))
  const sessions = join(dataDirectory, 'sessions.sqlite')
  if (!hasLog && !hasSecret && hasRow(sessions, 'SELECT 1 FROM sessions LIMIT 1') !== true) return
  throw new StartError([
    `${path} contains no school, but this folder had one before. Nothing was changed. Restore the file from a backup, or delete it to start a new school.`,
  ])
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size

const secretNames = ['client-secret', 'session-key']

/** Returns undefined if the file can't be read as a database. */
function hasRow(path: string, query: string): boolean | undefined {
  if (!sizeOf(path)) return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 5000 })
    return database.prepare(query).get() !== undefined
  } catch {
    // The server reports damaged files later.
    return undefined
  } finally {
    database?.close()
  }
}

// `recursive` of mkdir never returns below /proc (Node 24).
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeDirectory(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** 256 random bits as base64url, readable by the owner only. */
export function readOrCreateSecret(dataDirectory: string, name: string): string {
  const path = join(dataDirectory, name)
  const existing = readIfExists(path)
  restrictFile(path)
  if (existing !== undefined) return requireValidSecret(path, existing)
  const temporaryPath = `${path}.${process.pid}`
  try {
    // A crash leaves no incomplete secret, and one of two simultaneous starts wins.
    writeFileSync(temporaryPath, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(temporaryPath, path)
  } catch (cause) {
    if (readIfExists(path) === undefined) {
      throw isDiskFull(cause)
        ? diskFullError(dataDirectory, cause)
        : new StartError([`${path} cannot be written.`], cause)
    }
  } finally {
    rmSync(temporaryPath, { force: true })
  }
  return requireValidSecret(path, readIfExists(path) ?? '')
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new StartError([`${path} cannot be read.`], cause)
  }
}

function requireValidSecret(path: string, text: string): string {
  const secret = text.trim()
  if (/^[\w-]{43}$/.test(secret)) return secret
  throw new StartError([
    `${path} is damaged. Restore it from a backup, or delete it; then all users must sign in again.`,
  ])
}
