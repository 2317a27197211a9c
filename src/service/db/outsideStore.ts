import type { ExpressionBuilder } from 'kysely'
import { takeTurns } from '../../lib/turn.ts'
import { type ByteRange, type DocumentStore, StoreUnavailable } from './documentStore.ts'
import type { Db, Schema } from './schema.ts'
import { tableStore } from './tableStore.ts'

/** Keeps bytes by a key, in a folder or in S3. What it throws for an answer it can't give is a `StoreUnavailable`. */
export type ObjectStore = {
  receive(): {
    /** Waits where the disk is slower than the sender. */
    write(piece: Uint8Array): Promise<void>
    /** Makes what came durable under a key, in one step: nobody ever reads half. What is there already is the same. */
    put(key: string): Promise<void>
    /** Never rejects. */
    discard(): Promise<void>
  }
  read(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>
  /** Throws what is wrong while it can't be read or written. */
  check(): Promise<void>
  /** Takes away what uploads left that broke off long ago, where anything of them can be left. */
  sweep(): Promise<void>
}

/**
 * Documents whose bytes are in `objects` by their SHA-256, the same bytes once. What the table has it keeps, and it is
 * read from there. `clock` in Unix milliseconds, `wait` in milliseconds.
 *
 * A hash is claimed in the database before its bytes are put, and they are there before there is a document of them; who
 * sweeps marks it first (`sweepObjects`). So neither takes away what the other has just seen to be there.
 */
export function outsideStore(options: {
  db: Db
  objects: ObjectStore
  clock: () => number
  wait: (ms: number) => Promise<unknown>
}): DocumentStore {
  const { db, objects, clock, wait } = options
  const table = tableStore(db, clock)
  return {
    receive() {
      const incoming = objects.receive()
      return {
        write: incoming.write,
        async keep(hash) {
          await claim(hash)
          await incoming.put(hash)
          return { outside: true }
        },
        discard: incoming.discard,
      }
    },
    read: (document, range) =>
      document.outside === 1 ? objects.read(document.hash, range) : table.read(document, range),
  }

  async function claim(hash: string): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
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
      // It is just being deleted.
      await wait(100)
    }
    throw new StoreUnavailable('these bytes are still being deleted')
  }
}

const hour = 3_600_000
/** An older mark is of a sweep that was stopped halfway. Milliseconds. */
const longestDeletion = 600_000
/** Looked at between two turns. */
const page = 500

/** In the transaction that makes a document of them: whoever sweeps waits, and then leaves these bytes alone. */
export async function lockObject(trx: Db, hash: string, now: number): Promise<void> {
  const held = await trx
    .updateTable('objects')
    .set({ claimed_at: new Date(now).toISOString() })
    .where('hash', '=', hash)
    .where('going_at', 'is', null)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n)
    throw new StoreUnavailable('these bytes were put long ago and deleted since')
}

/**
 * Deletes what no document names and nobody claimed within an hour; answers how many. By the database's own list and not
 * by that of the store, so that nothing is touched that this database did not put there. Several processes may sweep at
 * once. `clock` in Unix milliseconds.
 */
export async function sweepObjects(
  db: Db,
  objects: ObjectStore,
  clock: () => number,
  stop?: AbortSignal,
): Promise<number> {
  const turnIfDue = takeTurns()
  let swept = 0
  let after = ''
  let failure: { error: unknown } | undefined
  while (!stop?.aborted) {
    const some = await db
      .selectFrom('objects')
      .select('hash')
      .where(orphanedAt(clock()))
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(page)
      .execute()
    for (const { hash } of some) {
      if (stop?.aborted) break
      // Asked once more, since there may be a document of it now. From here on nobody claims it before it is gone: the mark
      // is of this moment, since a sweep may take longer than a mark holds.
      const now = clock()
      const going_at = new Date(now).toISOString()
      const marked = await db
        .updateTable('objects')
        .set({ going_at })
        .where('hash', '=', hash)
        .where(orphanedAt(now))
        .executeTakeFirst()
      if (marked.numUpdatedRows !== 1n) continue
      try {
        await objects.remove(hash)
      } catch (error) {
        // It may be deleted all the same, so that it stays marked; the others need not wait for it.
        failure ??= { error }
        continue
      }
      await db.deleteFrom('objects').where('hash', '=', hash).where('going_at', '=', going_at).execute()
      swept += 1
      await turnIfDue()
    }
    const last = some.at(-1)
    if (!last || some.length < page) break
    after = last.hash
    await turnIfDue()
  }
  if (failure) throw failure.error
  return swept
}

const orphanedAt = (now: number) => (expression: ExpressionBuilder<Schema, 'objects'>) =>
  expression.and([
    expression('claimed_at', '<', before(now, hour)),
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
    expression('objects.going_at', '<', before(now, longestDeletion)),
  ])

const before = (now: number, ms: number) => new Date(now - ms).toISOString()
