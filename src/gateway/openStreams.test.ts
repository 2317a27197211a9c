import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { heartbeatInterval } from '../contract/events.ts'
import { type Listener, readEvents } from '../testing/listenTo.ts'
import { type TestGateway, testGateway, tokenResponse } from '../testing/testGateway.ts'

/** In seconds. Longer than a session may be idle. */
const tokenSeconds = 7 * 3600
const message = { kind: 'message', id: 7, version: 12 }

let setup: TestGateway
let id: string
/** The service's side of the stream. */
let upstream: { send: (text: string) => void; isRead: () => boolean }
const listeners: Listener[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  setup = await testGateway()
  setup.responses.token = () => tokenResponse(1, { expires_in: tokenSeconds })
  id = await setup.signIn()
  let isRead = true
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  upstream = { send: text => out?.enqueue(new TextEncoder().encode(text)), isRead: () => isRead }
  setup.responses.api = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          out = controller
        },
        cancel() {
          isRead = false
        },
      }),
      { headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } },
    )
})
afterEach(async () => {
  vi.useRealTimers()
  for (const listener of listeners.splice(0)) await listener.close()
})

async function listen(): Promise<Listener> {
  const { response, route } = await setup.call('GET', '/api/v2/events', { id })
  expect([response.status, route]).toEqual([200, '/api/v2/events'])
  const listener = readEvents(response)
  listeners.push(listener)
  return listener
}

it('an event stream is not buffered', async () => {
  const listener = await listen()
  upstream.send(`data: ${JSON.stringify(message)}\n\n`)
  await expect.poll(() => listener.received).toEqual([message])
  expect(Object.fromEntries(listener.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

it('signing out closes the event stream, at the service too', async () => {
  const listener = await listen()
  await setup.call('DELETE', '/session', { id })
  // Another process notices the sign-out at its next check.
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  await expect.poll(() => [listener.isClosed(), upstream.isRead()]).toEqual([true, false])
})

it('an event stream closes with its idle session', async () => {
  const listener = await listen()
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  expect(listener.isClosed()).toBe(false)
  setup.advance(61 * 60_000)
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  await expect.poll(() => [listener.isClosed(), upstream.isRead()]).toEqual([true, false])
})

it('an event stream closes before its access token expires', async () => {
  const listener = await listen()
  setup.advance(tokenSeconds * 1000 - 2 * heartbeatInterval)
  // Only the token's expiry can end the stream now.
  await setup.db.updateTable('sessions').set({ last_seen_at: '2026-11-18T16:19:00.000Z' }).execute()
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  await expect.poll(() => [listener.isClosed(), upstream.isRead()]).toEqual([true, false])
})

it('a disconnecting browser closes the stream at the service', async () => {
  const listener = await listen()
  expect(vi.getTimerCount()).toBe(1)
  await listener.close()
  await expect.poll(upstream.isRead).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

it('the 21st event stream of a session closes the oldest', async () => {
  const allStreams: Listener[] = []
  // With PostgreSQL, two processes respond alternately, each with its own limit.
  for (let count = 0; count < 42; count += 1) allStreams.push(await listen())
  await expect.poll(() => allStreams[0]?.isClosed()).toBe(true)
  expect(allStreams.slice(-20).some(({ isClosed }) => isClosed())).toBe(false)
})

it('an event stream survives database errors, which are reported', async () => {
  const listener = await listen()
  await setup.db.schema.dropTable('sessions').execute()
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  await expect.poll(() => setup.errors.length).toBe(1)
  expect(listener.isClosed()).toBe(false)
})

it('closing the gateway closes its event streams', async () => {
  const { response } = await setup.gateway.fetch(
    new Request('https://staffroom.example/api/v2/events', {
      headers: { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' },
    }),
    { id },
  )
  const listener = readEvents(response)
  listeners.push(listener)
  setup.gateway.close()
  await expect.poll(() => [listener.isClosed(), upstream.isRead()]).toEqual([true, false])
})

it('passes on a 404 and an HTML response to `GET /events`', async () => {
  setup.responses.api = () => Response.json({ code: 404 }, { status: 404 })
  expect((await setup.call('GET', '/api/v2/events', { id })).response.status).toBe(404)
  setup.responses.api = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
  const { response } = await setup.call('GET', '/api/v2/events', { id })
  expect(await response.text()).toBe('<!doctype html>')
})
