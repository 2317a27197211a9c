import type { BindableValue, Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { SqliteDialect } from 'kysely'

/** The service has a few dozen queries. */
const maxCachedStatements = 200

/** `image`: bytes of a SQLite file. Throws if they are not complete. */
export function openWasmDatabase(sqlite3: Sqlite3Static, image?: Uint8Array) {
  const database = new sqlite3.oo1.DB(':memory:')
  try {
    if (image) loadImage(sqlite3, database, image)
    database.exec('PRAGMA foreign_keys = ON')
  } catch (error) {
    database.close()
    throw error
  }
  return {
    dialect: new SqliteDialect({ database: createAdapter(sqlite3, database) }),
    /** Copied, because growing WebAssembly memory detaches views. Only while no transaction is open. */
    image: () => new Uint8Array(sqlite3.capi.sqlite3_js_db_export(database)),
    /** The database must be stored again if this has increased. */
    changes: () => sqlite3.capi.sqlite3_total_changes(database),
  }
}

function loadImage(sqlite3: Sqlite3Static, database: Database, image: Uint8Array): void {
  const { capi, wasm } = sqlite3
  if (database.pointer === undefined) throw new Error('The database is closed.')
  // SQLite opens an empty file as an empty database.
  if (image.length === 0) throw new Error('The stored database is empty.')
  const bytes = wasm.allocFromTypedArray(image)
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
  database.checkRc(
    capi.sqlite3_deserialize(database.pointer, 'main', bytes, image.length, image.length, flags),
  )
  const checkResult = database.selectValue('PRAGMA quick_check(1)')
  if (checkResult !== 'ok') throw new Error(`The stored database is damaged: ${String(checkResult)}`)
}

/** The part of better-sqlite3 that Kysely uses. */
function createAdapter(sqlite3: Sqlite3Static, database: Database) {
  const cache = new Map<string, PreparedStatement>()
  const getStatement = (sql: string) => {
    const statement = cache.get(sql) ?? database.prepare(sql)
    cache.delete(sql)
    cache.set(sql, statement)
    const [oldest] = cache
    if (cache.size > maxCachedStatements && oldest) {
      cache.delete(oldest[0])
      oldest[1].finalize()
    }
    return statement
  }
  return {
    close() {
      for (const statement of cache.values()) statement.finalize()
      cache.clear()
      database.close()
    },
    prepare(sql: string) {
      const statement = getStatement(sql)
      const all = (parameters: readonly unknown[]) => {
        try {
          if (parameters.length > 0) statement.bind(parameters.map(toBindable))
          const rows: unknown[] = []
          while (statement.step()) rows.push(statement.columnCount > 0 ? statement.get({}) : undefined)
          return rows
        } finally {
          statement.reset(true)
        }
      }
      return {
        reader: statement.columnCount > 0,
        all,
        iterate: (parameters: readonly unknown[]) => all(parameters).values(),
        run(parameters: readonly unknown[]) {
          // After some errors SQLite has rolled back already. A second rollback would hide the cause.
          const isRolledBack =
            sql === 'rollback' && sqlite3.capi.sqlite3_get_autocommit(database.pointer ?? 0) !== 0
          if (!isRolledBack) all(parameters)
          return {
            changes: database.changes(),
            lastInsertRowid: sqlite3.capi.sqlite3_last_insert_rowid(database),
          }
        },
      }
    },
  }
}

function toBindable(value: unknown): BindableValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError('a value that a database cannot store')
}
