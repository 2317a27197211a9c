import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import type { GatewayDb, GatewaySchema } from '../gateway/store.ts'
import { migrateGateway, NewerSessions } from '../gateway/store.ts'
import { migrate, NewerDatabase } from '../service/db/migrations.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import { keepDatabasePrivate } from './dataDirectory.ts'
import { StartError } from './StartError.ts'
import { openSqlite } from './sqlite.ts'

/** Opens the school's database, made and brought up to date where need be. Throws `StartError`. */
export async function openSchool(path: string): Promise<Db> {
  return opened<Schema>(path, migrate)
}

/** Opens the sessions' database. Apart from the school's: it is all there is before somebody else's service. */
export async function openSessions(path: string): Promise<GatewayDb> {
  // Another start on this folder may have made the same tables in between: then the second look finds them.
  return opened<GatewaySchema>(path, db => migrateGateway(db).catch(() => migrateGateway(db)))
}

async function opened<S>(path: string, bringUpToDate: (db: Kysely<S>) => Promise<void>): Promise<Kysely<S>> {
  let db: Kysely<S> | undefined
  try {
    if (isSomethingElse(path)) throw new Error('not a database')
    keepDatabasePrivate(path)
    const open = new Kysely<S>({ dialect: openSqlite(path) })
    db = open
    const check = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(open)
    const found = check.rows[0]?.quick_check
    if (found !== 'ok') throw new Error(`quick_check: ${found}`)
    await bringUpToDate(open)
    return open
  } catch (cause) {
    await db?.destroy()
    if (cause instanceof StartError) throw cause
    throw new StartError([sentence(path, cause)], cause)
  }
}

// SQLite takes a file of a few bytes for an empty database and writes over it.
function isSomethingElse(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, head)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') !== 'SQLite format 3\0'
}

function sentence(path: string, cause: unknown): string {
  if (cause instanceof NewerDatabase || cause instanceof NewerSessions) return `${path}: ${cause.message}`
  const text = cause instanceof Error ? cause.message : ''
  if (/unable to open|readonly|permission/i.test(text)) return `${path} cannot be opened for writing.`
  if (/locked|busy/i.test(text)) return `${path} is in use by another program; stop that one first.`
  return `${path} is damaged or no database of Staffroom. Nothing was changed; restore it from a backup or move it away.`
}
