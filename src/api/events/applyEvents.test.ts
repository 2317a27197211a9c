import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { writeIdHeader } from '../../contract/events.ts'
import { files } from '../../contract/files.ts'
import { homework } from '../../contract/homework.ts'
import { permissions } from '../../contract/permissions.ts'
import { submissions } from '../../contract/submissions.ts'
import { timeline } from '../../contract/timeline.ts'
import { query } from '../cache/query.ts'
import { createRateLimit } from '../client/rateLimit.ts'
import { createApi } from '../createApi.ts'
import { createEventReader } from './applyEvents.ts'

const second = 1000
const sent: string[] = []
let api: ReturnType<typeof createApi>
let reader: ReturnType<typeof createEventReader>
let isVisible: boolean
/** Delays the responses of writes. */
let writing: Promise<void>
/** In ms. */
let reading: number
let headers: Headers
const lastWriteId = () => headers.get(writeIdHeader) ?? ''

const task = {
  ...{
    id: 5,
    course_id: 7,
    lesson_id: 1,
    text: 'Task',
    note: null,
    until_datetime: '2026-11-20T08:00:00+01:00',
  },
  ...{ can_edit: true, is_submissionable: true },
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:00:00+01:00') })
  sent.length = 0
  isVisible = true
  writing = Promise.resolve()
  reading = 0
  api = createApi({
    clock: Date.now,
    rateLimit: createRateLimit({ random: () => 0.5 }),
    async fetch(path, init) {
      sent.push(`${init?.method} ${path.replace('/api/v2', '')}`)
      headers = new Headers(init?.headers)
      if (init?.method === 'GET') {
        if (reading > 0) await new Promise(resolve => setTimeout(resolve, reading))
        return Response.json([])
      }
      await writing
      return Response.json(init?.method === 'POST' ? [task] : task)
    },
  })
  const page = { isVisible: () => isVisible }
  reader = createEventReader({ api, clock: Date.now, random: () => 0.5, page })
})
afterEach(() => {
  reader.close()
  api.queryClient.clear()
  api.rateLimit.close()
  vi.useRealTimers()
})

async function mount(...reads: { endpoint: Endpoint & { method: 'GET' }; input: object }[]) {
  for (const { endpoint, input } of reads) {
    new QueryObserver(api.queryClient, query(endpoint, input as never)).subscribe(() => undefined)
  }
  await vi.advanceTimersByTimeAsync(second)
  sent.length = 0
}
const receiveEvent = async (
  kind: Parameters<typeof reader.apply>[0]['kind'],
  id: number,
  ms = 3 * second,
) => {
  reader.apply({ kind, id, version: Date.now() })
  await vi.advanceTimersByTimeAsync(ms)
}

describe('an event', () => {
  it.each([
    ['homework', 7, 'GET /courses/7/homeworks'],
    ['timeline', 7, 'GET /courses/7/timetable/timeline'],
    ['file', 7, 'GET /course/7/files'],
    ['permission', 7, 'GET /permissions?file_id=7'],
  ] as const)('of the kind %s invalidates only queries with its ID', async (kind, id, call) => {
    await mount(
      ...[7, 8].flatMap(each => [
        { endpoint: homework.list, input: { course_id: each } },
        { endpoint: submissions.list, input: { todo_id: each } },
        { endpoint: timeline.days, input: { course_id: each } },
        { endpoint: files.list, input: { course_id: each } },
        { endpoint: permissions.list, input: { file_id: each } },
      ]),
    )
    await receiveEvent(kind, id)
    expect(sent).toEqual([call])
  })

  it('that happened before the request of a list does not load it again', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const apply = async (age_ms: number) => {
      reader.apply({ kind: 'homework', id: 7, version: Date.now() - age_ms, age_ms })
      await vi.advanceTimersByTimeAsync(3 * second)
    }
    await apply(5 * second)
    expect(sent).toEqual([])
    await apply(0)
    expect(sent).toEqual(['GET /courses/7/homeworks'])
  })

  it('of a submission invalidates the lists of homework too, which count submissions', async () => {
    const reads = [7, 8].flatMap(each => [
      { endpoint: homework.list, input: { course_id: each } },
      { endpoint: submissions.list, input: { todo_id: each } },
    ])
    await mount(...reads)
    await receiveEvent('submission', 7)
    expect(sent.toSorted()).toEqual([
      'GET /courses/7/homeworks',
      'GET /courses/8/homeworks',
      'GET /todos/7/submissions',
    ])
  })

  it('does not invalidate a query with its number as another parameter', async () => {
    await mount({ endpoint: timeline.days, input: { course_id: 3, days_forward: 7 } })
    await receiveEvent('timeline', 7)
    expect(sent).toEqual([])
  })
})

