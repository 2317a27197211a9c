import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { endpoint, rows } from '../contract/endpoint.ts'
import type { ApiError } from './client/ApiError.ts'
import { createCall } from './client/call.ts'
import { createKeySupport } from './client/keySupport.ts'
import { createMissingEndpoints } from './client/missingEndpoints.ts'
import { createOwnWrites } from './client/ownWrites.ts'
import { createRateLimit } from './client/rateLimit.ts'

const things = endpoint('GET /things', '', {
  resource: 'chat',
  response: rows(z.looseObject({ id: z.int(), name: z.string() })),
})

const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('resolved'),
    error => error,
  )

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const callWith = (fetch: (path: string, init?: RequestInit) => Promise<Response>) =>
  createCall({
    fetch,
    rateLimit: createRateLimit(),
    missingEndpoints: createMissingEndpoints(),
    keySupport: createKeySupport(),
    ownWrites: createOwnWrites(),
    clock: Date.now,
  })

it('causes an offline error after 20 s for a read', async () => {
  const silent = callWith(
    (_path, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
  )
  const failed = failureOf(silent(things, {}))
  await vi.advanceTimersByTimeAsync(19_999)
  await vi.advanceTimersByTimeAsync(1)
  const error = await failed
  expect(error.kind).toBe('offline')
  expect(error.cause).toMatchObject({ name: 'TimeoutError' })
})

/** Responds with a list, one part every 15 s. Stops after `count` parts. */
const respondSlowly = (count: number) =>
  callWith(async (_path, init) => {
    const parts = ['[{"id":1,"name":"A"},', '{"id":2,"name":"B"},', '{"id":3,"name":"C"}', ']'].slice(
      0,
      count,
    )
    const isComplete = count === 4
    const body = new ReadableStream({
      async pull(controller) {
        const part = parts.shift()
        if (part === undefined) return isComplete ? controller.close() : new Promise(() => undefined)
        await new Promise(resolve => setTimeout(resolve, 15_000))
        controller.enqueue(new TextEncoder().encode(part))
      },
      start: controller =>
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })

it('may take longer than 20 s if parts of the response arrive', async () => {
  const result = respondSlowly(4)(things, {})
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await result).toMatchObject({ rows: [{ id: 1 }, { id: 2 }, { id: 3 }] })
})

it('causes an offline error 20 s after the last part', async () => {
  const failed = failureOf(respondSlowly(2)(things, {}))
  await vi.advanceTimersByTimeAsync(50_000)
  expect((await failed).cause).toMatchObject({ name: 'TimeoutError' })
})
