import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chats } from '../contract/chats.ts'
import { documents } from '../contract/documents.ts'
import { homework } from '../contract/homework.ts'
import { sampleHomework } from '../testing/samples.ts'
import { query } from './cache/query.ts'
import { createApi } from './createApi.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function openStalledScreen() {
  const requests: { path: string; signal: AbortSignal | null | undefined; respond: () => void }[] = []
  const { queryClient, slowReads } = createApi({
    fetch: (path, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        requests.push({ path, signal, respond: () => resolve(Response.json([])) })
      }),
  })
  const onChange = vi.fn()
  slowReads.subscribe(onChange)
  const screen = new QueryObserver(queryClient, query(chats.list, {}))
  return { requests, queryClient, slowReads, onChange, screen, leave: screen.subscribe(() => undefined) }
}

it('isSlow is true after ten seconds, and again() sends a new request', async () => {
  const { requests, slowReads, onChange, screen } = openStalledScreen()
  await vi.advanceTimersByTimeAsync(9_900)
  expect([slowReads.isSlow(), onChange.mock.calls.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(400)
  expect([slowReads.isSlow(), onChange.mock.calls.length]).toEqual([true, 1])
  slowReads.retry()
  await vi.advanceTimersByTimeAsync(50)
  expect(requests.map(({ path, signal }) => [path, signal?.aborted])).toEqual([
    ['/api/v2/chats', true],
    ['/api/v2/chats', false],
  ])
  expect(slowReads.isSlow()).toBe(false)
  requests[1]?.respond()
  await vi.advanceTimersByTimeAsync(50)
  expect(screen.getCurrentResult().data).toEqual({ rows: [], unreadable: 0 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slowReads.isSlow()).toBe(false)
})

it('wait() resets isSlow, and the request continues', async () => {
  const { requests, slowReads } = openStalledScreen()
  await vi.advanceTimersByTimeAsync(10_300)
  slowReads.snooze()
  expect(slowReads.isSlow()).toBe(false)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.signal?.aborted).toBe(false)
})

it('isSlow ignores queries with data, downloads and background queries', async () => {
  const { requests, slowReads, queryClient, leave } = openStalledScreen()
  await vi.advanceTimersByTimeAsync(50)
  requests[0]?.respond()
  await vi.advanceTimersByTimeAsync(50)
  void queryClient.refetchQueries()
  new QueryObserver(queryClient, query(documents.content, { document_id: 1 })).subscribe(() => undefined)
  const ahead = query(homework.list, { course_id: 1 }, { priority: 'background' })
  new QueryObserver(queryClient, ahead).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(slowReads.isSlow()).toBe(false)
  const other = new QueryObserver(queryClient, query(homework.list, { course_id: 2 })).subscribe(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  other()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(slowReads.isSlow()).toBe(false)
  leave()
})

it('isSlow does not count the delay by the rate limit', async () => {
  let isRefused = true
  const { queryClient, slowReads } = createApi({
    async fetch() {
      if (isRefused) return new Response('', { status: 429, headers: { 'Retry-After': '30' } })
      return new Promise(() => undefined)
    },
  })
  const stop = new QueryObserver(queryClient, query(chats.list, {})).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(slowReads.isSlow()).toBe(false)
  isRefused = false
  // The pause ends, and the next request receives no response.
  await vi.advanceTimersByTimeAsync(12_000)
  expect(slowReads.isSlow()).toBe(false)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(slowReads.isSlow()).toBe(true)
  stop()
})

it('isSlow is false while rows arrive', async () => {
  let send = (_text: string) => {}
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      send = text => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const { queryClient, slowReads } = createApi({ fetch: async () => new Response(body) })
  new QueryObserver(queryClient, query(homework.list, { course_id: 1 })).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(9_000)
  send(`[${JSON.stringify({ ...sampleHomework, note: 'x'.repeat(200_000) })}`)
  send(`,${JSON.stringify({ ...sampleHomework, id: 2, note: 'x'.repeat(200_000) })},{`)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(slowReads.isSlow()).toBe(false)
})