describe('a burst of events', () => {
  it('causes a refetch at once, then less often, and at the end', async () => {
    await mount({ endpoint: files.list, input: { course_id: 7 } })
    for (let nth = 0; nth < 100; nth += 1) await receiveEvent('file', 7, second)
    expect(sent.length).toBeGreaterThanOrEqual(4)
    expect(sent.length).toBeLessThan(12)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(180 * second)
    expect(sent.length).toBe(before + 1)
  })
})

describe('slow responses', () => {
  it('are not requested back to back', async () => {
    await mount({ endpoint: files.list, input: { course_id: 7 } })
    reading = 1500
    for (let nth = 0; nth < 60; nth += 1) await receiveEvent('file', 7, second)
    // The delay doubles each time.
    expect(sent.length).toBeLessThan(9)
  })
})

describe('an event of a write of this page', () => {
  const change = () => api.call(homework.change, { course_id: 7, homework_id: 5, body: { text: 'Task' } })
  const gets = () => sent.filter(call => call.startsWith('GET'))
  const receiveOwn = async (write_id: string) => {
    reader.apply({ kind: 'homework', id: 7, version: Date.now(), write_id })
    await vi.advanceTimersByTimeAsync(3 * second)
  }

  it('causes no request, before or after the response', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const { promise, resolve } = Promise.withResolvers<void>()
    writing = promise
    const changed = change()
    await vi.advanceTimersByTimeAsync(10)
    await receiveOwn(lastWriteId())
    resolve()
    await changed
    await receiveOwn(lastWriteId())
    expect(gets()).toEqual([])
  })

  it('causes a request if the response was lost', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const { promise, reject } = Promise.withResolvers<void>()
    writing = promise
    const failed = expect(change()).rejects.toMatchObject({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(10)
    await receiveOwn(lastWriteId())
    expect(gets()).toEqual([])
    reject(new TypeError('connection lost'))
    await failed
    await vi.advanceTimersByTimeAsync(3 * second)
    expect(gets()).toEqual(['GET /courses/7/homeworks'])
  })

  it('does not hide other events that arrive during the write', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const { promise, resolve } = Promise.withResolvers<void>()
    writing = promise
    const changed = change()
    await vi.advanceTimersByTimeAsync(10)
    await receiveOwn('another-page')
    expect(gets()).toEqual(['GET /courses/7/homeworks'])
    resolve()
    await changed
  })

  it('has a new ID for each write', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    expect(lastWriteId()).toBe('')
    await change()
    const first = lastWriteId()
    await change()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(lastWriteId()).not.toBe(first)
  })
})

describe('a failed refetch', () => {
  it('is repeated later', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const responseJson = vi.spyOn(Response, 'json')
    responseJson.mockImplementationOnce(() => new Response('', { status: 503 }))
    await receiveEvent('homework', 7)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20 * second)
    expect(sent).toHaveLength(2)
    responseJson.mockRestore()
  })
})

describe('the debug switch', () => {
  let logged: unknown[][]
  beforeEach(() => {
    logged = []
    vi.spyOn(console, 'debug').mockImplementation((...line) => void logged.push(line))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const turnOn = (value: string) => vi.stubGlobal('localStorage', { getItem: () => value })

  it('logs each event and the GETs it invalidates', async () => {
    turnOn('delivery,events')
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    const event = { kind: 'homework', id: 7, version: 1, title: 'Secret' } as const
    reader.apply(event)
    expect(logged).toEqual([
      [
        '[staffroom events]',
        {
          ...{ kind: 'homework', id: 7, version: 1, upToDate: [] },
          invalidates: [`GET ${homework.list.path} course_id=7`],
        },
      ],
    ])
  })

  it('logs an event of a write of this page as its own', async () => {
    turnOn('events')
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    await api.call(homework.change, { course_id: 7, homework_id: 5, body: { text: 'Secret' } })
    const event = { kind: 'homework', id: 7, version: 1 } as const
    reader.apply({ ...event, write_id: lastWriteId() })
    await vi.advanceTimersByTimeAsync(second)
    expect(logged.at(-1)?.[1]).toEqual({ ...event, isOwn: true })
    expect(JSON.stringify(logged)).not.toContain('Secret')
  })

  it('logs no event if it is off or the storage is blocked', async () => {
    await mount({ endpoint: homework.list, input: { course_id: 7 } })
    turnOn('delivery')
    await receiveEvent('homework', 7)
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    await receiveEvent('homework', 7)
    expect(logged).toEqual([])
  })
})
