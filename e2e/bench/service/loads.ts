import { type RequestOptions, request } from 'node:http'

/** Port of the service, access token, and IDs for the requests. */
type BenchService = { port: number; token: string; chatId: number; homeworkId: number }

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
export function createLoads({ port, token, chatId, homeworkId }: BenchService) {
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
        send: () => upload(body),
      }
    }),
    { name: 'a file of 20 MB', expected: 200, send: () => upload(valid) },
    {
      name: `50,000 messages, read by ${clients}`,
      expected: 200,
      send: async () => {
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
