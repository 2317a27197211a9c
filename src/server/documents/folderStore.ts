import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../../service/db/documentStore.ts'
import { type HostStore, markerName, markerText } from './hostStore.ts'
import { streamFile } from './streamFile.ts'

/** In the same file system, so that files can be renamed. */
const incomingFolder = 'incoming'
const hourMs = 3_600_000
/** In bytes. Several typical transactions: small files fit even on a full disk. */
const probeSize = 256 * 1024

/**
 * A file is written under another name, synced and renamed to its SHA-256, so that it is complete. Several processes
 * can share the folder.
 */
export function createFolderStore(folder: string): HostStore {
  const getPath = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const createIncomingPath = () => join(folder, incomingFolder, randomUUID())
  const withStoreErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (cause) {
      const reason = cause instanceof Error && 'code' in cause ? cause.code : cause
      throw new StoreUnavailable(`DOCUMENTS: the folder ${folder} cannot be used (${reason}).`, cause)
    }
  }

  return {
    receive() {
      const path = createIncomingPath()
      let file: FileHandle | undefined
      return {
        write: chunk =>
          withStoreErrors(async () => {
            file ??= await open(path, 'wx', 0o600)
            await file.writeFile(chunk)
          }),
        put: hash =>
          withStoreErrors(async () => {
            file ??= await open(path, 'wx', 0o600)
            await file.sync()
            await file.close()
            const target = getPath(hash)
            await mkdir(dirname(target), { recursive: true, mode: 0o700 })
            await rename(path, target)
            await syncFolder(dirname(target))
            await syncFolder(folder)
          }),
        async discard() {
          await file?.close().catch(() => undefined)
          await rm(path, { force: true }).catch(() => undefined)
        },
      }
    },

    read: (hash, range) => withStoreErrors(async () => streamFile(await open(getPath(hash), 'r'), range)),

    remove: hash => withStoreErrors(() => rm(getPath(hash), { force: true })),

    create: () =>
      withStoreErrors(async () => {
        await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
        await writeFile(join(folder, markerName), markerText, { mode: 0o600 })
      }),

    check: () =>
      withStoreErrors(async () => {
        // A folder without it was unmounted. It must not be created on another disk.
        await stat(join(folder, markerName))
        await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
        const path = createIncomingPath()
        try {
          await writeFile(path, new Uint8Array(probeSize), { flag: 'wx', mode: 0o600, flush: true })
        } finally {
          await rm(path, { force: true })
        }
      }),

    deleteInterrupted: () =>
      withStoreErrors(async () => {
        for (const name of await readdir(join(folder, incomingFolder))) {
          const path = join(folder, incomingFolder, name)
          const stats = await stat(path).catch(() => undefined)
          // Pending uploads write all the time.
          if (stats && Date.now() - stats.mtimeMs > hourMs) await rm(path, { force: true })
        }
      }),
  }
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
