import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import pg from 'pg'

/** Milliseconds that connecting may take, and one statement: by then whoever waits for it has given up. */
const connectPatience = 5_000
const statementPatience = 30_000
/** After this long without an answer the network drops packets, ms. Longer than `statement_timeout`, whose error comes first. */
const silencePatience = statementPatience + 5_000
const limits = {
  statement_timeout: statementPatience,
  idle_in_transaction_session_timeout: 2 * statementPatience,
}

/** Also where the role or the database has some. */
const withoutLimits = { options: '-c statement_timeout=0 -c lock_timeout=0' }

export type Postgres = {
  /** The tables of one part of the program, in a schema of their own; all parts share the connections. */
  part<Tables>(schema: string): Kysely<Tables>
  /** Runs alone among all processes on this database: of several starts one after the other. */
  alone<Result>(run: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Connects to a PostgreSQL database, lazily: the first query tells whether it is there. `directUrl` goes past a pooler in
 * transaction mode, for what belongs to a connection: the lock of `alone`. `report` hears of connections that broke,
 * which the pool replaces. `patient`: a statement takes as long as it takes. `silence`: milliseconds until a connection
 * that says nothing is given up.
 */
export function openPostgres(options: {
  url: string
  directUrl?: string | undefined
  connections: number
  report?: (error: Error) => void
  patient?: boolean
  silence?: number
}): Postgres {
  const { url, directUrl = url, connections, report = () => undefined, patient = false } = options
  const { silence = silencePatience } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'staffroom',
    connectionTimeoutMillis: connectPatience,
    // A pooler hands connections to many, and refuses who brings settings for one: there they are the pooler's to make.
    ...(directUrl === url && !patient && limits),
    ...(patient && withoutLimits),
    // For poolers without a `statement_timeout`, and for networks that drop packets.
    ...(!patient && { query_timeout: silence }),
    keepAlive: true,
    // After a failover the name leads to another server, while the one before may still answer, and only be read.
    maxLifetimeSeconds: 300,
    types: { getTypeParser },
  })
  // Each connection, also one that breaks between two statements of a transaction, where nothing else would hear of it
  // and the process would end. The pool says it once more of those that nobody uses.
  pool.on('connect', client => client.on('error', report))
  pool.on('error', () => undefined)
  const all = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => discardIfBroken(await pool.connect()),
        end: () => pool.end(),
      },
    }),
    // "In nothing" is an error of syntax here, and nobody in SQLite.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
  return {
    part: <Tables>(schema: string) => all.withSchema(schema) as unknown as Kysely<Tables>,
    async alone(run) {
      const client = new pg.Client({
        connectionString: directUrl,
        application_name: 'staffroom start',
        ...withoutLimits,
        connectionTimeoutMillis: connectPatience,
        keepAlive: true,
      })
      client.on('error', report)
      await client.connect().catch((cause: unknown) => {
        throw directUrl === url ? cause : new NotDirect(cause)
      })
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

/**
 * The connection, which the pool ends on release instead of reusing it once a statement was not answered in time, behind
 * which the next would wait, or was refused by a server that is only read, as after a failover the old one.
 */
function discardIfBroken(client: pg.PoolClient): PostgresPoolClient {
  let silent: Error | undefined
  let isOnlyRead = false
  async function query(text: string, values: unknown[]) {
    if (silent) throw silent
    try {
      return await client.query(text, values)
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') silent = error
      if (error instanceof pg.DatabaseError && error.code === '25006') isOnlyRead = true
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isOnlyRead || silent !== undefined),
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

/** The oldest release whose SQL the tests were run on. */
const oldestRelease = 15

/** Throws a sentence for a database that could be used today and would lose something tomorrow. */
export async function demandUsable<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ release: string; encoding: string; standby: number }>`
    select current_setting('server_version_num') as release, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby`.execute(db)
  const { release, encoding, standby } = rows[0] ?? { release: '0', encoding: '', standby: 0 }
  const major = Math.floor(Number(release) / 10_000)
  if (major < oldestRelease)
    throw new Unusable(`is on PostgreSQL ${major}, but Staffroom needs ${oldestRelease} or newer.`)
  if (encoding !== 'UTF8')
    throw new Unusable(
      `keeps texts in ${encoding}: make one with "create database … encoding UTF8 template template0".`,
    )
  if (standby) throw new Unusable('is a standby, which is only read: name the primary.')
}

/** Why a database can't be used, to be said after its name. */
export class Unusable extends Error {}

/** The way past the pooler failed. */
class NotDirect extends Error {
  constructor(cause: unknown) {
    super('not reached past the pooler', { cause })
  }
}

/** One sentence about what went wrong when a database was opened; undefined for what nobody could mend there. */
export function sentenceOfPostgres(
  { url, directUrl }: { url: string; directUrl: string },
  error: unknown,
): string | undefined {
  return error instanceof NotDirect
    ? sentenceOf('DATABASE_DIRECT_URL', directUrl, error.cause)
    : sentenceOf('DATABASE_URL', url, error)
}

function sentenceOf(setting: string, url: string, error: unknown): string | undefined {
  // Without the password.
  const { host, pathname, username } = new URL(url)
  const database = `${setting}: the database ${decodeURIComponent(pathname.slice(1))} at ${host}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = error instanceof Error ? error.message : ''
  if (error instanceof Unusable) return `${database} ${text}`
  if (/unsupported startup parameter/.test(text))
    return `${setting}: at ${host} is a pooler. Name the database itself in DATABASE_DIRECT_URL as well: what belongs to one connection goes past it.`
  if (
    /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUN|ENETUN|ENOENT)/.test(code) ||
    (code === '' && /timeout|terminated/i.test(text))
  )
    return `${setting}: no PostgreSQL answers at ${host}. Is it running, and is that its address?`
  if (code === '28P01' || code === '28000' || /password/i.test(text))
    return `${setting}: PostgreSQL at ${host} does not let ${decodeURIComponent(username) || 'nobody'} in: look at the name and the password.`
  if (/SSL/i.test(text) || code.startsWith('ERR_TLS') || /certificate|self-signed/i.test(text))
    return `${setting}: the encrypted connection to ${host} could not be made (${text}).`
  if (code === '57P03' || code === '57P01')
    return `${setting}: PostgreSQL at ${host} is starting or stopping. Start again in a moment.`
  return sentencesByCode[code]?.(database)
}

const sentencesByCode: Record<string, (database: string) => string> = {
  '3D000': database => `${database} is not there: create it first.`,
  '42501': database =>
    `${database} does not let this user make tables: as its owner, say "grant create on database … to …".`,
  '25006': database => `${database} is only read: name the primary, or end its read-only mode.`,
  '53100': database => `${database} has no room left on its disk.`,
  '53300': database =>
    `${database} takes no more connections: raise its max_connections, or set DATABASE_CONNECTIONS lower.`,
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
