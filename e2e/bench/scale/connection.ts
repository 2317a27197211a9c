import { Agent, type IncomingMessage, request } from 'node:http'
import { activityHeader, pageHeader } from '../../../src/contract/session.ts'
import type { Book } from './book.ts'

export type Answer = { status: number; text: string; tag: string | undefined }

/** Connection of one page to its server. */
export type Connection = ReturnType<typeof createConnection>

/**
 * Creates connections as a proxy does. The pages of this process share `socketsPerServer` sockets per server. Each page
 * has its own client address, because the server limits requests by address.
 */
export function createConnections(ports: readonly number[], socketsPerServer: number) {
  const agents = ports.map(port => ({
    port,
    agent: new Agent({ keepAlive: true, maxSockets: socketsPerServer, timeout: 60_000 }),
  }))
  return (number: number, cookie: string, book: Book) => {
    const { port, agent } = agents[number % agents.length] ?? { port: 0, agent: new Agent() }
    return createConnection({ port, agent, number, cookie, book })
  }
}

function createConnection(at: { port: number; agent: Agent; number: number; cookie: string; book: Book }) {
  const { port, agent, number, book } = at
  const fixed = {
    [pageHeader]: '1',
    'Sec-Fetch-Site': 'same-origin',
    Cookie: at.cookie,
    'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) % 256}.${number % 256}`,
  }
  return {
    /**
     * Sends a request. The status is 0 if there is no response. Every status except 200 and 304 is recorded as a
     * failure.
     */
    ask(
      what: string,
      method: 'GET' | 'POST',
      path: string,
      options: { tag?: string | undefined; json?: unknown } = {},
    ) {
      const { tag, json } = options
      const asked = performance.now()
      const body = json === undefined ? undefined : JSON.stringify(json)
      book.asked()
      const answered = new Promise<Answer>(resolve => {
        const gone = (why: string) => {
          book.failed(`${what}: ${why}`)
          resolve({ status: 0, text: '', tag: undefined })
        }
        const asking = request(
          {
            ...{ host: '127.0.0.1', port, agent, method, path },
            headers: {
              ...fixed,
              ...(tag !== undefined && { 'If-None-Match': tag }),
              ...(body !== undefined && {
                'Content-Type': 'application/json',
                'Content-Length': Buffer.byteLength(body),
              }),
              // Marks the request as an action of the user.
              ...(method === 'POST' && { [activityHeader]: '1' }),
            },
          },
          answer => {
            const chunks: Buffer[] = []
            answer
              .on('data', (chunk: Buffer) => chunks.push(chunk))
              .on('error', error => gone(error.message))
              .on('end', () => {
                const status = answer.statusCode ?? 0
                if (status === 200 || status === 304) book.answered(what, performance.now() - asked)
                else book.failed(`${what}: ${status}`)
                const { etag } = answer.headers
                resolve({ status, text: Buffer.concat(chunks).toString(), tag: etag ?? tag })
              })
          },
        )
        asking.on('error', error => gone(error.message)).end(body)
      })
      return answered.finally(book.over)
    },
    /**
     * Opens the event stream, and reopens it when it ends. `tell` receives the data of each event. `opened` is called
     * at each start.
     */
    hold(tell: (data: string) => void, opened: (isFirst: boolean) => void): void {
      let wasOpen = false
      let isFirst = true
      const again = (answer: IncomingMessage | undefined, why: string) => {
        answer?.destroy()
        if (wasOpen) book.stream(-1)
        else book.failed(`events: ${why}`)
        wasOpen = false
        setTimeout(open, 3000 * (1 + Math.random()))
      }
      const open = () => {
        const asking = request(
          {
            ...{ host: '127.0.0.1', port, path: '/api/v2/events' },
            // A connection of its own for the whole stream.
            agent: false,
            headers: { ...fixed, Accept: 'text/event-stream' },
          },
          answer => {
            if (answer.statusCode !== 200) return again(answer, String(answer.statusCode))
            wasOpen = true
            book.stream(1)
            opened(isFirst)
            isFirst = false
            let rest = ''
            answer.setEncoding('utf8').on('data', (text: string) => {
              const lines = (rest + text).split('\n')
              rest = lines.pop() ?? ''
              for (const line of lines) if (line.startsWith('data: ')) tell(line.slice(6))
            })
            answer.once('close', () => again(answer, 'closed'))
            answer.on('error', () => undefined)
          },
        )
        asking.on('error', error => {
          if (!wasOpen) again(undefined, error.message)
        })
        asking.end()
      }
      open()
    },
  }
}
