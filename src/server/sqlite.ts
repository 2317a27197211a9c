import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** The service uses a few dozen. */
const maxStatements = 200

/** Syncs every commit, so a write survives `kill -9` and a power failure (rule 38). Throws errors of node:sqlite. */
export function openSqlite(path: string): SqliteDialect {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
    // Fails if the file is not a database.
    database.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (error) {
    database.close()
    throw error
  }
  return createDialect(database)
}

export const createDialect = (database: DatabaseSync) =>
  new SqliteDialect({ database: toBetterSqlite(database) })

/** Kysely expects better-sqlite3. */
function toBetterSqlite(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof statement>>()
  const statement = (sql: string) => {
    const prepared = database.prepare(sql)
    return {
      reader: prepared.columns().length > 0,
      all: (parameters: readonly unknown[]) => prepared.all(...bindParameters(parameters)),
      run: (parameters: readonly unknown[]) =>
        // SQLite has already rolled back after some errors. A second rollback would hide the cause.
        sql === 'rollback' && !database.isTransaction
          ? { changes: 0, lastInsertRowid: 0 }
          : prepared.run(...bindParameters(parameters)),
      iterate: (parameters: readonly unknown[]) => prepared.iterate(...bindParameters(parameters)),
    }
  }
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const cached = statements.get(sql) ?? statement(sql)
      statements.delete(sql)
      statements.set(sql, cached)
      const [oldest] = statements.keys()
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
      return cached
    },
  }
}

function bindParameters(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => {
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
    // Arrays from jsdom have another class.
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    throw new TypeError('this value cannot be stored in the database')
  })
}
