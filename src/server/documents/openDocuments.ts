import { createHash } from 'node:crypto'
import { StoreUnavailable } from '../../service/db/documentStore.ts'
import type { Hasher } from '../../service/db/hashes.ts'
import type { Db } from '../../service/db/schema.ts'
import { sweepFiles } from '../../service/db/storedFiles.ts'
import { StartError } from '../StartError.ts'
import type { DocumentSettings } from '../settings.ts'
import type { HostStore } from './hostStore.ts'

export type Documents = { store: HostStore; close(): Promise<void> }

const sweepIntervalMs = 15 * 60_000

/** Throws `StartError` for a store that does not work, or does not have the documents of this database. */
export async function openDocuments(
  settings: DocumentSettings,
  { db, clock, report }: { db: Db; clock: () => number; report: (error: unknown) => void },
): Promise<Documents> {
  const store = await createStore(settings)
  try {
    const stored = await db.selectFrom('stored_files').select('hash').limit(1).executeTakeFirst()
    if (!stored) await store.create()
    await store.check()
  } catch (error) {
    throw error instanceof StoreUnavailable ? new StartError([error.message], error) : error
  }
  const abortController = new AbortController()
  let pendingSweep: Promise<unknown> | undefined
  const sweep = () => {
    pendingSweep ??= sweepFiles(db, store, clock, abortController.signal)
      .then(() => store.deleteInterrupted())
      .catch(report)
      .finally(() => {
        pendingSweep = undefined
      })
  }
  sweep()
  const timer = setInterval(sweep, sweepIntervalMs)
  return {
    store,
    async close() {
      clearInterval(timer)
      abortController.abort()
      await pendingSweep
    },
  }
}

/** Loads the S3 client on demand. */
export async function createStore(settings: DocumentSettings): Promise<HostStore> {
  if (settings.kind === 'folder') return (await import('./folderStore.ts')).createFolderStore(settings.path)
  return (await import('./s3Store.ts')).createS3Store(settings)
}

export function createNodeHasher(): Hasher {
  const sha1 = createHash('sha1')
  const sha256 = createHash('sha256')
  return {
    update(chunk) {
      sha1.update(chunk)
      sha256.update(chunk)
    },
    digest: async () => ({ sha1: sha1.digest('hex'), hash: sha256.digest('hex') }),
  }
}
