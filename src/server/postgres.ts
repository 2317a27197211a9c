import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import pg from 'pg'
import { createStatementNames } from './statementNames.ts'

/** In ms. The client has given up by then. */
const connectTimeoutMs = 5_000
const statementTimeoutMs = 30_000
/** In ms. `statement_timeout` comes first. */
const defaultSilenceTimeoutMs = statementTimeoutMs + 5_000
const limits = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
}

const withoutLimits = { options: '-c statement_timeout=0 -c lock_timeout=0' }

export type Postgres = {
  forSchema<Tables>(schema: string): Kysely<Tables>
  /** Exclusive among all processes on this database. */
  runExclusive<Result>(run: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * `directUrl` bypasses a pooler in transaction mode, for the lock of `runExclusive`. `report` receives errors of broken
 * connections, which the pool replaces. `silenceTimeoutMs` is the time without a response until a connection is closed.
 */
export function openPostgres(options: {
  url: string
  directUrl?: string | undefined
  connections: number
  report?: (error: Error) => void
  isUnlimited?: boolean
  silenceTimeoutMs?: number
}): Postgres {
  const { url, directUrl = url, connections, report = () => undefined, isUnlimited = false } = options
  const { silenceTimeoutMs = defaultSilenceTimeoutMs } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'staffroom',
    connectionTimeoutMillis: connectTimeoutMs,
    // Poolers refuse settings of single clients.
    ...(directUrl === url && !isUnlimited && limits),
    ...(isUnlimited && withoutLimits),
    // For poolers without a `statement_timeout`, and for networks that drop packets.
    ...(!isUnlimited && { query_timeout: silenceTimeoutMs }),
    keepAlive: true,
    // After a failover, the old server may still respond.
    maxLifetimeSeconds: 300,
    types: { getTypeParser },
  })
  const getName = directUrl === url ? createStatementNames() : () => undefined
  // Unhandled errors of broken connections would end the process.
  pool.on('connect', client => client.on('error', report))
  pool.on('error', () => undefined)
  const kysely = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => discardIfBroken(await pool.connect(), getName),
        end: () => pool.end(),
      },
    }),
    // `in ()` is a syntax error in PostgreSQL, and matches no row in SQLite.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
  return {
    forSchema: <Tables>(schema: string) => kysely.withSchema(schema) as unknown as Kysely<Tables>,
    async runExclusive(run) {
      const client = new pg.Client({
        connectionString: directUrl,
        application_name: 'staffroom start',
        ...withoutLimits,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      })
      client.on('error', report)
      await client.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [startLock])
        return await run()
      } finally {
        await client.end().catch(report)
      }
    },
    close: () => kysely.destroy(),
  }
}

/**
 * Closes a broken connection. After a timeout, the next statement would wait behind the old one. After a failover, the
 * old server is read-only.
 */
function discardIfBroken(
  client: pg.PoolClient,
  getName: (text: string, values: unknown[]) => string | undefined,
): PostgresPoolClient {
  let timeoutError: Error | undefined
  let isReadOnly = false
  async function query(text: string, values: unknown[]) {
    if (timeoutError) throw timeoutError
    try {
      const name = getName(text, values)
      return await client.query({ text, values, ...(name !== undefined && { name }) })
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') timeoutError = error
      if (error instanceof pg.DatabaseError && error.code === '25006') isReadOnly = true
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isReadOnly || timeoutError !== undefined),
  }
}

/** "staffroom" as a number of 63 bits. */
const startLock = '8319392917316534125'

export async function createSchema<Tables>(db: Kysely<Tables>, schema: string): Promise<void> {
  // Users who may not create schemas can use an existing one.
  const existing = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (existing.rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
}

/** Oldest tested major version. */
const minMajorVersion = 15

/** Throws for a database that would lose data later. */
export async function requireUsableDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ release: string; encoding: string; readOnly: string }>`
    select current_setting('server_version_num') as release, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as "readOnly"`.execute(db)
  const { release, encoding, readOnly } = rows[0] ?? { release: '0', encoding: '', readOnly: '' }
  const major = Math.floor(Number(release) / 10_000)
  if (major < minMajorVersion)
    throw new Error(`it is on PostgreSQL ${major}, but Staffroom needs ${minMajorVersion} or newer`)
  if (encoding !== 'UTF8') throw new Error(`it stores text as ${encoding}, but Staffroom needs UTF8`)
  if (readOnly === 'on') throw new Error('it is read-only, like a standby')
}

// Counts and sums arrive as text, because they could exceed a number. Ours never do.
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return parseSafeNumber
  // Comparisons are numbers in SQLite.
  if (oid === pg.types.builtins.BOOL) return value => (value === 't' ? 1 : 0)
  return pg.types.getTypeParser(oid, format)
}

function parseSafeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`${text} is too large for a number`)
  return number
}
