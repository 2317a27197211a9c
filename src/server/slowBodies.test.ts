import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { testServer, testSettings } from '../testing/testServer.ts'
import { bodyTimeoutMs, limitSlowBody, minUploadBytes } from './slowBodies.ts'
import { listen, stopServer } from './startServer.ts'

afterEach(() => void vi.useRealTimers())
const useFakeTimers = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const passMinute = () => vi.advanceTimersByTime(bodyTimeoutMs)

async function openRequest(port: number, target: string, headers: string[]) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', part => {
    text += part
  })
  socket.on('error', () => undefined)
  const whenClosed = once(socket, 'close').then(() => text)
  await once(socket, 'connect')
  const head = [`POST ${target} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', '']
  socket.write(head.join('\r\n'))
  return { socket, whenClosed }
}

const json = ['Content-Type: application/json']
const page = ['X-Staffroom: 1', 'Sec-Fetch-Site: same-origin']

it.each([
  ['a sign-in', '/auth/oauth2/decision', [...json, 'Content-Length: 5000']],
  ['a request of a page', '/session', [...json, ...page, 'Transfer-Encoding: chunked']],
  ['a request to the token endpoint', '/api/v2/oauth2/token', [...json, 'Content-Length: 5000']],
])('ends %s whose body does not arrive within a minute', async (_what, target, headers) => {
  const { port, logged } = await testServer(testSettings())
  useFakeTimers()
  const { whenClosed } = await openRequest(port, target, headers)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  passMinute()
  expect(await whenClosed).toMatch(/^HTTP\/1\.1 408 /)
  await expect.poll(() => JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({ status: 408, finished: false })
})

it('keeps an upload open while it makes progress', async () => {
  let received = 0
  const server = createServer((request, response) => {
    limitSlowBody(request, response)
    request.on('data', part => {
      received += part.length
    })
    request.on('error', () => undefined)
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  useFakeTimers()
  const type = 'Content-Type: multipart/form-data; boundary=x'
  const { socket, whenClosed } = await openRequest(port, '/', [type, 'Content-Length: 10000000'])
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  for (let minute = 1; minute <= 3; minute += 1) {
    socket.write(Buffer.alloc(minUploadBytes))
    await expect.poll(() => received).toBe(minute * minUploadBytes)
    passMinute()
    expect(vi.getTimerCount()).toBe(1)
  }
  socket.write('x')
  await expect.poll(() => received).toBe(3 * minUploadBytes + 1)
  passMinute()
  expect(await whenClosed).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes a connection that keeps sending after its response', async () => {
  const server = createServer((request, response) => {
    limitSlowBody(request, response)
    response.end('responded')
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  useFakeTimers()
  const { whenClosed } = await openRequest(port, '/', ['Content-Length: 10000000'])
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  passMinute()
  expect(await whenClosed).toMatch(/^HTTP\/1\.1 200 /)
})

it('closes a slow connection while an earlier request is pending', async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (request.url === '/second') limitSlowBody(request, response)
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  useFakeTimers()
  const { socket, whenClosed } = await openRequest(port, '/', [])
  socket.write(`POST /second HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 10000\r\n\r\n`)
  await expect.poll(() => requests).toBe(2)
  expect(vi.getTimerCount()).toBe(1)
  passMinute()
  expect(await whenClosed).toBe('')
})

it('sets no timer without a body, and clears it after the body', async () => {
  const server = createServer((request, response) => {
    limitSlowBody(request, response)
    request.resume().on('end', () => void response.end('responded'))
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  useFakeTimers()
  const url = `http://127.0.0.1:${port}/`
  await (await fetch(url)).text()
  expect(vi.getTimerCount()).toBe(0)
  await (await fetch(url, { method: 'POST', body: 'text' })).text()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
})
