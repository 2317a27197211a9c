import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLog } from '../src/server/log.ts'
import { readSettings, type Settings } from '../src/server/settings.ts'
import { type RunningServer, startServer } from '../src/server/startServer.ts'
import { createSchoolClock, type SchoolClock, wednesday } from './schoolClock.ts'

const pagesDirectory = join(import.meta.dirname, '../dist/app')

/** One line of the server's log. */
export type LoggedCall = { method: string; route: string; status: number }

export type NodeHostOptions = {
  /** Environment and arguments as `npm start` reads them. */
  env?: Record<string, string>
  args?: string[]
  accessTokenSeconds?: number
  rateLimit?: number
  clock?: SchoolClock
  /** A data directory to begin with; copied, so that many servers can begin with the same. */
  template?: string | undefined
  /** A data directory to go on with; kept when the server stops. */
  dataDirectory?: string
}

/** A real server in this process: its requests, its clock and its database are at hand. */
export type NodeHost = {
  url: string
  clock: SchoolClock
  dataDirectory: string
  /** Calls answered so far. */
  calls: () => LoggedCall[]
  /** Everything the log was given. */
  logText: () => string
  /** Runs with the school's database open beside the server. */
  withSchool: <T>(run: (database: DatabaseSync) => T) => T
  /** Away, as when a server is being renewed: the port is closed. */
  pause: () => Promise<void>
  /** Back on the same port with the same data. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

export async function startNodeHost(options: NodeHostOptions = {}): Promise<NodeHost> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'staffroom-e2e-'))
  if (options.template) cpSync(options.template, dataDirectory, { recursive: true })
  const clock = options.clock ?? createSchoolClock(wednesday)
  const read = readSettings({ PORT: '0', DATA_DIR: dataDirectory, ...options.env }, options.args ?? [])
  if (!('settings' in read)) throw new Error(`The server refuses its settings: ${JSON.stringify(read)}`)
  const lines: string[] = []
  const log = createLog({ write: line => void lines.push(line) })
  const start = (settings: Settings) =>
    startServer({
      settings,
      pagesDirectory,
      log,
      clock: clock.now,
      // All tests come from one address and must not hinder each other; the limit has tests of its own.
      rateLimit: options.rateLimit ?? 100_000,
      ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
    })
  let running: RunningServer | undefined = await start(read.settings)
  const { url, port } = running
  const pause = async () => {
    const stopping = running
    running = undefined
    await stopping?.stop()
  }
  return {
    url,
    clock,
    dataDirectory,
    calls: () => lines.map(readCall).filter(call => call !== undefined),
    logText: () => lines.join(''),
    withSchool(run) {
      const database = new DatabaseSync(join(dataDirectory, 'staffroom.sqlite'))
      try {
        return run(database)
      } finally {
        database.close()
      }
    },
    pause,
    async resume() {
      running = await start({ ...read.settings, port })
    },
    async stop() {
      await pause()
      if (!options.dataDirectory) rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** A data directory with the seed school in it, made once and copied for every server. */
export async function makeTemplate(): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staffroom-e2e-seed-'))
  const host = await startNodeHost({ dataDirectory })
  await host.stop()
  return dataDirectory
}

function readCall(line: string): LoggedCall | undefined {
  const entry: unknown = JSON.parse(line)
  if (typeof entry !== 'object' || entry === null) return undefined
  const { method, route, status }: Partial<Record<string, unknown>> = { ...entry }
  return typeof method === 'string' && typeof route === 'string' && typeof status === 'number'
    ? { method, route, status }
    : undefined
}
