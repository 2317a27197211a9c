import { ownPostgres } from '../../src/testing/ownPostgres.ts'

let end = async () => {}

/**
 * A PostgreSQL for the tests of one run, in a temporary folder, ended with it; or the one that TEST_POSTGRES_URL names, as
 * its superuser, for a run on another release.
 */
export async function setup(): Promise<void> {
  if (process.env.TEST_POSTGRES_URL) return
  // Nothing here has to outlive a power cut.
  const server = await ownPostgres({ fsync: 'off', full_page_writes: 'off' })
  process.env.TEST_POSTGRES_URL = server.url
  end = server.end
}

export const teardown = () => end()
