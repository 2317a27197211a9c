import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createSecrets } from '../../src/server/databaseSettings.ts'
import { openDatabases } from '../../src/server/openDatabase.ts'
import { readSettings } from '../../src/server/settings.ts'
import { ownPostgres } from '../../src/testing/ownPostgres.ts'
import { markdownTable, record } from './results.ts'
import { fillSchool } from './scale/fillSchool.ts'
import { pauses } from './scale/page.ts'
import { type Figures, percentile } from './scale/recorder.ts'
import { cpuOf, memoryOf, postgresProcesses, startProcesses } from './scale/servers.ts'

/**
 * Simulates many open pages, each of a different user with realistic pauses, in front of several server processes and
 * one PostgreSQL. The simulated pages run on the same machine and use about as much CPU as the servers.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    events: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
})
const pages = Number(values.pages)
const count = Number(values.processes)
const seconds = Number(values.seconds)
const withEvents = values.events
/** Time to open all pages, in s. Each page sends four requests when it opens, so a slow machine takes longer. */
const rampSeconds = Math.max(5, pages / 50)
const pagesPerSimulator = 5000
const socketsPerServer = 128
const load = Math.round(loadavg()[0] ?? 0)

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const cleanups: (() => Promise<unknown>)[] = []
try {
  // Default settings except for the connections, so that a commit is on disk before the response.
  const postgres = await ownPostgres({ max_connections: '100' })
  cleanups.push(postgres.end)
  const environment: Record<string, string> = {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: 'http://localhost:4000',
    TRUSTED_PROXY: '127.0.0.0/8',
    ...Object.fromEntries(
      createSecrets()
        .split('\n')
        .map(line => line.split('=')),
    ),
  }
  const { people, postgresFolder } = await prepareSchool(environment)
  console.log(`${people.length} people are signed in.`)
  const { processes, stop } = await startProcesses(count, environment)
  cleanups.push(stop)
  const ports = processes.map(({ port }) => port)

  const simulators: ChildProcess[] = []
  cleanups.push(async () => {
    for (const simulator of simulators) simulator.kill()
  })
  const open: Promise<unknown>[] = []
  for (let first = 0; first < pages; first += pagesPerSimulator) {
    const simulator = fork(new URL('scale/pages.ts', import.meta.url))
    simulators.push(simulator)
    simulator.send({
      people: people.slice(first, first + pagesPerSimulator),
      first,
      ports,
      socketsPerServer,
      rampSeconds,
      withEvents,
    })
    open.push(receiveMessage(simulator))
  }
  await Promise.all(open)
  const pending = await waitUntilSettled(simulators)
  console.log(`${pages} pages are open, ${pending} requests are pending. Measuring for ${seconds} s.`)

  const serverPids = processes.map(({ child }) => child.pid ?? 0)
  const readCpu = () => ({
    servers: serverPids.map(cpuOf),
    postgres: sum(postgresProcesses(postgresFolder).map(cpuOf)),
    simulators: sum(simulators.map(({ pid = 0 }) => cpuOf(pid))),
  })
  const memoryBefore = Math.max(...serverPids.map(memoryOf))
  const before = readCpu()
  for (const simulator of simulators) simulator.send('begin')
  await pause(seconds * 1000)
  const all = await Promise.all(
    simulators.map(simulator => {
      simulator.send('end')
      return receiveMessage<Figures>(simulator)
    }),
  )
  const after = readCpu()

  const durations = all.flatMap(part => part.durations)
  const requests = durations.length
  const eventDelays = all.flatMap(part => part.eventDelays)
  const readDelays = all.flatMap(part => part.readDelays)
  const serverMs = sum(after.servers) - sum(before.servers)
  const figures = {
    pages,
    processes: count,
    seconds,
    withEvents,
    load,
    cores: availableParallelism(),
    requestsPerSecond: requests / seconds,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    errors: sum(all.flatMap(part => Object.values(part.errors))),
    cpuPerRequest: serverMs / requests,
    requestsPerCore: (1000 * requests) / serverMs,
    coresOfServers: serverMs / 1000 / seconds,
    coresOfPostgres: (after.postgres - before.postgres) / 1000 / seconds,
    coresOfPages: (after.simulators - before.simulators) / 1000 / seconds,
    memoryBefore,
    memory: Math.max(...serverPids.map(memoryOf)),
    streams: sum(all.map(({ streams }) => streams)),
    endedStreams: sum(all.map(part => part.endedStreams)),
    events: sum(all.map(({ events }) => events)),
    toEvent50: percentile(eventDelays, 0.5),
    toEvent99: percentile(eventDelays, 0.99),
    toRead50: percentile(readDelays, 0.5),
    toRead99: percentile(readDelays, 0.99),
  }
  console.log(JSON.stringify(figures, null, 1))
  console.log(JSON.stringify(addCounts(all.map(part => part.requests))))
  console.log(JSON.stringify(addCounts(all.map(part => part.errors))))
  // Do not overwrite the recorded figures with those of a small run.
  if (!values.print) recordRun(figures)
} finally {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
}

type Run = Record<string, number | boolean> & { withEvents: boolean }

/** Records the figures. Keeps the recorded run of the other kind, with or without events. */
function recordRun(figures: Run): void {
  const path = new URL('results/scale.json', import.meta.url)
  const recorded: Run[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  const runs = [...recorded.filter(run => run.withEvents !== figures.withEvents), figures].sort(
    (a, b) => Number(a.withEvents) - Number(b.withEvents),
  )
  const number = (run: Run, name: string, digits: number) => {
    const value = run[name]
    return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(digits) : '–'
  }
  const table = markdownTable(
    [
      '',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'errors',
      'CPU ms per request',
      'requests/s per core',
      'cores: servers',
      'PostgreSQL',
      'MB per process',
      'to the event',
      'until read',
    ],
    runs.map(run => [
      `${Number(run.pages).toLocaleString('en')} pages ${run.withEvents ? 'with events' : 'that poll'}`,
      number(run, 'requestsPerSecond', 0),
      number(run, 'p50', 1),
      number(run, 'p99', 1),
      number(run, 'errors', 0),
      number(run, 'cpuPerRequest', 2),
      number(run, 'requestsPerCore', 0),
      number(run, 'coresOfServers', 2),
      number(run, 'coresOfPostgres', 2),
      number(run, 'memory', 0),
      `${number(run, 'toEvent50', 0)} / ${number(run, 'toEvent99', 0)}`,
      `${number(run, 'toRead50', 0)} / ${number(run, 'toRead99', 0)}`,
    ]),
  )
  const [last] = runs
  const description = `${runs.map(run => `${number(run, 'processes', 0)} processes for ${number(run, 'seconds', 0)} s`).join(', ')}, on ${number(last ?? figures, 'cores', 0)} cores with a load of ${runs.map(run => number(run, 'load', 0)).join(' and ')}, shared with PostgreSQL and the pages (${runs.map(run => number(run, 'coresOfPages', 2)).join(' and ')} of a core). Classes and chats have 30 users. Each opens the timetable and a chat every ${pauses.timetable / 60} minutes, and sends a message every ${pauses.message / 60}. "To the event", "until read": milliseconds after a message, median / 99th percentile.`
  record('scale', runs, `${table}\n\n${description}`)
}

/** Creates and fills the tables before the servers start. Returns the people and the data directory of PostgreSQL. */
async function prepareSchool(environment: Record<string, string>) {
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
async function waitUntilSettled(simulators: readonly ChildProcess[]): Promise<number> {
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

function addCounts(all: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const counts of all)
    for (const [name, number] of Object.entries(counts)) total[name] = (total[name] ?? 0) + number
  return total
}
