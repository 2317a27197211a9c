import pg from 'pg'
import { onTestFinished } from 'vitest'
import { newSecrets } from '../server/databaseSettings.ts'
import { openPostgres, type Postgres } from '../server/postgres.ts'

/** Tests of the project `postgres` run on PostgreSQL (scripts/test/postgres.ts starts it), all others on SQLite. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** A database of its own, dropped when it is closed. */
export type TestPostgres = Postgres & { url: string }

const serverUrl = () => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('no PostgreSQL was started for this test')
  return url
}

let admin: Promise<pg.Pool> | undefined
/** Of this process: what one makes another may not drop. */
const mine = `t${process.pid}_${Math.trunc(performance.timeOrigin) % 1_000_000}`
let made = 0
const templates = new Map<string, Promise<string>>()

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

/** A new database, empty or as `template` filled it: by its name, once in a process. */
export async function testPostgres(
  template?: { name: string; fill: (postgres: Postgres) => Promise<void> },
  connections = 5,
): Promise<TestPostgres> {
  const from = template ? await templateOf(template) : 'template0'
  const name = `${mine}_${++made}`
  await query(`create database ${name} template ${from}`)
  const url = urlOf(name)
  const postgres = openPostgres({ url, connections })
  return {
    ...postgres,
    url,
    async close() {
      await postgres.close()
      await query(`drop database if exists ${name} with (force)`)
    },
  }
}

function templateOf({
  name,
  fill,
}: {
  name: string
  fill: (postgres: Postgres) => Promise<void>
}): Promise<string> {
  const found = templates.get(name)
  if (found) return found
  const filled = (async () => {
    const database = `${mine}_template_${++made}`
    await query(`create database ${database} template template0`)
    const postgres = openPostgres({ url: urlOf(database), connections: 2 })
    await fill(postgres)
    await postgres.close()
    return database
  })()
  templates.set(name, filled)
  return filled
}

/** A database of one test, and what processes that share it are told. */
export async function sharedDatabase(): Promise<{
  url: string
  environment: Record<string, string>
  query: (text: string) => Promise<pg.QueryResult>
}> {
  const { url, close } = await testPostgres()
  onTestFinished(close)
  const client = new pg.Pool({ connectionString: url, max: 1 })
  // It goes with its database.
  client.on('error', () => undefined)
  onTestFinished(() => client.end())
  return { url, environment: environmentOf(url), query: text => client.query(text) }
}

/** Settings of a process on a database, the same for all of one run. */
export const environmentOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'http://localhost:4000',
  ...secrets,
})

const secrets = Object.fromEntries(
  newSecrets()
    .split('\n')
    .map(line => line.split('=')),
)
