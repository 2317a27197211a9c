import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom as inPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as inSqlite } from 'kysely/helpers/sqlite'
import { isPostgres } from '../../http/dialect.ts'
import type { Db } from './schema.ts'

/** Separate from the tables of other programs. */
export const serviceSchema = 'staffroom_service'

/** Selects rows as one JSON text. Faster than row by row. */
export const selectAsJson = (db: Db, rows: Parameters<typeof inSqlite>[0]): RawBuilder<string> =>
  isPostgres(db) ? sql<string>`${inPostgres(rows)}::text` : sql<string>`${inSqlite(rows)}`

/** Repeats the transaction after a deadlock or serialization failure in PostgreSQL. */
export async function transact<Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(run)
  } catch (error) {
    if (!isSerializationFailure(error)) throw error
    return db.transaction().execute(run)
  }
}

/** serialization_failure and deadlock_detected. */
const isSerializationFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/** Whether the error is temporary. If the connection broke, writes may be stored. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_SQLITE_ERROR') {
    const number = 'errcode' in error ? Number(error.errcode) & 0xff : 0
    return unavailableSqliteCodes.includes(number)
  }
  return (
    /^(?:08...|57P0.|57014|40001|40P01|53...|25006|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(
      code,
    ) ||
    // Errors of the driver have no code.
    /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  )
}

const maxCauses = 5

/** Whether the disk or the quota is full. Examines causes, too. */
export function isDiskFull(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < maxCauses && cause instanceof Error; depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (['53100', 'ENOSPC', 'EDQUOT'].includes(code)) return true
    if (code === 'ERR_SQLITE_ERROR' && 'errcode' in cause && fullSqliteCodes.includes(Number(cause.errcode)))
      return true
    cause = cause.cause
  }
  return false
}

/** FULL and IOERR_SHMSIZE (sqlite.org/rescode.html). */
const fullSqliteCodes = [13, 4874]

/** BUSY, READONLY, IOERR, FULL and CANTOPEN (sqlite.org/rescode.html). */
const unavailableSqliteCodes = [5, 8, 10, 13, 14]

/** Call it after inserts with explicit IDs. */
export async function resetIdSequences(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const sequences = await sql<{ table: string; sequence: string }>`
    select c.table_name as "table", pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), 'id') as sequence
    from information_schema.columns c
    where c.table_schema = ${serviceSchema} and c.column_name = 'id' and c.is_identity = 'YES'`.execute(db)
  for (const { table, sequence } of sequences.rows) {
    const rows = sql.id(serviceSchema, table)
    // An ID must not be used twice.
    await sql`
      select setval(${sequence}::regclass, greatest((select coalesce(max(id), 0) from ${rows}),
        (select case when is_called then last_value else last_value - 1 end from ${sql.raw(sequence)})) + 1, false)`.execute(
      db,
    )
  }
}
