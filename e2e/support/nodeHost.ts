import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { pageHeader, SessionResponse } from '../../src/contract/session.ts'
import { seedPeople } from '../../src/school/people.ts'
import { createLog } from '../../src/server/log.ts'
import { readSettings, type Settings } from '../../src/server/settings.ts'
import { type RunningServer, startServer } from '../../src/server/startServer.ts'
import { faults } from '../../src/testing/faults/faultySchool.ts'
import { reservePort } from '../../src/testing/reservePort.ts'
import { addCrowd } from '../../src/testing/school/addCrowd.ts'
import { withDocumentedOnly } from '../../src/testing/withDocumentedOnly.ts'
import { type Login, password } from './people.ts'
import { createSchoolClock, minute, type SchoolClock, wednesday } from './schoolClock.ts'

const builtApp = join(import.meta.dirname, '../../dist/app')

/** A school that is copied for each server. */
export type Template = {
  dataDirectory: string
  /** Session ID by user. */
  sessions: ReadonlyMap<Login, string>
}

export type LoggedCall = { method: string; route: string; status: number }

export type NodeHostOptions = {
  env?: Record<string, string>
  args?: string[]
  accessTokenSeconds?: number
  rateLimit?: number
  clock?: SchoolClock
  template?: Template | undefined
  faults?: boolean
  /** Adds a class of 1,000 pupils with 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
  /** The service has only the endpoints of api.md. */
  documentedOnly?: boolean
  /** Data directory to continue with. It is not deleted. */
  dataDirectory?: string
  pagesDirectory?: string
}

/** A real server in this process. */
export type NodeHost = {
  url: string
  clock: SchoolClock
  dataDirectory: string
  sessions: ReadonlyMap<Login, string>
  /** Requests with a response so far. */
  calls: () => LoggedCall[]
  logText: () => string
  withSchool: <T>(run: (database: DatabaseSync) => T) => T
  /** For writes while a page is open: repeats them while the server, in the same process, has an open transaction. */
  changeSchool: (run: (database: DatabaseSync) => unknown) => Promise<void>
  /** Stops the server and closes its port, as during an update. */
  pause: () => Promise<void>
  /** On the same port with the same data. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

export async function startNodeHost(options: NodeHostOptions = {}): Promise<NodeHost> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'staffroom-e2e-'))
  if (options.template) cpSync(options.template.dataDirectory, dataDirectory, { recursive: true })
  const clock = options.clock ?? createSchoolClock(wednesday)
  // With port 0 another program could take the port between `pause` and `resume`.
  const { port, release } = await reservePort()
  const read = readSettings(
    { PORT: String(port), DATA_DIR: dataDirectory, ...options.env },
    options.args ?? [],
  )
  if (!('settings' in read)) throw new Error(`The server refuses its settings: ${JSON.stringify(read)}`)
  const lines: string[] = []
  const log = createLog({ write: line => void lines.push(line) })
  const start = (settings: Settings) =>
    startServer({
      settings,
      pagesDirectory: options.pagesDirectory ?? builtApp,
      log,
      clock: clock.now,
      // All tests have the same address. The rate limit has its own tests.
      rateLimit: options.rateLimit ?? 100_000,
      ...(options.faults && { extension: faults }),
      ...(options.crowd && { extension: { fill: addCrowd } }),
      ...(options.documentedOnly && {
        extension: { fill: async () => undefined, wrap: withDocumentedOnly },
        extensions: false,
      }),
      ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
    })
  let running: RunningServer | undefined = await start(read.settings)
  const { url } = running
  const pause = async () => {
    const stopping = running
    running = undefined
    await stopping?.stop()
  }
  const withSchool: NodeHost['withSchool'] = run => {
    const database = new DatabaseSync(join(dataDirectory, 'staffroom.sqlite'))
    try {
      return run(database)
    } finally {
      database.close()
    }
  }
  return {
    url,
    clock,
    dataDirectory,
    sessions: options.template?.sessions ?? new Map(),
    calls: () => lines.map(readCall).filter(call => call !== undefined),
    logText: () => lines.join(''),
    withSchool,
    async changeSchool(run) {
      for (let isDone = false; !isDone; ) {
        try {
          withSchool(run)
          isDone = true
        } catch (error) {
          if (!isLocked(error)) throw error
          await setTimeout(5)
        }
      }
    },
    pause,
    async resume() {
      running = await start(read.settings)
    },
    async stop() {
      await pause()
      await release()
      if (!options.dataDirectory) rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

export async function createTemplate(faults: boolean): Promise<Template> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staffroom-e2e-seed-'))
  const clock = createSchoolClock(wednesday)
  const host = await startNodeHost({ dataDirectory, clock, faults })
  // Two minutes earlier, so that a test's first request counts as a new use of the session.
  clock.advance(-2 * minute)
  const sessions = new Map<Login, string>()
  await Promise.all(
    seedPeople.map(async ({ login }) => sessions.set(login, await createSession(host, login))),
  )
  await host.stop()
  return { dataDirectory, sessions }
}

/** Signs in without the pages. Returns the session ID. */
export async function createSession({ url }: { url: string }, login: Login): Promise<string> {
  const headers = { [pageHeader]: '1', Origin: url, 'Content-Type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} returned ${response.status} to ${login}.`)
    return response
  }
  const { settings } = SessionResponse.parse(await (await fetch(`${url}/session`, { headers })).json())
  const state = 'template'
  const decision = await post('/auth/oauth2/decision', {
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: settings.scopes.join(' '),
    decision: 'allow',
    state,
    login,
    password,
  })
  const decided: unknown = await decision.json()
  const back = decided instanceof Object && 'redirect_to' in decided ? String(decided.redirect_to) : ''
  const signedIn = await post('/session', { code: new URL(back).searchParams.get('code'), state })
  const id = /=([\w-]{43});/.exec(signedIn.headers.get('Set-Cookie') ?? '')?.[1]
  if (!id) throw new Error(`There is no session of ${login}.`)
  return id
}

function readCall(line: string): LoggedCall | undefined {
  const entry: unknown = JSON.parse(line)
  if (typeof entry !== 'object' || entry === null) return undefined
  const { method, route, status }: Partial<Record<string, unknown>> = { ...entry }
  return typeof method === 'string' && typeof route === 'string' && typeof status === 'number'
    ? { method, route, status }
    : undefined
}

const isLocked = (error: unknown) => error instanceof Error && error.message === 'database is locked'
