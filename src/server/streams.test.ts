import { expect, it, onTestFinished } from 'vitest'
import { type Listener, readEvents } from '../testing/listenTo.ts'
import { pageOn, signIn, type TestServer, testServer, testSettings } from '../testing/testServer.ts'
import { createHttpServer } from './httpServer.ts'
import { createLog } from './log.ts'
import { listen, stopServer } from './startServer.ts'

async function openEventStream(page: ReturnType<typeof pageOn>): Promise<Listener> {
  const listener = readEvents(await page.fetch('/api/v2/events'))
  onTestFinished(listener.close)
  return listener
}

const logLines = ({ logged }: TestServer, route: string) =>
  logged.map(line => JSON.parse(line)).filter(line => line.route === route)

it('a page receives events of other users’ writes through the gateway', async () => {
  const server = await testServer(testSettings())
  const [albrecht, ruiz] = [pageOn(server.url), pageOn(server.url)]
  await signIn(albrecht, server.url, 'albrecht')
  await signIn(ruiz, server.url, 'ruiz')
  const listener = await openEventStream(ruiz)
  expect(listener.response.headers.get('Content-Encoding')).toBeNull()
  const sent = await albrecht.fetch('/api/v2/chats/1/messages', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  })
  const { version } = await sent.json()
  await expect
    .poll(() => listener.received)
    .toEqual([
      // The server has just started, and does not know what happened before.
      { kind: 'everything', id: 0, version: 0 },
      { kind: 'message', id: 1, version },
      { kind: 'chat', id: 1, version },
    ])
})

it('a stop ends open streams completely, without waiting for their clients', async () => {
  const server = await testServer(testSettings())
  const page = pageOn(server.url)
  await signIn(page, server.url, 'albrecht')
  const listener = await openEventStream(page)
  await server.stop()
  await expect.poll(listener.isClosed).toBe(true)
  await expect.poll(() => logLines(server, '/api/v2/events')).toMatchObject([{ status: 200, finished: true }])
})

it('a disconnected client cancels its stream, and the request is logged', async () => {
  const logged: string[] = []
  let isRead = true
  const body = () =>
    new ReadableStream({
      start: out => out.enqueue(new TextEncoder().encode(':\n\n')),
      cancel() {
        isRead = false
      },
    })
  const headers = { 'Content-Type': 'text/event-stream' }
  const server = createHttpServer({
    pages: () => undefined,
    log: createLog({ write: line => void logged.push(line) }),
    getReadyState: () => ({
      data: async () => ({ response: new Response(body(), { headers }), route: 'events' }),
      url: 'http://localhost:4000',
      isLocalOnly: false,
      isReady: async () => true,
    }),
    trustedProxies: [],
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => stopServer(server))
  const disconnected = new AbortController()
  const response = await fetch(`http://localhost:${port}/api/v2/events`, { signal: disconnected.signal })
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
  disconnected.abort()
  await expect.poll(() => isRead).toBe(false)
  await expect.poll(() => logged.map(line => JSON.parse(line).finished)).toEqual([false])
})
