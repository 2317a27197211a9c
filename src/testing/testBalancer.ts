import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Load balancer as in docs/scale.md. A refused connection goes to the next process, a received request is
 * never repeated.
 */
export async function testBalancer(): Promise<{
  url: string
  port: number
  setProcesses(ports: number[]): void
}> {
  let processes: { port: number; isReady: boolean }[] = []
  let requestCount = 0
  const server = createServer((incoming, outgoing) => {
    const ready = processes.filter(({ isReady }) => isReady)
    const first = requestCount++
    const tryNext = (attempt: number) => {
      const next = ready[(first + attempt) % ready.length]
      // HAProxy also answers 503 while no process is ready.
      if (attempt >= ready.length || !next) return outgoing.writeHead(503).end()
      const { method, headers, url: path } = incoming
      const forwarded = ask({ host: '127.0.0.1', port: next.port, method, headers, path, agent: false })
      forwarded.on('response', response => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      forwarded.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return tryNext(attempt + 1)
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      outgoing.on('close', () => forwarded.destroy())
      // The body can be read only once, so wait for the connection.
      forwarded.on('socket', socket => socket.once('connect', () => incoming.pipe(forwarded)))
    }
    tryNext(0)
  })
  const checkProcesses = () => {
    for (const backend of processes) {
      const check = ask({
        host: '127.0.0.1',
        port: backend.port,
        path: '/readyz',
        agent: false,
        timeout: 2000,
      })
      check.on('response', response => {
        backend.isReady = response.statusCode === 200
        response.resume()
      })
      check.on('timeout', () => check.destroy())
      check.on('error', () => {
        backend.isReady = false
      })
      check.end()
    }
  }
  const checkTimer = setInterval(checkProcesses, 200)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    clearInterval(checkTimer)
    server.closeAllConnections()
    server.close()
  })
  return {
    port,
    url: `http://localhost:${port}`,
    setProcesses(ports) {
      processes = ports.map(processPort => ({ port: processPort, isReady: true }))
    },
  }
}
