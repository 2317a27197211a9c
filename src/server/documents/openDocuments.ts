import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabaseStore } from '../../service/db/databaseStore.ts'
import { type DocumentStore, StoreUnavailable } from '../../service/db/documentStore.ts'
import { createExternalStore, type ObjectStore, sweepObjects } from '../../service/db/externalStore.ts'
import type { Hasher } from '../../service/db/hashes.ts'
import type { Db } from '../../service/db/schema.ts'
import { StartError } from '../StartError.ts'
import type { DocumentSettings } from './documentSettings.ts'

export type Documents = {
  store: DocumentStore
  check(): Promise<void>
  close(): Promise<void>
}

const sweepIntervalMs = 15 * 60_000

/** Throws `StartError` for a broken store, or one without the documents of this database. */
export async function openDocuments(
  settings: DocumentSettings,
  options: { db: Db; clock: () => number; report: (error: unknown) => void },
): Promise<Documents> {
  const { db, clock, report } = options
  const objects = await openObjects(settings)
  try {
    await requireNewestDocument(db, objects)
    await objects?.check()
  } catch (error) {
    objects?.close?.()
    throw error instanceof StoreUnavailable ? new StartError([error.message], error) : error
  }
  if (!objects) {
    return {
      store: createDatabaseStore(db, clock),
      check: async () => undefined,
      close: async () => undefined,
    }
  }
  const abortController = new AbortController()
  let pendingSweep: Promise<unknown> | undefined
  const sweep = () => {
    pendingSweep ??= sweepObjects(db, objects, clock, abortController.signal)
      .then(() => objects.sweep())
      .catch(report)
      .finally(() => {
        pendingSweep = undefined
      })
  }
  sweep()
  const timer = setInterval(sweep, sweepIntervalMs)
  return {
    store: createExternalStore({ db, objects, clock, wait }),
    check: () => objects.check(),
    async close() {
      clearInterval(timer)
      abortController.abort()
      await pendingSweep
      objects.close?.()
    },
  }
}

/** Throws `StartError`, before anything is written to the data directory. */
export async function requireUsableDocuments(settings: DocumentSettings): Promise<void> {
  const objects = await openObjects(settings)
  try {
    await objects?.check()
  } catch (error) {
    throw error instanceof StoreUnavailable ? new StartError([error.message], error) : error
  } finally {
    objects?.close?.()
  }
}

/** Null for the table. Loads the S3 client on demand. */
export async function openObjects(
  settings: DocumentSettings,
): Promise<(ObjectStore & { close?: () => void }) | null> {
  if (settings.kind === 'table') return null
  if (settings.kind === 'folder') {
    return (await import('./folderStore.ts')).createFolderStore(settings.path)
  }
  return (await import('./s3Store.ts')).createS3Store(settings)
}

/** Without the newest document, the settings name another store. Throws `StartError`. */
async function requireNewestDocument(db: Db, objects: ObjectStore | null): Promise<void> {
  const newest = await db
    .selectFrom('documents')
    .select(['hash', 'size'])
    .where('outside', '=', 1)
    .where('size', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  if (!objects) {
    throw new StartError([
      'DOCUMENTS is table, but documents of this database are stored in a folder or in S3. Set DOCUMENTS to that place.',
    ])
  }
  const stream = await objects.read(newest.hash, { start: 0, end: 0 }).catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause
    throw new StartError(
      [
        'DOCUMENTS is not the place where the documents of this database are stored. Set it to that place, or copy the files first.',
      ],
      cause,
    )
  })
  await stream.cancel()
}

/** False if the store failed to respond. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT')
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
