import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { markdownTable } from './report.ts'
import { type BenchOptions, median, runRounds } from './rounds.ts'
import { createLoads } from './service/loads.ts'

/** Duration of a sample of requests, in s. */
const duration = 2
const connections = 10
/** Maximum response time of `/healthz`, in ms, under any load (rule 43). */
const maxHealthMs = 30

const Port = z.object({ port: z.int() })
const Service = z.object({
  port: z.int(),
  token: z.string(),
  lessonId: z.int(),
  chatId: z.int(),
  homeworkId: z.int(),
})

/**
 * Compares the service on a SQLite file with bare Hono routes that return the same JSON, serialized each time or as
 * cached bytes. Each runs in its own process. Then sends slow requests and measures meanwhile how fast `/healthz`
 * responds.
 */
export async function run(options: BenchOptions): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
  const children: ChildProcess[] = []
  const start = (file: string, args: string[] = []) => {
    const child = fork(new URL(`service/${file}`, import.meta.url), args)
    children.push(child)
    return child
  }
  try {
    const server = start('serve.ts', [directory])
    const service = await receiveMessage(server, Service)
    const requests = await measureRequests(options, service, server, start('bare.ts'))
    const probe = start('probe.ts', [String(service.port)])
    return `${requests}\n\n${await measureLoads(options, service, probe)}`
  } finally {
    for (const child of children) child.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureRequests(
  options: BenchOptions,
  service: z.infer<typeof Service>,
  server: ChildProcess,
  bareServer: ChildProcess,
): Promise<string> {
  const { default: autocannon } = await import('autocannon')
  const base = `http://127.0.0.1:${service.port}/api/v2`
  const headers = { Authorization: `Bearer ${service.token}` }
  const timeline = `${base}/courses/1/timetable/timeline`
  const response = await fetch(timeline, { headers })
  if (!response.ok) throw new Error(`The status of the timeline is ${response.status}.`)
  const text = await response.text()
  const bare = await receiveMessage(bareServer, Port, JSON.parse(text))
  const tag = (await fetch(`${base}/chats`, { headers })).headers.get('etag') ?? ''
  const candidates = [
    { name: 'bare route', url: `http://127.0.0.1:${bare.port}/`, child: bareServer },
    { name: 'bare route, cached bytes', url: `http://127.0.0.1:${bare.port}/bytes`, child: bareServer },
    { name: 'timeline of a class', url: timeline },
    { name: 'permissions of a subject', url: `${base}/permissions?lesson_id=${service.lessonId}` },
    {
      name: 'chats, unchanged',
      url: `${base}/chats`,
      headers: { ...headers, 'If-None-Match': tag },
      statusClass: '3xx' as const,
    },
  ]
  const { medians, rows } = await runRounds({
    cases: candidates.map(candidate => ({
      child: server,
      headers,
      statusClass: '2xx' as const,
      ...candidate,
    })),
    rounds: options.rounds,
    end: 90_000,
    printed: ['requests', 'cpu'],
    async take({ url, headers, statusClass, child }) {
      const cpuBefore = await readCpu(child)
      const result = await autocannon({ url, connections, duration, headers })
      const unexpected = result['2xx'] + result.non2xx - result[statusClass]
      const failed = unexpected + result.errors + result.timeouts
      if (failed > 0) throw new Error(`${url}: ${failed} requests failed or have an unexpected status.`)
      const cpu = ((await readCpu(child)) - cpuBefore) / result.requests.total
      return { requests: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu }
    },
  })
  const bareRate = rows[0]?.requests ?? Number.NaN
  const table = markdownTable(
    ['', 'requests/s', '× bare', 'p50 ms', 'p99 ms', 'CPU ms per request'],
    rows.map(row => [row.name, row.requests, row.requests / bareRate, row.p50, row.p99, row.cpu]),
  )
  return `${table}

Requests for ${duration} s over ${connections} connections, ${medians}. The timeline and the bare route return \
${(Buffer.byteLength(text) / 1000).toFixed(1)} kB, the unchanged chats 304.`
}

async function measureLoads(
  options: BenchOptions,
  service: z.infer<typeof Service>,
  probe: ChildProcess,
): Promise<string> {
  await receiveMessage(probe, z.object({ ready: z.literal(true) }))
  const { medians, rows } = await runRounds({
    cases: createLoads(service),
    rounds: options.rounds,
    printed: ['total', 'maxWait'],
    async take({ name, expected, send }) {
      probe.send('begin')
      const startedAt = performance.now()
      const status = await send()
      const total = performance.now() - startedAt
      // Work that the server does after the response counts as well.
      await new Promise(resolve => setTimeout(resolve, 100))
      const { waits } = await receiveMessage(probe, z.object({ waits: z.array(z.number()).min(1) }), 'end')
      const isRefused = expected === 413 && status === 0
      if (status !== expected && !isRefused)
        throw new Error(`${name}: status ${status} instead of ${expected}.`)
      return { total, maxWait: Math.max(...waits), wait: median(waits) }
    },
  })
  const slow = rows.filter(({ maxWait }) => maxWait >= maxHealthMs).map(({ name }) => name)
  const verdict =
    slow.length === 0
      ? `All are below ${maxHealthMs} ms.`
      : `These take ${maxHealthMs} ms or longer: ${slow.join(', ')}.`
  const table = markdownTable(
    ['', 'status', 'ms', '/healthz, max', 'median'],
    rows.map(row => [row.name, row.expected, row.total, row.maxWait, row.wait]),
  )
  return `${table}

Milliseconds, ${medians}; 413 includes connections closed during the upload. \`/healthz\`: requested continuously by \
another process; maximum of each round. ${verdict}`
}

/** Returns the CPU time of a process so far, in ms. */
async function readCpu(child: ChildProcess): Promise<number> {
  const { user, system } = await receiveMessage(
    child,
    z.object({ user: z.number(), system: z.number() }),
    'cpu',
  )
  return (user + system) / 1000
}

/** Sends a message to a process, if there is one. Returns its next message. Rejects if the process ends. */
async function receiveMessage<T>(
  child: ChildProcess,
  schema: z.ZodType<T>,
  message?: Serializable,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const rejectOnExit = (code: number | null) => reject(new Error(`A process ended with ${code}.`))
  child.once('message', resolve).once('exit', rejectOnExit)
  if (message !== undefined) child.send(message)
  try {
    return schema.parse(await promise)
  } finally {
    child.off('exit', rejectOnExit)
  }
}
