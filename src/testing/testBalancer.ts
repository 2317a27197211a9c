import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Load balancer as in docs/scale.md: checks every 200 ms which processes are ready. A refused connection goes
 * to the next process, a received request is never sent again.
 */
export async function testBalancer(): Promise<{
  url: string
  port: number
  setProcesses(ports: number[]): void
}> {
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
      const forwarded = ask({ host: '127.0.0.1', port: next.port, method, headers, path, agent: false })
      forwarded.on('response', answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      forwarded.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return tryNext(tried + 1)
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
    for (const one of processes) {
      const check = ask({ host: '127.0.0.1', port: one.port, path: '/readyz', agent: false, timeout: 2000 })
      check.on('response', answer => {
        one.isReady = answer.statusCode === 200
        answer.resume()
      })
      check.on('timeout', () => check.destroy())
      check.on('error', () => {
        one.isReady = false
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
      processes = ports.map(one => ({ port: one, isReady: true }))
    },
  }
}
