import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import pg from 'pg'

/** Milliseconds that connecting may take, and one statement: behind it somebody waits, or has gone. */
const connectPatience = 5_000
const statementPatience = 30_000

/** Connections of one process, unless told otherwise; a district has many processes. */
const usualConnections = 10

export type Postgres = {
  /** The tables of one part of the program, in a schema of their own; all parts share the connections. */
  part<Tables>(schema: string): Kysely<Tables>
  /** Runs alone among all processes on this database: of several starts one after the other. */
  alone<Result>(run: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Connects to a PostgreSQL database, lazily: the first query tells whether it is there. `directUrl` goes past a pooler in
 * transaction mode, for what belongs to a connection: the lock of `alone`. `report` hears of connections that broke while
 * nobody used them, which the pool replaces.
 */
export function openPostgres(options: {
  url: string
  directUrl?: string | undefined
  connections?: number
  report?: (error: Error) => void
}): Postgres {
  const { url, directUrl = url, connections = usualConnections, report = () => undefined } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'staffroom',
    connectionTimeoutMillis: connectPatience,
    statement_timeout: statementPatience,
    // Where a pooler drops the setting above, and where the network swallows the answer.
    query_timeout: statementPatience + 5_000,
    idle_in_transaction_session_timeout: 2 * statementPatience,
    keepAlive: true,
    types: { getTypeParser },
  })
  pool.on('error', report)
  const all = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool }),
    // "In nothing" is an error of syntax here, and nobody in SQLite.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
  return {
    part: <Tables>(schema: string) => all.withSchema(schema) as unknown as Kysely<Tables>,
    async alone(run) {
      const client = new pg.Client({
        connectionString: directUrl,
        application_name: 'staffroom start',
        connectionTimeoutMillis: connectPatience,
        keepAlive: true,
      })
      client.on('error', report)
      await client.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [startLock])
        return await run()
      } finally {
        // Ends the lock with it.
        await client.end().catch(report)
      }
    },
    close: () => all.destroy(),
  }
}

/** "staffroom" as a number of 63 bits; a lock of nobody else. */
const startLock = '8319392917316534125'

/** Makes the schema of a part where there is none. Throws what PostgreSQL says to who may not. */
export async function makeSchema<Tables>(db: Kysely<Tables>, schema: string): Promise<void> {
  // Without asking first, who may not make schemas could not use one that was made for them.
  const there = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (there.rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
}

// Counts and sums come as text, since they may be larger than a number holds; ours are none that large.
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return wholeNumber
  // Comparisons are numbers in SQLite, and what asks for them expects as much.
  if (oid === pg.types.builtins.BOOL) return value => (value === 't' ? 1 : 0)
  return pg.types.getTypeParser(oid, format)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`${text} is too large for a number`)
  return number
}
