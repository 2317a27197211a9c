import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../../service/db/documentStore.ts'
import type { ObjectStore } from '../../service/db/externalStore.ts'
import { createSpool, streamFile } from './spool.ts'

/** In the same file system, so that files can be renamed. */
const incomingFolder = 'incoming'
const hourMs = 3_600_000

/**
 * A file is written under another name, synced and renamed to its SHA-256, so that it is complete. Several processes
 * can share the folder.
 */
export function createFolderStore(folder: string): ObjectStore {
  let isCreated = false
  const getPath = (key: string) => join(folder, key.slice(0, 2), key)
  const toUnavailable = (cause: unknown) => new StoreUnavailable(describeFolderError(folder, cause), cause)
  const withStoreErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      throw toUnavailable(cause)
    }
  }

  return {
    receive() {
      const path = join(folder, incomingFolder, randomUUID())
      const file = createSpool(() => open(path, 'wx', 0o600))
      return {
        write: piece => withStoreErrors(file.write(piece)),
        async put(key) {
          const target = getPath(key)
          await withStoreErrors(
            (async () => {
              await file.sync()
              await file.close()
              await mkdir(dirname(target), { mode: 0o700 }).catch(ignoreExisting)
              await rename(path, target)
              await syncFolder(dirname(target))
              await syncFolder(folder)
            })(),
          )
        },
        async discard() {
          await file.close().catch(() => undefined)
          await rm(path, { force: true }).catch(() => undefined)
        },
      }
    },

    async read(key, range) {
      const file = await withStoreErrors(open(getPath(key), 'r'))
      return streamFile(file, range)
    },

    remove: key => withStoreErrors(rm(getPath(key), { force: true })),

    async check() {
      const path = join(folder, incomingFolder, randomUUID())
      try {
        // A folder that is missing later was unmounted. It must not be created on another disk.
        if (!isCreated) await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
        isCreated = true
        const file = await open(path, 'wx', 0o600)
        try {
          // An empty file can be created even on a full disk.
          await file.write(new Uint8Array(4096))
          await file.sync()
        } finally {
          await file.close()
        }
      } catch (cause) {
        throw toUnavailable(cause)
      } finally {
        await rm(path, { force: true }).catch(() => undefined)
      }
    },

    async sweep() {
      for (const name of await withStoreErrors(readdir(join(folder, incomingFolder)))) {
        const path = join(folder, incomingFolder, name)
        const stats = await stat(path).catch(() => undefined)
        // Pending uploads write all the time.
        if (stats && Date.now() - stats.mtimeMs > hourMs) await withStoreErrors(rm(path, { force: true }))
      }
    },
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** A new name is only durable after this. */
async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders, and makes names durable itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function describeFolderError(folder: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const name = `DOCUMENTS: the folder ${folder}`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${name} has no space left on its disk.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${name} cannot be written to: its owner must be the user of this program.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${name} is a file, but must be a folder.`
  return `${name} cannot be used (${code || 'no reason was given'}).`
}
