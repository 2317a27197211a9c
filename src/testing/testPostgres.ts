import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createSecrets } from '../server/databaseSettings.ts'
import { openPostgres, type Postgres } from '../server/postgres.ts'
import { restoreTables, storeOriginal } from './restoredTables.ts'

/** Whether this test runs on PostgreSQL (scripts/test/postgres.ts starts it) instead of SQLite. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/**
 * A database that only one test uses at a time. `close` returns it: a later test that needs the same content gets it
 * restored, with its open connections.
 */
export type TestPostgres = Postgres & {
  url: string
  /** Another connection pool to this database, as another process has. Closed with the database. */
  another: () => Pick<Postgres, 'forSchema'>
}

/** The content of a database. Two with the same name have the same content. */
type Template = { name: string; fill: (postgres: Postgres) => Promise<void> }

/** A database and its pools, which stay open between tests: a new connection costs up to a third of a new database. */
type Database = { url: string; pools: Postgres[] }

const serverUrl = () => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('no PostgreSQL was started for this test')
  return url
}

let admin: Promise<pg.Pool> | undefined
/** Prefix of the databases of this process. Starts with the prefix of the run. */
const prefix = `${process.env.TEST_POSTGRES_RUN ?? 't'}_${process.pid}_${Math.trunc(performance.timeOrigin) % 1_000_000}`
let created = 0
/** Names of the databases that are copied, by the name of their template. */
const templates = new Map<string, Promise<string>>()
/** Databases that no test uses at the moment, by the name of their template. */
const unused = new Map<string, Database[]>()

async function query(text: string): Promise<void> {
  admin ??= Promise.resolve(
    new pg.Pool({ connectionString: serverUrl(), max: 2, idleTimeoutMillis: 500, allowExitOnIdle: true }),
  )
  await (await admin).query(text)
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

const open = (url: string) => openPostgres({ url, connections: 5 })

/** Creates a database and returns its name. It is deleted with the server, or at the end of the run: dropping one is slow. */
async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${prefix}_${++created}`
  await query(`create database ${name} template ${template}`)
  return name
}

/** Returns an empty database, or one with the content of `template`. */
export async function testPostgres(template?: Template): Promise<TestPostgres> {
  const others = template ? (unused.get(template.name) ?? []) : []
  if (template) unused.set(template.name, others)
  const database = others.pop() ?? {
    url: urlOf(await createDatabase(template && (await templateOf(template)))),
    pools: [],
  }
  const { url, pools } = database
  let used = 0
  const another = () => {
    const pool = pools[used] ?? open(url)
    pools[used] = pool
    used += 1
    return pool
  }
  const first = another()
  return {
    ...first,
    url,
    another,
    async close() {
      // A test may have broken the connections: then this database is not used again.
      const isRestored = template && (await restoreTables(first).catch(() => false))
      if (isRestored) others.push(database)
      else await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

function templateOf({ name, fill }: Template): Promise<string> {
  const found = templates.get(name)
  if (found) return found
  const filled = (async () => {
    const database = await createDatabase()
    const postgres = openPostgres({ url: urlOf(database), connections: 2 })
    await fill(postgres)
    await storeOriginal(postgres)
    await postgres.close()
    return database
  })()
  templates.set(name, filled)
  return filled
}

/** Creates an empty database for one test, with the settings for processes that share it. */
export async function sharedDatabase(): Promise<{
  url: string
  environment: Record<string, string>
  query: (text: string) => Promise<pg.QueryResult>
}> {
  const { url, close } = await testPostgres()
  onTestFinished(close)
  const client = new pg.Pool({ connectionString: url, max: 1 })
  // A test may stop the server while this connection is open.
  client.on('error', () => undefined)
  onTestFinished(() => client.end())
  return { url, environment: environmentOf(url), query: text => client.query(text) }
}

/** Returns the settings of a process on a database. The secrets are the same in one run. */
export const environmentOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'http://localhost:4000',
  ...secrets,
})

const secrets = Object.fromEntries(
  createSecrets()
    .split('\n')
    .map(line => line.split('=')),
)
