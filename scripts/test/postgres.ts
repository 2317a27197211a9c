import pg from 'pg'
import { ownPostgres } from '../../src/testing/ownPostgres.ts'

let end = async () => {}

/**
 * Starts PostgreSQL for one test run, in a temporary folder. With TEST_POSTGRES_URL, uses that server as its
 * superuser, e.g. another release.
 */
export async function setup(): Promise<void> {
  // Another project of this run has started the server already.
  if (process.env.TEST_POSTGRES_RUN) return
  const run = `staffroom_test_${process.pid}`
  process.env.TEST_POSTGRES_RUN = run
  const url = process.env.TEST_POSTGRES_URL
  if (url) {
    end = () => dropDatabases(url, run)
    return
  }
  // Test data need not survive a power cut, and needs no log and statistics.
  const server = await ownPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  })
  process.env.TEST_POSTGRES_URL = server.url
  end = server.end
}

async function dropDatabases(url: string, run: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [`${run}_`],
  )
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}

export async function teardown(): Promise<void> {
  const endOnce = end
  end = async () => {}
  await endOnce()
}
