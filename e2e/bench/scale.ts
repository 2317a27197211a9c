import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabases } from '../../src/server/openDatabase.ts'
import { createSecrets } from '../../src/server/secrets.ts'
import { readSettings } from '../../src/server/settings.ts'
import { ownPostgres } from '../../src/testing/ownPostgres.ts'
import { formatNumber, markdownTable } from './report.ts'
import type { BenchOptions } from './rounds.ts'
import { fillSchool } from './scale/fillSchool.ts'
import { pauses } from './scale/page.ts'
import { type Figures, percentile } from './scale/recorder.ts'
import { readCpu, readMemory, readStat, startServerProcess } from './serverProcess.ts'

const pagesPerSimulator = 5000
const socketsPerServer = 128
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

/**
 * Simulates many open pages, each of a different user with realistic pauses, in front of several server processes and
 * one PostgreSQL. The simulated pages run on the same machine and use about as much CPU as the servers.
 */
export async function run({ pages, processes, seconds, events: withEvents }: BenchOptions): Promise<string> {
  /** Time to open all pages, in s. Each page sends four requests when it opens, so a slow machine takes longer. */
  const rampSeconds = Math.max(5, pages / 50)
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    // Default settings except for the connections, so that a commit is on disk before the response.
    const postgres = await ownPostgres({ max_connections: '100' })
    cleanups.push(postgres.end)
    const environment: Record<string, string> = {
      DATABASE_URL: postgres.url,
      PUBLIC_URL: 'http://localhost:4000',
      TRUSTED_PROXY: '127.0.0.0/8',
      DOCUMENTS: mkdtempSync(join(tmpdir(), 'staffroom-documents-')),
      ...Object.fromEntries(
        createSecrets()
          .split('\n')
          .map(line => line.split('=')),
      ),
    }
    const { people, postgresFolder } = await prepareSchool(environment, pages)
    console.log(`${people.length} people are signed in.`)
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startServerProcess(environment)),
    )
    cleanups.push(() => Promise.all(servers.map(server => server.stop())))
    const ports = servers.map(({ port }) => port)

    const simulators: ChildProcess[] = []
    cleanups.push(async () => {
      for (const simulator of simulators) simulator.kill()
    })
    const open: Promise<unknown>[] = []
    for (let first = 0; first < pages; first += pagesPerSimulator) {
      const simulator = fork(new URL('scale/pages.ts', import.meta.url))
      simulators.push(simulator)
      const own = people.slice(first, first + pagesPerSimulator)
      simulator.send({ people: own, first, ports, socketsPerServer, rampSeconds, withEvents })
      open.push(receiveMessage(simulator))
    }
    await Promise.all(open)
    const pending = await waitUntilSettled(simulators, pages)
    console.log(`${pages} pages are open, ${pending} requests are pending. Measuring for ${seconds} s.`)

    const readAllCpu = () => ({
      servers: sum(servers.map(({ pid }) => readCpu(pid))),
      postgres: sum(findPostgresProcesses(postgresFolder).map(readCpu)),
      simulators: sum(simulators.map(({ pid = 0 }) => readCpu(pid))),
    })
    const before = readAllCpu()
    for (const simulator of simulators) simulator.send('begin')
    await pause(seconds * 1000)
    const all = await Promise.all(
      simulators.map(simulator => {
        simulator.send('end')
        return receiveMessage<Figures>(simulator)
      }),
    )
    const after = readAllCpu()
    for (const { requests, errors } of all) console.log(JSON.stringify({ requests, errors }))
    const cores = (name: keyof typeof before) => (after[name] - before[name]) / 1000 / seconds
    const durations = all.flatMap(part => part.durations)
    const describeDelays = (delays: readonly number[]) =>
      `${formatNumber(percentile(delays, 0.5))} / ${formatNumber(percentile(delays, 0.99))}`
    const figures = {
      'requests/s': durations.length / seconds,
      'p50 ms': percentile(durations, 0.5),
      'p99 ms': percentile(durations, 0.99),
      errors: sum(all.flatMap(part => Object.values(part.errors))),
      'CPU ms per request': (after.servers - before.servers) / durations.length,
      'requests/s per core': durations.length / seconds / cores('servers'),
      'cores: servers': cores('servers'),
      PostgreSQL: cores('postgres'),
      'MB per process': Math.max(...servers.map(({ pid }) => readMemory(pid).current)),
      'to the event': describeDelays(all.flatMap(part => part.eventDelays)),
      'until read': describeDelays(all.flatMap(part => part.readDelays)),
    }
    const name = `${pages.toLocaleString('en')} pages ${withEvents ? 'with events' : 'that poll'}`
    return `${markdownTable(['', ...Object.keys(figures)], [[name, ...Object.values(figures)]])}

${processes} processes for ${seconds} s, shared with PostgreSQL and the pages (${cores('simulators').toFixed(2)} of a core). Classes and \
chats have 30 users. Each opens the timetable and a chat every ${pauses.timetable / 60} minutes, and sends a message every \
${pauses.message / 60}. "To the event", "until read": milliseconds after a message, median / 99th percentile.`
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
}

/** Returns the process IDs of PostgreSQL: the main process, by its PID file, and its children. */
function findPostgresProcesses(folder: string): number[] {
  const [first = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && readStat(pid)[1] === first)
  return [first, ...children].map(Number)
}

/** Creates and fills the tables before the servers start. Returns the people and the data directory of PostgreSQL. */
async function prepareSchool(environment: Record<string, string>, pages: number) {
  const result = readSettings(environment, [])
  if (!('settings' in result)) throw new Error(JSON.stringify(result))
  const databases = await openDatabases(result.settings, error => {
    throw error
  })
  try {
    const { school, sessions } = databases
    if (!school) throw new Error('There is no school.')
    const { SESSION_KEY: sessionKey = '' } = environment
    const options = { sessionKey, clientId: result.settings.clientId, cookieName: 'staffroom-4000', random }
    const people = await fillSchool({ school, sessions }, pages, options)
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(school)
    return { people, postgresFolder: rows[0]?.data_directory ?? '' }
  } finally {
    await databases.close()
  }
}

/** Waits until few requests are pending, at most two minutes. Returns the number of pending requests. */
async function waitUntilSettled(simulators: readonly ChildProcess[], pages: number): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    await pause(5000)
    const counts = await Promise.all(
      simulators.map(simulator => {
        simulator.send('pending')
        return receiveMessage<{ pending: number }>(simulator)
      }),
    )
    const total = sum(counts.map(({ pending }) => pending))
    if (total < pages / 200 + 5 || tries === 24) return total
  }
}

/** Returns the next message of a child process. Rejects if the process ends. */
async function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of pages ended with ${code}.`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return message
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
