import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensurePeers } from './ensurePeers.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'
import { measureLoads } from './service/loads.ts'

/**
 * Compares the service on a SQLite file with bare Hono routes that return the same JSON, serialized each time or as
 * cached bytes. Each runs in its own process, alternating. Medians of the rounds: on a busy machine only the ratio is
 * reliable. Then sends slow requests and measures meanwhile how fast `/healthz` responds.
 */
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 5)
const connections = 10
/** Maximum response time of `/healthz`, in ms, under any load (rule 43). */
const maxHealthMs = 30

ensurePeers()
const { default: autocannon } = await import('autocannon')
const directory = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
const children: ChildProcess[] = []
// Load of other programs, before the benchmark starts.
const load = Math.round(loadavg()[0] ?? 0)

/**
 * Starts a file of `service/` as a process, and sends it the message if there is one. Returns its first message and a
 * function that reads its CPU time.
 */
async function start<T extends object>(
  file: string,
  firstSchema: z.ZodType<T>,
  args: string[] = [],
  message?: Serializable,
) {
  const child = fork(new URL(`service/${file}`, import.meta.url), args)
  children.push(child)
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)))
  })
  // Ignore that the process ends after the measurement.
  ended.catch(() => undefined)
  const receive = <Message>(schema: z.ZodType<Message>) => {
    const received = new Promise<unknown>(resolve => child.once('message', resolve))
    return Promise.race([received.then(value => schema.parse(value)), ended])
  }
  const first = receive(firstSchema)
  if (message !== undefined) child.send(message)
  /** Returns the CPU time so far, in ms. */
  const readCpu = async () => {
    const usage = receive(z.object({ user: z.number(), system: z.number() }))
    child.send('cpu')
    const { user, system } = await usage
    return (user + system) / 1000
  }
  return { ...(await first), readCpu }
}

try {
  const service = await start(
    'serve.ts',
    z.object({
      port: z.int(),
      token: z.string(),
      lessonId: z.int(),
      chatId: z.int(),
      homeworkId: z.int(),
    }),
    [directory],
  )
  const base = `http://127.0.0.1:${service.port}/api/v2`
  const headers = { Authorization: `Bearer ${service.token}` }
  const timelineUrl = `${base}/courses/1/timetable/timeline`
  const response = await fetch(timelineUrl, { headers })
  if (!response.ok) throw new Error(`The status of the timeline is ${response.status}.`)
  const text = await response.text()
  const bare = await start('bare.ts', z.object({ port: z.int() }), [], JSON.parse(text))

  const chatsUrl = `${base}/chats`
  const tag = (await fetch(chatsUrl, { headers })).headers.get('etag')
  const conditionalHeaders = { ...headers, 'If-None-Match': tag ?? '' }
  const permissionsUrl = `${base}/permissions?lesson_id=${service.lessonId}`
  const candidates = [
    { name: 'bare route', url: `http://127.0.0.1:${bare.port}/`, server: bare },
    { name: 'bare route, cached bytes', url: `http://127.0.0.1:${bare.port}/bytes`, server: bare },
    { name: 'timeline of a class', url: timelineUrl },
    { name: 'permissions of a subject', url: permissionsUrl },
    { name: 'chats, unchanged', url: chatsUrl, headers: conditionalHeaders, statusClass: '3xx' as const },
  ].map(candidate => ({
    server: service,
    headers,
    statusClass: '2xx' as const,
    ...candidate,
    rates: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
    cpu: [] as number[],
  }))
  // Round -1 only warms the processes up.
  for (let round = -1; round < rounds; round += 1) {
    for (const { url, headers, statusClass, server, rates, p50, p99, cpu } of candidates) {
      const cpuBefore = await server.readCpu()
      const result = await autocannon({ url, connections, duration: round < 0 ? 2 : seconds, headers })
      const unexpected = result['2xx'] + result.non2xx - result[statusClass]
      const failed = unexpected + result.errors + result.timeouts
      if (failed > 0) throw new Error(`${url}: ${failed} requests failed or have an unexpected status.`)
      if (round < 0) continue
      rates.push(result.requests.average)
      p50.push(result.latency.p50)
      p99.push(result.latency.p99)
      cpu.push(((await server.readCpu()) - cpuBefore) / result.requests.total)
    }
  }

  const bareRate = median(candidates[0]?.rates ?? [])
  const figures = candidates.map(({ name, rates, p50, p99, cpu }) => ({
    name,
    requestsPerSecond: Math.round(median(rates)),
    ratioToBare: median(rates) / bareRate,
    p50: median(p50),
    p99: median(p99),
    cpu: median(cpu),
  }))
  const table = markdownTable(
    ['', 'requests/s', '× bare', 'p50 ms', 'p99 ms', 'CPU ms per request'],
    figures.map(({ name, requestsPerSecond, ratioToBare, p50, p99, cpu }) => [
      name,
      String(requestsPerSecond),
      ratioToBare.toFixed(2),
      p50.toFixed(1),
      p99.toFixed(1),
      cpu.toFixed(2),
    ]),
  )
  console.log(table)
  const loads = await measureLoads(service, rounds, children)
  const loadTable = markdownTable(
    ['', 'status', 'ms', '/healthz, max', 'median'],
    loads.map(({ name, status, duration, maxWait, medianWait }) => [
      name,
      status,
      duration.toFixed(0),
      maxWait.toFixed(1),
      medianWait.toFixed(1),
    ]),
  )
  console.log(loadTable)
  const slow = loads.filter(({ maxWait }) => maxWait >= maxHealthMs)
  const verdict =
    slow.length === 0
      ? `all are below ${maxHealthMs} ms`
      : `these take ${maxHealthMs} ms or longer: ${slow.map(({ name }) => name).join(', ')}`
  const loadDescription = `Milliseconds, medians of ${rounds} rounds; 413 includes connections closed during the upload. \`/healthz\`: requested continuously by another process; maximum of each round. On ${availableParallelism()} cores with a load of ${load}, ${verdict}.`
  const description = `Medians of ${rounds} rounds of ${seconds} s over ${connections} connections. The timeline and the bare route return ${(Buffer.byteLength(text) / 1000).toFixed(1)} kB, the unchanged chats 304.`
  record(
    'service',
    { rounds, seconds, connections, bytes: Buffer.byteLength(text), figures, loads },
    `${table}\n\n${description}\n\n${loadTable}\n\n${loadDescription}`,
  )
} finally {
  for (const child of children) child.kill()
  rmSync(directory, { recursive: true, force: true })
}
