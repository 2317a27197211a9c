import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { lessons } from '../contract/lessons.ts'
import { me } from '../contract/me.ts'
import { keyOf, query } from './cache/query.ts'
import { readTag, responseInfoOf, setResponseInfo } from './client/responseInfo.ts'
import { createApi } from './createApi.ts'

const lesson = (id: number, name: string) => ({
  id,
  name,
  short: name.slice(0, 2),
  room: '',
  teacher: '',
  note: '',
  color: null,
  rooms: [],
  is_gradable: true,
  is_timetable_only: false,
})
const ours = { course_id: 1 }

let rows: unknown[]
let tagged: boolean
let sentTags: (string | null)[]
let bodies: number
let now: number
const respond = async (_path: string, init: RequestInit = {}) => {
  const wanted = new Headers(init.headers).get('If-None-Match')
  sentTags.push(wanted)
  const tag = `"${JSON.stringify(rows).length}-${rows.length}"`
  const headers = tagged ? { ETag: tag } : undefined
  if (tagged && wanted === tag) return new Response(null, { status: 304, headers: { ETag: tag } })
  bodies += 1
  return Response.json(rows, headers && { headers })
}
const createTestApi = () => createApi({ fetch: respond, clock: () => now })
let api: ReturnType<typeof createTestApi>
const read = async () => {
  await api.queryClient.fetchQuery({ ...query(lessons.list, ours), staleTime: 0 })
  const cached = api.queryClient.getQueryData(keyOf(lessons.list, ours))
  if (!cached) throw new Error('no data is cached')
  return cached
}

beforeEach(() => {
  rows = [lesson(1, 'Maths'), lesson(2, 'Art')]
  tagged = true
  sentTags = []
  bodies = 0
  now = Date.UTC(2026, 10, 18, 8)
  api = createTestApi()
})
afterEach(() => api.queryClient.clear())

it('sends If-None-Match, and keeps the cached object after a 304', async () => {
  const first = await read()
  const drawn: unknown[] = []
  const observer = new QueryObserver(api.queryClient, { ...query(lessons.list, ours), staleTime: 60_000 })
  const stop = observer.subscribe(({ data }) => drawn.push(data))
  observer.getCurrentResult()
  now += 5000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  onTestFinished(() => void vi.useRealTimers())
  const before = api.queryClient.getQueryState(keyOf(lessons.list, ours))?.dataUpdatedAt ?? 0
  expect(await read()).toBe(first)
  stop()
  expect(sentTags).toEqual([null, expect.stringContaining('"')])
  expect(bodies).toBe(1)
  expect(new Set(drawn)).toEqual(new Set([first]))
  expect(responseInfoOf(first)?.requestedAt).toBe(now)
  expect(api.queryClient.getQueryState(keyOf(lessons.list, ours))?.dataUpdatedAt).toBeGreaterThan(before)
})

it('stores changed rows with their ETag, and keeps unchanged rows', async () => {
  const first = await read()
  rows = [lesson(1, 'Maths'), lesson(2, 'Arts')]
  const second = await read()
  expect(second).not.toBe(first)
  expect(second.rows[0]).toBe(first.rows[0])
  expect(await read()).toBe(second)
  expect(bodies).toBe(2)
})

it('keeps the ETag of a list that is too long to compare', async () => {
  rows = Array.from({ length: 1001 }, (_, index) => lesson(index + 1, 'Maths'))
  const first = await read()
  expect(await read()).toBe(first)
})

it('sends no ETag for data that a write has patched', async () => {
  const list = await read()
  const changed = { ...list, rows: list.rows.slice(1) }
  api.queryClient.setQueryData(keyOf(lessons.list, ours), changed)
  const again = await read()
  expect(sentTags).toEqual([null, null])
  expect(again.rows).toHaveLength(2)
})

it('sends no If-None-Match if the ETag is missing or invalid', async () => {
  tagged = false
  await read()
  await read()
  expect(sentTags).toEqual([null, null])
  expect([readTag('W/"1"'), readTag('"a b"'), readTag('plain'), readTag(null)]).toEqual([
    'W/"1"',
    undefined,
    undefined,
    undefined,
  ])
})

it('treats a 304 to a request without ETag as offContract', async () => {
  api = createApi({ fetch: async () => new Response(null, { status: 304 }), clock: () => now })
  await expect(api.call(me.get, {})).rejects.toMatchObject({ kind: 'offContract' })
})

it('does not replace newer data with a late response', async () => {
  const requested = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const list = await read()
  api = createApi({
    fetch: async (path, init) => {
      requested.resolve()
      await release.promise
      return respond(path, init)
    },
    clock: () => now,
  })
  api.queryClient.setQueryData(keyOf(lessons.list, ours), list)
  const asking = read()
  await requested.promise
  now += 1000
  const newer = { ...list, rows: list.rows.slice(0, 1) }
  setResponseInfo(newer, { requestedAt: now })
  api.queryClient.setQueryData(keyOf(lessons.list, ours), newer)
  rows = [lesson(7, 'Late')]
  release.resolve()
  await asking
  const getCachedIds = () => api.queryClient.getQueryData(keyOf(lessons.list, ours))?.rows.map(({ id }) => id)
  expect(getCachedIds()).toEqual([1])
  // After the clock was set back, a new response must replace the data.
  now -= 86_400_000
  await read()
  expect(getCachedIds()).toEqual([7])
})
