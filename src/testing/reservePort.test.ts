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
  const reservedPort = await reservePort()
  reserved.push(reservedPort)
  return reservedPort.port
}

/** Returns the mocked value of `Math.random`, with which every search starts. */
function fixSearchStart(): number {
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
  fixSearchStart()
  const [first, second] = [await reserve(), await reserve()]
  expect(second).not.toBe(first)
  await reserved[0]?.release()
  expect(await reserve()).toBe(first)
})

it('skips a port on which a program listens', async () => {
  fixSearchStart()
  const first = await reservePort()
  const server = createServer().listen(first.port, '127.0.0.1')
  await once(server, 'listening')
  await first.release()
  expect(await reserve()).not.toBe(first.port)
  server.close()
})

it('does not return a port of another process until that process ends', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'reservePort.ts'))
  const fraction = fixSearchStart()
  const program = `Math.random = () => ${fraction}
    const { reservePort } = await import(${file})
    console.log((await reservePort()).port)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [text] = await once(child.stdout, 'data')
  const childPort = Number(text)
  expect(await reserve()).not.toBe(childPort)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await reserve()).toBe(childPort)
})

it('lets its process end', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'reservePort.ts'))
  const program = `const { reservePort } = await import(${file}); await reservePort()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  expect(await once(child, 'exit')).toEqual([0, null])
})
