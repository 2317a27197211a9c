import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chats } from '../contract/chats.ts'
import { documents } from '../contract/documents.ts'
import { homework } from '../contract/homework.ts'
import { query } from './cache/query.ts'
import { createApi } from './createApi.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A service that never answers until it is let, and a screen that waits for the chats. */
function stalled() {
  const asked: { path: string; signal: AbortSignal | null | undefined; answer: () => void }[] = []
  const { queryClient, slowReads } = createApi({
    fetch: (path, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        asked.push({ path, signal, answer: () => resolve(Response.json([])) })
      }),
  })
  const told = vi.fn()
  slowReads.subscribe(told)
  const screen = new QueryObserver(queryClient, query(chats.list, {}))
  return { asked, queryClient, slowReads, told, screen, leave: screen.subscribe(() => undefined) }
}

it('says after ten seconds that nothing came, and asks anew when a person says so', async () => {
  const { asked, slowReads, told, screen } = stalled()
  await vi.advanceTimersByTimeAsync(9_900)
  expect([slowReads.isSlow(), told.mock.calls.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(400)
  expect([slowReads.isSlow(), told.mock.calls.length]).toEqual([true, 1])
  slowReads.again()
  await vi.advanceTimersByTimeAsync(50)
  expect(asked.map(({ path, signal }) => [path, signal?.aborted])).toEqual([
    ['/api/v2/chats', true],
    ['/api/v2/chats', false],
  ])
  expect(slowReads.isSlow()).toBe(false)
  asked[1]?.answer()
  await vi.advanceTimersByTimeAsync(50)
  expect(screen.getCurrentResult().data).toEqual({ rows: [], unreadable: 0 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slowReads.isSlow()).toBe(false)
})

it('says nothing for a while to who waits, and the call goes on', async () => {
  const { asked, slowReads } = stalled()
  await vi.advanceTimersByTimeAsync(10_300)
  slowReads.wait()
  expect(slowReads.isSlow()).toBe(false)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.signal?.aborted).toBe(false)
})

it('says nothing of what has something to show, of bytes, of what nobody asked for, nor of what was left', async () => {
  const { asked, slowReads, queryClient, leave } = stalled()
  await vi.advanceTimersByTimeAsync(50)
  asked[0]?.answer()
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

it('does not count the time for which the rate limit holds a request back', async () => {
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
  // The pause ends, and the request that follows is not answered.
  await vi.advanceTimersByTimeAsync(12_000)
  expect(slowReads.isSlow()).toBe(false)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(slowReads.isSlow()).toBe(true)
  stop()
})
