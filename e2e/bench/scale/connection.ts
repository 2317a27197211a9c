import { Agent, type IncomingMessage, request } from 'node:http'
import { activityHeader, pageHeader } from '../../../src/contract/session.ts'
import type { Recorder } from './recorder.ts'

export type PageResponse = { status: number; text: string; tag: string | undefined }

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
  return (number: number, cookie: string, recorder: Recorder) => {
    const { port, agent } = agents[number % agents.length] ?? { port: 0, agent: new Agent() }
    return createConnection({ port, agent, number, cookie, recorder })
  }
}

type ConnectionOptions = { port: number; agent: Agent; number: number; cookie: string; recorder: Recorder }

function createConnection({ port, agent, number, cookie, recorder }: ConnectionOptions) {
  const commonHeaders = {
    [pageHeader]: '1',
    'Sec-Fetch-Site': 'same-origin',
    Cookie: cookie,
    'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) % 256}.${number % 256}`,
  }
  return {
    /**
     * Sends a request. The status is 0 if there is no response. Every status except 200 and 304 is recorded as a
     * failure.
     */
    send(
      name: string,
      method: 'GET' | 'POST',
      path: string,
      options: { tag?: string | undefined; json?: unknown } = {},
    ) {
      const { tag, json } = options
      const startedAt = performance.now()
      const body = json === undefined ? undefined : JSON.stringify(json)
      recorder.addRequest()
      const response = new Promise<PageResponse>(resolve => {
        const fail = (reason: string) => {
          recorder.recordError(`${name}: ${reason}`)
          resolve({ status: 0, text: '', tag: undefined })
        }
        const outgoing = request(
          {
            host: '127.0.0.1',
            port,
            agent,
            method,
            path,
            headers: {
              ...commonHeaders,
              ...(tag !== undefined && { 'If-None-Match': tag }),
              ...(body !== undefined && {
                'Content-Type': 'application/json',
                'Content-Length': Buffer.byteLength(body),
              }),
              // Marks the request as an action of the user.
              ...(method === 'POST' && { [activityHeader]: '1' }),
            },
          },
          incoming => {
            const chunks: Buffer[] = []
            incoming
              .on('data', (chunk: Buffer) => chunks.push(chunk))
              .on('error', error => fail(error.message))
              .on('end', () => {
                const status = incoming.statusCode ?? 0
                if (status === 200 || status === 304)
                  recorder.recordResponse(name, performance.now() - startedAt)
                else recorder.recordError(`${name}: ${status}`)
                const { etag } = incoming.headers
                resolve({ status, text: Buffer.concat(chunks).toString(), tag: etag ?? tag })
              })
          },
        )
        outgoing.on('error', error => fail(error.message)).end(body)
      })
      return response.finally(recorder.removeRequest)
    },
    /**
     * Opens the event stream, and reopens it when it ends. `onEvent` receives the data of each event. `onOpen` is called
     * at each start.
     */
    openEvents(onEvent: (data: string) => void, onOpen: (isFirst: boolean) => void): void {
      let wasOpen = false
      let isFirst = true
      const reopen = (incoming: IncomingMessage | undefined, reason: string) => {
        incoming?.destroy()
        if (!wasOpen) recorder.recordError(`events: ${reason}`)
        wasOpen = false
        setTimeout(open, 3000 * (1 + Math.random()))
      }
      const open = () => {
        const outgoing = request(
          {
            host: '127.0.0.1',
            port,
            path: '/api/v2/events',
            // A connection of its own for the whole stream.
            agent: false,
            headers: { ...commonHeaders, Accept: 'text/event-stream' },
          },
          incoming => {
            if (incoming.statusCode !== 200) return reopen(incoming, String(incoming.statusCode))
            wasOpen = true
            onOpen(isFirst)
            isFirst = false
            let incompleteLine = ''
            incoming.setEncoding('utf8').on('data', (text: string) => {
              const lines = (incompleteLine + text).split('\n')
              incompleteLine = lines.pop() ?? ''
              for (const line of lines) if (line.startsWith('data: ')) onEvent(line.slice(6))
            })
            incoming.once('close', () => reopen(incoming, 'closed'))
            incoming.on('error', () => undefined)
          },
        )
        outgoing.on('error', error => {
          if (!wasOpen) reopen(undefined, error.message)
        })
        outgoing.end()
      }
      open()
    },
  }
}
