import { type ChildProcess, fork } from 'node:child_process'
import { type RequestOptions, request } from 'node:http'
import { z } from 'zod'
import { median } from '../median.ts'

/** Port of the service, access token, and IDs for the requests. */
export type BenchService = { port: number; token: string; chatId: number; homeworkId: number }

export type LoadFigures = {
  name: string
  status: string
  /** Time until all requests have a response, in ms. Median of the rounds, as are the waits. */
  duration: number
  /** Waits for a response of `/healthz` during the requests, in ms. */
  maxWait: number
  medianWait: number
}

const boundary = 'staffroom-bench'
const part = (disposition: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
const emptyParts = (count: number) =>
  form(Buffer.alloc(part('name="a"', '').byteLength * count, part('name="a"', '')))

const fileBytes = 20_000_000
const clients = 5

/** Returns the slow requests: uploads, and one read by several clients at once. */
function createLoads({ port, token, chatId, homeworkId }: BenchService) {
  const headers = { Authorization: `Bearer ${token}` }
  const optionsFor = (path: string): RequestOptions => ({
    host: '127.0.0.1',
    port,
    path: `/api/v2${path}`,
    headers,
  })
  const upload = (body: Buffer) =>
    fetchStatus(
      {
        ...optionsFor('/documents'),
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
          'Content-Length': body.byteLength,
        },
      },
      body,
    )
  const valid = form(
    part('name="related_to"', `todo.${homeworkId}`),
    part('name="file"; filename="film.bin"', Buffer.alloc(fileBytes, 'staffroom \u0000 bench ')),
  )
  return [
    ...[5000, 20_000, 200_000].map(count => {
      const body = emptyParts(count)
      return {
        name: `a form of ${count.toLocaleString('en')} empty parts`,
        expected: 413,
        run: () => upload(body),
      }
    }),
    { name: 'a file of 20 MB', expected: 200, run: () => upload(valid) },
    {
      name: `50,000 messages, read by ${clients}`,
      expected: 200,
      run: async () => {
        const reads = Array.from({ length: clients }, () =>
          fetchStatus(optionsFor(`/chats/${chatId}/messages`)),
        )
        return Math.max(...(await Promise.all(reads)))
      },
    },
  ]
}

/**
 * Returns the status, or 0 if the connection was closed during the upload. A server may do that when it refuses a
 * request early.
 */
function fetchStatus(options: RequestOptions, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, response => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
      response.on('error', () => undefined)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(0)
      else reject(error)
    })
    outgoing.end(body)
  })
}

/**
 * Runs each load in turn, `rounds` times and once before as a warm-up. Throws if a response has an unexpected status.
 */
export async function measureLoads(
  service: BenchService,
  rounds: number,
  children: ChildProcess[],
): Promise<LoadFigures[]> {
  const probe = fork(new URL('probe.ts', import.meta.url), [String(service.port)])
  children.push(probe)
  const receiveMessage = () => new Promise<unknown>(resolve => probe.once('message', resolve))
  await receiveMessage()
  const Waits = z.object({ waits: z.array(z.number()).min(1) })
  const loads = createLoads(service).map(load => ({
    ...load,
    durations: [] as number[],
    maxWaits: [] as number[],
    medianWaits: [] as number[],
  }))
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, expected, run, durations, maxWaits, medianWaits } of loads) {
      probe.send('begin')
      const startedAt = performance.now()
      const status = await run()
      const duration = performance.now() - startedAt
      // Work that the server does after the response counts as well.
      await new Promise(resolve => setTimeout(resolve, 100))
      probe.send('end')
      const { waits } = Waits.parse(await receiveMessage())
      const isRefused = expected === 413 && status === 0
      if (status !== expected && !isRefused)
        throw new Error(`${name}: status ${status} instead of ${expected}.`)
      if (round < 0) continue
      durations.push(duration)
      maxWaits.push(Math.max(...waits))
      medianWaits.push(median(waits))
    }
  }
  return loads.map(({ name, expected, durations, maxWaits, medianWaits }) => ({
    name,
    status: String(expected),
    duration: median(durations),
    maxWait: median(maxWaits),
    medianWait: median(medianWaits),
  }))
}
