import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { heartbeatInterval, missedEvents } from '../../contract/events.ts'
import { type Listener, readEvents } from '../../testing/listenTo.ts'
import { splitIntoPayloads } from './changeFeed.ts'
import { createStreams } from './streams.ts'

const subscriber = (userId: number) => ({ userId, scopes: new Set<string>(), tokenId: userId })
const message = (version: number) => ({ kind: 'message', id: 7, version }) as const
const neverAborted = () => new AbortController().signal
const streamsOf = () => createStreams(async ids => new Set(ids))
const listeners: Listener[] = []
const readOf = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
  const listener = readEvents(new Response(body))
  listeners.push(listener)
  return listener
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const listener of listeners.splice(0)) await listener.close()
})

it('a slow reader is notified of missed events, and receives later ones', async () => {
  const streams = streamsOf()
  const body = streams.open(subscriber(1), neverAborted())
  for (let version = 1; version <= 1000; version += 1) await streams.notify(message(version), [1], () => true)
  const slow = readOf(body)
  await expect.poll(() => slow.received.at(-1)).toEqual(missedEvents)
  expect(slow.received.length).toBeLessThan(100)
  await streams.notify(message(1001), [1], () => true)
  await expect.poll(() => slow.received.at(-1)).toEqual(message(1001))
})

it('a stream that is not read for three heartbeats is closed', async () => {
  const streams = streamsOf()
  const body = streams.open(subscriber(1), neverAborted())
  for (let version = 1; version <= 100; version += 1) await streams.notify(message(version), [1], () => true)
  await vi.advanceTimersByTimeAsync(3 * heartbeatInterval)
  expect(streams.isEmpty()).toBe(true)
  await body.cancel()
})

it('a cancelled or aborted stream is removed and leaves no timer', async () => {
  const streams = streamsOf()
  const abortController = new AbortController()
  const streamBodies = [
    streams.open(subscriber(1), neverAborted()),
    streams.open(subscriber(2), abortController.signal),
  ]
  await streamBodies[0]?.cancel()
  expect(streams.isEmpty()).toBe(false)
  abortController.abort()
  expect(streams.isEmpty()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('ten thousand streams share one timer', () => {
  const streams = streamsOf()
  for (let person = 1; person <= 10_000; person += 1) streams.open(subscriber(person), neverAborted())
  expect(vi.getTimerCount()).toBe(1)
  streams.end()
  expect(vi.getTimerCount()).toBe(0)
})

it('a user has at most 20 streams; the oldest close', async () => {
  const streams = streamsOf()
  const readers = Array.from({ length: 25 }, () => streams.open(subscriber(1), neverAborted()).getReader())
  for (const reader of readers) await reader.read()
  const first = await Promise.all(readers.slice(0, 5).map(reader => reader.read()))
  expect(first.map(({ done }) => done)).toEqual([true, true, true, true, true])
  await streams.notify({ kind: 'message', id: 1, version: 1 }, [1], () => true)
  for (const reader of readers.slice(5)) expect((await reader.read()).done).toBe(false)
  streams.end()
})

it('every stream receives a comment per heartbeat', async () => {
  const streams = streamsOf()
  const readers = Array.from({ length: 50 }, (_, index) =>
    streams.open(subscriber(index), neverAborted()).getReader(),
  )
  for (const reader of readers)
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^retry/)
  await vi.advanceTimersByTimeAsync(heartbeatInterval)
  for (const reader of readers) expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n')
  streams.end()
})

it('events for 20,000 people are split into PostgreSQL notifications', () => {
  const people = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index)
  const texts = splitIntoPayloads([
    { event: message(1), to: { holdersOf: { field: 'chat_id', id: 7 } } },
    { event: { kind: 'chat', id: 7, version: 1 }, to: { people } },
  ])
  expect(Math.max(...texts.map(text => text.length))).toBeLessThan(8000)
  const recipients = texts.flatMap(text => JSON.parse(text) as { to: { people?: number[] } }[])
  expect(recipients.flatMap(({ to }) => to.people ?? [])).toEqual(people)
})
