import type { ExpressionBuilder } from 'kysely'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import { type DocumentStore, StoreUnavailable } from './documentStore.ts'
import type { Db, Schema } from './schema.ts'

const dayMs = 86_400_000
const filesPerQuery = 500

const toIso = (instant: number) => new Date(instant).toISOString()

/** Lists the file before its bytes are stored, so that the sweep finds it. Waits for a sweep that is deleting it. */
export async function claimFile(db: Db, hash: string, now: number): Promise<void> {
  const claimed_at = toIso(now)
  await db
    .insertInto('stored_files')
    .values({ hash, claimed_at })
    .onConflict(conflict => conflict.column('hash').doUpdateSet({ claimed_at }))
    .execute()
}

/** Call it in the transaction of the document, so that no sweep deletes the file meanwhile. */
export async function lockStoredFile(trx: Db, hash: string): Promise<void> {
  const locked = await trx
    .updateTable('stored_files')
    .set({ hash })
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (locked.numUpdatedRows !== 1n) throw new StoreUnavailable('this file was deleted since its upload')
}

/**
 * Deletes files that no document uses and no upload has claimed for a day, and returns their number. Files of other
 * databases in the same store remain. Several processes may sweep at the same time.
 */
export async function sweepFiles(
  db: Db,
  store: DocumentStore,
  clock: () => number,
  signal?: AbortSignal,
): Promise<number> {
  const yieldIfDue = createYielder()
  let deletedCount = 0
  let after = ''
  let failure: { error: unknown } | undefined
  while (!signal?.aborted) {
    const hashes = await db
      .selectFrom('stored_files')
      .select('hash')
      .where(isUnused(clock()))
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(filesPerQuery)
      .execute()
    for (const { hash } of hashes) {
      if (signal?.aborted) break
      try {
        // The deleted row blocks claims and documents of other processes until the file is gone.
        const isDeleted = await db.transaction().execute(async trx => {
          const { numDeletedRows } = await trx
            .deleteFrom('stored_files')
            .where('hash', '=', hash)
            .where(isUnused(clock()))
            .executeTakeFirst()
          if (numDeletedRows === 1n) await store.remove(hash)
          return numDeletedRows === 1n
        })
        if (isDeleted) deletedCount += 1
      } catch (error) {
        failure ??= { error }
      }
      await yieldIfDue()
    }
    const last = hashes.at(-1)
    if (!last || hashes.length < filesPerQuery) break
    after = last.hash
  }
  if (failure) throw failure.error
  return deletedCount
}

const isUnused = (now: number) => (expression: ExpressionBuilder<Schema, 'stored_files'>) =>
  expression.and([
    expression('claimed_at', '<', toIso(now - dayMs)),
    expression.not(
      expression.exists(
        expression.selectFrom('documents').select('id').whereRef('documents.hash', '=', 'stored_files.hash'),
      ),
    ),
  ])
