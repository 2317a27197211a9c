import type { ExpressionBuilder } from 'kysely'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import { createDatabaseStore } from './databaseStore.ts'
import { type ByteRange, type DocumentStore, StoreUnavailable } from './documentStore.ts'
import type { Db, Schema } from './schema.ts'

/** A folder or S3. Throws `StoreUnavailable`. */
export type ObjectStore = {
  receive(): {
    write(chunk: Uint8Array): Promise<void>
    /** In one step, so that readers never get a part. */
    put(key: string): Promise<void>
    /** Never rejects. */
    discard(): Promise<void>
  }
  read(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>
  remove(key: string): Promise<void>
  check(): Promise<void>
  /** Deletes interrupted uploads. */
  sweep(): Promise<void>
}

/**
 * Stores equal bytes once, by their SHA-256. `wait` takes ms.
 *
 * An upload claims a hash before it stores the bytes, and a sweep marks it before it deletes them. So neither acts on
 * bytes that the other is processing.
 */
export function createExternalStore(options: {
  db: Db
  objects: ObjectStore
  clock: () => number
  wait: (ms: number) => Promise<unknown>
}): DocumentStore {
  const { db, objects, clock, wait } = options
  const databaseStore = createDatabaseStore(db, clock)
  return {
    receive() {
      const incoming = objects.receive()
      return {
        write: incoming.write,
        async complete(hash) {
          await claim(hash)
          await incoming.put(hash)
          return { outside: true }
        },
        discard: incoming.discard,
      }
    },
    read: (document, range) =>
      document.outside === 1 ? objects.read(document.hash, range) : databaseStore.read(document, range),
  }

  async function claim(hash: string): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const now = clock()
      const claim = { claimed_at: new Date(now).toISOString(), going_at: null }
      const claimed = await db
        .insertInto('objects')
        .values({ hash, ...claim })
        .onConflict(conflict =>
          conflict
            .column('hash')
            .doUpdateSet(claim)
            .where(expression => isNotBeingDeleted(expression, now)),
        )
        .returning('hash')
        .executeTakeFirst()
      if (claimed) return
      // A sweep is deleting these bytes.
      await wait(100)
    }
    throw new StoreUnavailable('these bytes are still being deleted')
  }
}

const hourMs = 3_600_000
/** In ms. Older marks are of interrupted sweeps. */
const maxDeletionMs = 600_000
const objectsPerQuery = 500

/** Call it in the transaction of the document. Throws `StoreUnavailable` for deleted bytes. */
export async function lockObject(trx: Db, hash: string, now: number): Promise<void> {
  const locked = await trx
    .updateTable('objects')
    .set({ claimed_at: new Date(now).toISOString() })
    .where('hash', '=', hash)
    .where('going_at', 'is', null)
    .executeTakeFirst()
  if (locked.numUpdatedRows !== 1n)
    throw new StoreUnavailable('these bytes were put long ago and deleted since')
}

/**
 * Deletes bytes without a document that were not claimed for an hour, and returns their number. Data of other programs
 * remains. Several processes may sweep at the same time.
 */
export async function sweepObjects(
  db: Db,
  objects: ObjectStore,
  clock: () => number,
  signal?: AbortSignal,
): Promise<number> {
  const yieldIfDue = createYielder()
  let deletedCount = 0
  let after = ''
  let failure: { error: unknown } | undefined
  while (!signal?.aborted) {
    const orphans = await db
      .selectFrom('objects')
      .select('hash')
      .where(isOrphaned(clock()))
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(objectsPerQuery)
      .execute()
    for (const { hash } of orphans) {
      if (signal?.aborted) break
      // A document may exist now, so check again. The mark prevents new claims. It has the current time, because a
      // sweep may outlast a mark.
      const now = clock()
      const going_at = new Date(now).toISOString()
      const marked = await db
        .updateTable('objects')
        .set({ going_at })
        .where('hash', '=', hash)
        .where(isOrphaned(now))
        .executeTakeFirst()
      if (marked.numUpdatedRows !== 1n) continue
      try {
        await objects.remove(hash)
      } catch (error) {
        // The store may have deleted the bytes despite the error, so keep the mark.
        failure ??= { error }
        continue
      }
      await db.deleteFrom('objects').where('hash', '=', hash).where('going_at', '=', going_at).execute()
      deletedCount += 1
      await yieldIfDue()
    }
    const last = orphans.at(-1)
    if (!last || orphans.length < objectsPerQuery) break
    after = last.hash
    await yieldIfDue()
  }
  if (failure) throw failure.error
  return deletedCount
}

const isOrphaned = (now: number) => (expression: ExpressionBuilder<Schema, 'objects'>) =>
  expression.and([
    expression('claimed_at', '<', isoBefore(now, hourMs)),
    isNotBeingDeleted(expression, now),
    expression.not(
      expression.exists(
        expression
          .selectFrom('documents')
          .select('id')
          .whereRef('documents.hash', '=', 'objects.hash')
          .where('outside', '=', 1),
      ),
    ),
  ])

const isNotBeingDeleted = (expression: ExpressionBuilder<Schema, 'objects'>, now: number) =>
  expression.or([
    expression('objects.going_at', 'is', null),
    expression('objects.going_at', '<', isoBefore(now, maxDeletionMs)),
  ])

const isoBefore = (now: number, ms: number) => new Date(now - ms).toISOString()
