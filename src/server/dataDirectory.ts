import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './StartError.ts'

/** Makes the data directory where there is none; throws `StartError` when it can't be written to. */
export function prepareDataDirectory(path: string): void {
  try {
    makeDirectory(path)
    if (!statSync(path).isDirectory()) throw new Error('it is a file')
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartError(
      [`DATA_DIR ${path} cannot be used: it must be a folder this program may write to.`],
      cause,
    )
  }
}

// Not mkdir's own `recursive`: below /proc it never returns (Node 24).
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

/**
 * A secret of 256 random bits as base64url text, made at first start and kept in the data directory, readable by its
 * owner only. Never made anew over one that is there.
 */
export function keptSecret(dataDirectory: string, name: string): string {
  const path = join(dataDirectory, name)
  const found = readIfThere(path)
  if (found !== undefined) return checked(path, found)
  const draft = `${path}.${process.pid}`
  try {
    // Written whole before it has its name: a crash leaves no half secret, and of two starts at once one wins.
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(draft, path)
  } catch (cause) {
    if (readIfThere(path) === undefined) throw new StartError([`${path} cannot be written.`], cause)
  } finally {
    rmSync(draft, { force: true })
  }
  return checked(path, readIfThere(path) ?? '')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new StartError([`${path} cannot be read.`], cause)
  }
}

function checked(path: string, text: string): string {
  const secret = text.trim()
  if (/^[\w-]{43}$/.test(secret)) return secret
  throw new StartError([`${path} is damaged: restore it, or remove it and everybody signs in again.`])
}
