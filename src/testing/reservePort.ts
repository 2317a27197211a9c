import { createServer, type Server } from 'node:net'

/** First of the ports to reserve. They come in pairs: the first of a pair is the lock of the second. */
const firstPort = 20_000
/** All of them are below the ports that systems assign by themselves: Linux from 32768, others from 49152. */
const pairs = 6000

export type ReservedPort = { port: number; release: () => Promise<void> }

/**
 * Reserves a port for a program that can't choose one itself, or that must come back on the same port. No other call
 * returns it, in any process, until `release` is called or this process ends. Programs that support port 0 don't need
 * this. Throws if every port is taken.
 */
export async function reservePort(): Promise<ReservedPort> {
  const offset = Math.floor(Math.random() * pairs)
  for (let tried = 0; tried < pairs; tried += 1) {
    const lockPort = firstPort + 2 * ((offset + tried) % pairs)
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
  throw new Error(`No port from ${firstPort} to ${firstPort + 2 * pairs} is free.`)
}

const close = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))

/** Returns undefined if the port is taken. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
