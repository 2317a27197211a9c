import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'

/** SQLite's wasm build; 0.5 MB, so only where the school runs. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  // It would warn that its file systems need headers the demo does without: the school keeps itself in IndexedDB.
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } })
  return init()
}
