import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

// What SQLite and PostgreSQL do not do alike, beside the tables (migrations/tableParts.ts).

/** Of the service's tables in PostgreSQL, so that other programs' tables and extensions beside them don't matter. */
export const serviceSchema = 'staffroom_service'

export const isPostgres = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * One transaction. Where PostgreSQL ends one of two that wait for each other, or that it can't put in an order, this one
 * is done once more: nothing of it was kept. SQLite has one writer at a time, which never happens to.
 */
export async function transact<Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(run)
  } catch (error) {
    if (!isOfTwo(error)) throw error
    return db.transaction().execute(run)
  }
}

/** serialization_failure and deadlock_detected (PostgreSQL, appendix A). */
const isOfTwo = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/**
 * After rows that brought numbers of their own: PostgreSQL, unlike SQLite, counts on from the last it gave itself, and
 * would give theirs again.
 */
export async function countOnFromRows(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const numbered = await sql<{ table: string; sequence: string }>`
    select c.table_name as "table", pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), 'id') as sequence
    from information_schema.columns c
    where c.table_schema = ${serviceSchema} and c.column_name = 'id' and c.is_identity = 'YES'`.execute(db)
  for (const { table, sequence } of numbered.rows) {
    const rows = sql.id(serviceSchema, table)
    // Never back: a number that was given stays given.
    await sql`
      select setval(${sequence}::regclass, greatest((select coalesce(max(id), 0) from ${rows}),
        (select case when is_called then last_value else last_value - 1 end from ${sql.raw(sequence)})) + 1, false)`.execute(
      db,
    )
  }
}
