import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a load balancer as described in docs/scale.md. It checks every 200 ms which processes are ready, and
 * distributes requests to them in turn. If a process refuses the connection, the next one gets the request. A request
 * that a process received is never sent again. `url` is the public URL.
 */
export async function testBalancer(): Promise<{ url: string; port: number; to(ports: number[]): void }> {
  let processes: { port: number; isReady: boolean }[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const ready = processes.filter(({ isReady }) => isReady)
    const first = turn++
    const tryNext = (tried: number) => {
      const next = ready[(first + tried) % ready.length]
      // HAProxy also answers 503 while no process is ready.
      if (tried >= ready.length || !next) return outgoing.writeHead(503).end()
      const { method, headers, url: path } = incoming
      const passed = ask({ host: '127.0.0.1', port: next.port, method, headers, path, agent: false })
      passed.on('response', answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return tryNext(tried + 1)
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      outgoing.on('close', () => passed.destroy())
      // Wait for the connection, because the body of the request can be read only once.
      passed.on('socket', socket => socket.once('connect', () => incoming.pipe(passed)))
    }
    tryNext(0)
  })
  const look = () => {
    for (const one of processes) {
      const asked = ask({ host: '127.0.0.1', port: one.port, path: '/readyz', agent: false, timeout: 2000 })
      asked.on('response', answer => {
        one.isReady = answer.statusCode === 200
        answer.resume()
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => {
        one.isReady = false
      })
      asked.end()
    }
  }
  const looking = setInterval(look, 200)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    clearInterval(looking)
    server.closeAllConnections()
    server.close()
  })
  return {
    port,
    url: `http://localhost:${port}`,
    to(ports) {
      processes = ports.map(one => ({ port: one, isReady: true }))
    },
  }
}
