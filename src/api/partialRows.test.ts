import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lessons } from '../contract/lessons.ts'
import { sampleLesson } from '../testing/samples.ts'
import { partialRows } from './cache/partialRows.ts'
import { query } from './cache/query.ts'
import { type Api, createApi } from './createApi.ts'

const course = { course_id: 8 }
const listQuery = query(lessons.list, course)
const partialKey = partialRows(lessons.list, course).queryKey

type OpenResponse = { send: (text: string) => void; end: () => void; fail: () => void; isCancelled: boolean }
let api: Api
let responses: OpenResponse[]

beforeEach(() => {
  responses = []
  api = createApi({ fetch: async (_path, init) => openResponse(init?.signal ?? undefined) })
  // Each piece is reported.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 400))
})
afterEach(() => {
  vi.restoreAllMocks()
  api.queryClient.clear()
})

function openResponse(signal: AbortSignal | undefined): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const response: OpenResponse = {
        isCancelled: false,
        send: text => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
        fail: () => controller.error(new TypeError('network error')),
      }
      responses.push(response)
      signal?.addEventListener('abort', () => {
        response.isCancelled = true
        controller.error(signal.reason)
      })
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

/** JSON without the closing bracket, in at least one piece. */
const startOfList = (count: number) =>
  `[${Array.from({ length: count }, (_, index) =>
    JSON.stringify({ ...sampleLesson, id: index + 1, note: 'x'.repeat(1000) }),
  ).join(',')}`
const getPartial = () => api.queryClient.getQueryData(partialKey)
const hasPartial = () => expect.poll(() => getPartial()?.rows.length ?? 0).toBeGreaterThan(0)
const response = async (position: number): Promise<OpenResponse> => {
  await expect.poll(() => responses.length).toBeGreaterThan(position)
  const open = responses[position]
  if (!open) throw new Error('no request')
  return open
}

/** The parser yields after each row, by `setImmediate`. */
async function waitUntilParsed(): Promise<void> {
  for (let turn = 0; turn < 1000; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

it('keeps the rows of a first load under their own key until the list is complete', async () => {
  const loading = api.queryClient.fetchQuery(listQuery)
  const first = await response(0)
  first.send(startOfList(300))
  first.send(`,${startOfList(300).slice(1)}`)
  await hasPartial()
  expect(api.queryClient.getQueryData(listQuery.queryKey)).toBeUndefined()
  first.send(']')
  first.end()
  expect((await loading).rows).toHaveLength(300)
  expect(getPartial()).toBeUndefined()
})

it('does not report partial rows while a cached list is fetched again', async () => {
  api.queryClient.setQueryData(listQuery.queryKey, { rows: [], unreadable: 0 })
  const loading = api.queryClient.fetchQuery({ ...listQuery, staleTime: Number.NEGATIVE_INFINITY })
  const first = await response(0)
  first.send(`${startOfList(300)},${startOfList(300).slice(1)}]`)
  first.end()
  const seen: unknown[] = []
  const unsubscribe = api.queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] === partialKey[0]) seen.push(queryKey)
  })
  await loading
  unsubscribe()
  expect(seen).toEqual([])
})

it('keeps the rows while a failed request is repeated, until the repeated request has more', async () => {
  const observer = new QueryObserver(api.queryClient, { ...listQuery, retryDelay: 0 })
  const unsubscribe = observer.subscribe(() => {})
  const first = await response(0)
  first.send(startOfList(500))
  await expect.poll(() => getPartial()?.rows.length ?? 0).toBeGreaterThan(200)
  const counts: number[] = []
  const stop = api.queryClient.getQueryCache().subscribe(() => counts.push(getPartial()?.rows.length ?? 0))
  first.fail()
  const second = await response(1)
  second.send(startOfList(1000))
  await expect.poll(() => getPartial()?.rows.length ?? 0).toBeGreaterThan(600)
  stop()
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  second.fail()
  const third = await response(2)
  third.fail()
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  expect(getPartial()).toBeUndefined()
  unsubscribe()
})

it.each(['cancelled', 'signed out'])('drops the rows when the request is %s', async reason => {
  const loading = api.queryClient.fetchQuery(listQuery).catch(() => undefined)
  const open = await response(0)
  // More pieces of this chunk follow.
  const stop = api.queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] !== partialKey[0] || !getPartial()) return
    stop()
    if (reason === 'cancelled') void api.queryClient.cancelQueries(listQuery)
    else api.forget()
  })
  open.send(startOfList(500))
  await loading
  await waitUntilParsed()
  expect(open.isCancelled).toBe(true)
  expect(api.queryClient.getQueryCache().find({ queryKey: partialKey })).toBeUndefined()
})

/** Returns the rows that had arrived. */
async function cancelObservedLoad(): Promise<WeakRef<object>> {
  const loading = api.queryClient.fetchQuery(listQuery).catch(() => undefined)
  const observer = new QueryObserver(api.queryClient, partialRows(lessons.list, course))
  const unsubscribe = observer.subscribe(() => {})
  const open = await response(0)
  open.send(startOfList(500))
  await hasPartial()
  const rows = new WeakRef<object>(getPartial()?.rows ?? [])
  await api.queryClient.cancelQueries(listQuery)
  await loading
  unsubscribe()
  return rows
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function isReleased(reference: WeakRef<object>): boolean {
  collectGarbage()
  return reference.deref() === undefined
}

it('releases the rows of a cancelled load when their observer was removed', async () => {
  const rows = await cancelObservedLoad()
  await expect.poll(() => isReleased(rows), { timeout: 20_000 }).toBe(true)
})
