import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createSecrets } from '../server/databaseSettings.ts'
import { openPostgres, type Postgres } from '../server/postgres.ts'
import { restoreTables, storeOriginal } from './restoredTables.ts'

/** Whether this test runs on PostgreSQL (scripts/test/postgres.ts) instead of SQLite. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** For one test at a time. `close` returns it for a later test with the same content. */
export type TestPostgres = Postgres & {
  url: string
  /** Another pool, as of another process. Closed with the database. */
  openPool: () => Pick<Postgres, 'forSchema'>
}

/** The same name means the same content. */
type Template = { name: string; fill: (postgres: Postgres) => Promise<void> }

/** Pools stay open between tests, because a connection costs up to a third of a new database. */
type Database = { url: string; pools: Postgres[] }

const serverUrl = () => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('no PostgreSQL was started for this test')
  return url
}

let admin: Promise<pg.Pool> | undefined
/** Of the databases of this process. Starts with the prefix of the run. */
const prefix = `${process.env.TEST_POSTGRES_RUN ?? 't'}_${process.pid}_${Math.trunc(performance.timeOrigin) % 1_000_000}`
let created = 0
/** Names of the copied databases, by template. */
const templates = new Map<string, Promise<string>>()
/** By template. */
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

/** Returns its name. Dropping a database is slow, so it is deleted with the server or after the run. */
async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${prefix}_${++created}`
  await query(`create database ${name} template ${template}`)
  return name
}

/** Empty, or with the content of `template`. */
export async function openTestDatabase(template?: Template): Promise<TestPostgres> {
  const unusedDatabases = template ? (unused.get(template.name) ?? []) : []
  if (template) unused.set(template.name, unusedDatabases)
  const database = unusedDatabases.pop() ?? {
    url: urlOf(await createDatabase(template && (await templateOf(template)))),
    pools: [],
  }
  const { url, pools } = database
  let usedPools = 0
  const openPool = () => {
    const pool = pools[usedPools] ?? open(url)
    pools[usedPools] = pool
    usedPools += 1
    return pool
  }
  const first = openPool()
  return {
    ...first,
    url,
    openPool,
    async close() {
      // A test may have broken the connections.
      const isRestored = template && (await restoreTables(first).catch(() => false))
      if (isRestored) unusedDatabases.push(database)
      else await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

function templateOf({ name, fill }: Template): Promise<string> {
  const existing = templates.get(name)
  if (existing) return existing
  const creation = (async () => {
    const database = await createDatabase()
    const postgres = openPostgres({ url: urlOf(database), connections: 2 })
    await fill(postgres)
    await storeOriginal(postgres)
    await postgres.close()
    return database
  })()
  templates.set(name, creation)
  return creation
}

/** An empty database, with the settings for processes that share it. */
export async function sharedDatabase(): Promise<{
  url: string
  environment: Record<string, string>
  query: (text: string) => Promise<pg.QueryResult>
}> {
  const { url, close } = await openTestDatabase()
  onTestFinished(close)
  const client = new pg.Pool({ connectionString: url, max: 1 })
  // A test may stop the server while this connection is open.
  client.on('error', () => undefined)
  onTestFinished(() => client.end())
  return { url, environment: environmentOf(url), query: text => client.query(text) }
}

/** Settings of a process. The secrets are the same in one run. */
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
