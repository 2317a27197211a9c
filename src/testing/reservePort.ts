import { createServer, type Server } from 'node:net'

/** Ports come in pairs: the first one locks the second. */
const firstPort = 20_000
/** All below the ports that systems assign (32768 and above). */
const pairCount = 6000

export type ReservedPort = { port: number; release: () => Promise<void> }

/**
 * Reserves a port for programs that can't use port 0, until `release` or the end of this process. Throws if every
 * port is in use.
 */
export async function reservePort(): Promise<ReservedPort> {
  const offset = Math.floor(Math.random() * pairCount)
  for (let attempt = 0; attempt < pairCount; attempt += 1) {
    const lockPort = firstPort + 2 * ((offset + attempt) % pairCount)
    const lock = await listenOn(lockPort)
    if (!lock) continue
    const port = lockPort + 1
    const probe = await listenOn(port)
    if (probe) {
      await close(probe)
      lock.unref()
      return { port, release: () => close(lock) }
    }
    await close(lock)
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + 2 * pairCount} is free.`)
}

const close = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))

/** Returns undefined if the port is in use. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
