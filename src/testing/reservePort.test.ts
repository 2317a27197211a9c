import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { type ReservedPort, reservePort } from './reservePort.ts'

const reserved: ReservedPort[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { release } of reserved.splice(0)) await release()
})

async function reserve(): Promise<number> {
  const made = await reservePort()
  reserved.push(made)
  return made.port
}

/** Every search starts at the returned fraction of all ports. */
function searchFromOnePort(): number {
  const fraction = Math.random()
  vi.spyOn(Math, 'random').mockReturnValue(fraction)
  return fraction
}

it('returns a port on which a program can listen', async () => {
  const server = createServer(socket => socket.end()).listen(await reserve(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  await once(connect(port, '127.0.0.1'), 'connect')
  server.close()
})

it('returns each port once until it is released', async () => {
  searchFromOnePort()
  const [one, other] = [await reserve(), await reserve()]
  expect(other).not.toBe(one)
  await reserved[0]?.release()
  expect(await reserve()).toBe(one)
})

it('skips a port on which a program listens', async () => {
  searchFromOnePort()
  const first = await reservePort()
  const server = createServer().listen(first.port, '127.0.0.1')
  await once(server, 'listening')
  await first.release()
  expect(await reserve()).not.toBe(first.port)
  server.close()
})

it('does not return a port of another process until that process ends', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'reservePort.ts'))
  const fraction = searchFromOnePort()
  const program = `Math.random = () => ${fraction}
    const { reservePort } = await import(${file})
    console.log((await reservePort()).port)
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program])
  onTestFinished(() => void other.kill('SIGKILL'))
  const [text] = await once(other.stdout, 'data')
  const theirs = Number(text)
  expect(await reserve()).not.toBe(theirs)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await reserve()).toBe(theirs)
})

it('lets its process end', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'reservePort.ts'))
  const program = `const { reservePort } = await import(${file}); await reservePort()`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program])
  expect(await once(other, 'exit')).toEqual([0, null])
})
