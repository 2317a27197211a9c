import type { Server } from 'node:http'
import { StartError } from './StartError.ts'

/** Milliseconds that running calls get to finish when the server stops. */
const patience = 10_000

/** Takes the port and answers which; throws `StartError` when it can't be had. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new StartError([sentence(cause, host, port)], cause)),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function sentence(cause: NodeJS.ErrnoException, host: string, port: number): string {
  if (cause.code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the other program, or set PORT to another one.`
  if (cause.code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `HOST ${host} is no address of this machine.`
}

/** Takes no new calls and waits for those that run, 10 s at most. */
export function stopServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
}
