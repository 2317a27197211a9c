import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openPostgres, type Postgres } from '../server/postgres.ts'
import { createSecrets } from '../server/secrets.ts'
import { restoreTables, storeOriginal } from './restoredTables.ts'

export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** `close` returns the database for a later test with the same content. */
export type TestPostgres = Postgres & {
  url: string
  /** Another pool, as of another process. */
  openPool: () => Pick<Postgres, 'forSchema'>
}

/** Templates with the same name must have the same content. */
type Template = { name: string; fill: (postgres: Postgres) => Promise<void> }

/** Pools stay open between tests, because connecting is slow. */
type Database = { url: string; pools: Postgres[] }

const serverUrl = () => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('no PostgreSQL was started for this test')
  return url
}

let admin: Promise<pg.Pool> | undefined
const prefix = `${process.env.TEST_POSTGRES_RUN ?? 't'}_${process.pid}_${Math.trunc(performance.timeOrigin) % 1_000_000}`
let created = 0
/** Database names by template. */
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

/** Dropping a database is slow, so they are deleted after the run. */
async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${prefix}_${++created}`
  await query(`create database ${name} template ${template}`)
  return name
}

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

export const environmentOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'http://localhost:4000',
  // Shared by all processes of a database.
  DOCUMENTS: join(tmpdir(), `staffroom-documents${new URL(url).pathname.replace('/', '-')}`),
  ...secrets,
})

const secrets = Object.fromEntries(
  createSecrets()
    .split('\n')
    .map(line => line.split('=')),
)
