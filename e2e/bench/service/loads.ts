import { type ChildProcess, fork } from 'node:child_process'
import { type RequestOptions, request } from 'node:http'
import { z } from 'zod'
import { median } from '../median.ts'

/** Address of the service, access token, and IDs for the requests. */
export type Served = { port: number; token: string; chatId: number; homeworkId: number }

export type LoadFigures = {
  name: string
  answered: string
  /**
   * Medians of the rounds, in ms: `took` until all requests have a response, and waits for `/healthz` in the meantime.
   */
  took: number
  longestWait: number
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
function loadsOf({ port, token, chatId, homeworkId }: Served) {
  const headers = { Authorization: `Bearer ${token}` }
  const at = (path: string): RequestOptions => ({ host: '127.0.0.1', port, path: `/api/v2${path}`, headers })
  const upload = (body: Buffer) =>
    answerOf(
      {
        ...at('/documents'),
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
        const reads = Array.from({ length: clients }, () => answerOf(at(`/chats/${chatId}/messages`)))
        return Math.max(...(await Promise.all(reads)))
      },
    },
  ]
}

/**
 * Returns the status, or 0 if the connection was closed during the upload. A server may do that when it refuses a
 * request early.
 */
function answerOf(options: RequestOptions, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(options, answer => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0))
      answer.on('error', () => undefined)
    })
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(0)
      else reject(error)
    })
    asking.end(body)
  })
}

/**
 * Runs each load in turn, `rounds` times and once before as a warm-up. Throws if a response has an unexpected status.
 */
export async function measureLoads(
  served: Served,
  rounds: number,
  children: ChildProcess[],
): Promise<LoadFigures[]> {
  const probe = fork(new URL('probe.ts', import.meta.url), [String(served.port)])
  children.push(probe)
  const said = () => new Promise<unknown>(resolve => probe.once('message', resolve))
  await said()
  const waits = z.object({ waits: z.array(z.number()).min(1) })
  const loads = loadsOf(served).map(load => ({
    ...load,
    took: [] as number[],
    longest: [] as number[],
    middle: [] as number[],
  }))
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, expected, run, took, longest, middle } of loads) {
      probe.send('begin')
      const begun = performance.now()
      const status = await run()
      const took1 = performance.now() - begun
      // Work that the server does after the response counts as well.
      await new Promise(resolve => setTimeout(resolve, 100))
      probe.send('end')
      const { waits: meanwhile } = waits.parse(await said())
      const isRefused = expected === 413 && status === 0
      if (status !== expected && !isRefused) throw new Error(`${name}: answered ${status}, not ${expected}.`)
      if (round < 0) continue
      took.push(took1)
      longest.push(Math.max(...meanwhile))
      middle.push(median(meanwhile))
    }
  }
  return loads.map(({ name, expected, took, longest, middle }) => ({
    name,
    answered: String(expected),
    took: median(took),
    longestWait: median(longest),
    medianWait: median(middle),
  }))
}
