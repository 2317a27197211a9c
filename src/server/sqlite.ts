import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** Statements kept prepared; the queries of the service are a few dozen texts. */
const keptStatements = 200

/**
 * Opens a database file, made when it is not there, or `':memory:'`. An acknowledged write survives `kill -9` and a
 * power cut: write-ahead log with a full sync at every commit (cases 38). Throws what node:sqlite throws for a path
 * that can't be opened or a file that is no database.
 */
export function openSqlite(path: string): SqliteDialect {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
    // The pragmas read nothing: a file that is no database shows itself here, not at the first request.
    database.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (error) {
    database.close()
    throw error
  }
  return dialectOf(database)
}

/** A database that is open already. */
export const dialectOf = (database: DatabaseSync) => new SqliteDialect({ database: adapted(database) })

/** What Kysely asks of better-sqlite3, said by node:sqlite. */
function adapted(database: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof statement>>()
  const statement = (sql: string) => {
    const prepared = database.prepare(sql)
    return {
      reader: prepared.columns().length > 0,
      all: (parameters: readonly unknown[]) => prepared.all(...bound(parameters)),
      run: (parameters: readonly unknown[]) =>
        // After some errors, such as a full disk, SQLite has rolled back already. A second rollback would fail and hide
        // the cause.
        sql === 'rollback' && !database.isTransaction
          ? { changes: 0, lastInsertRowid: 0 }
          : prepared.run(...bound(parameters)),
      iterate: (parameters: readonly unknown[]) => prepared.iterate(...bound(parameters)),
    }
  }
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const found = kept.get(sql) ?? statement(sql)
      kept.delete(sql)
      kept.set(sql, found)
      const [oldest] = kept.keys()
      if (kept.size > keptStatements && oldest !== undefined) kept.delete(oldest)
      return found
    },
  }
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => {
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
    // Not asked by its class: bytes made under jsdom are of another one.
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    throw new TypeError('a value that a database cannot keep')
  })
}
