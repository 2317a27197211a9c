import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chats } from '../contract/chats.ts'
import { write } from './cache/query.ts'
import { createApi } from './createApi.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chat = {
  ...{ id: 2, name: 'Trip', created_at: '2026-11-18 08:00:00', last_message_at: null, url: '/chats/2' },
  ...{ broadcast_only: false, files_allowed: true, is_admin: true, can_write: true, unread_messages: 0 },
}
type Outcome = 'ok' | 'lost' | 'lostExecuted' | number

async function create(outcomes: Outcome[], { withKeys = true } = {}) {
  const keys: (string | null)[] = []
  let executed = 0
  const known = new Set<string | null>()
  const headers: HeadersInit = withKeys ? { 'Accept-Idempotency-Key': '?1' } : {}
  const api = createApi({
    fetch: async (_, init = {}) => {
      if (init.method === 'GET') return Response.json([], { headers })
      const key = new Headers(init.headers).get('Idempotency-Key')
      keys.push(key)
      const outcome = outcomes.shift() ?? 'ok'
      if (typeof outcome === 'number') return Response.json({}, { status: outcome })
      if (outcome !== 'lost' && !known.has(key)) executed += 1
      if (outcome !== 'lost' && withKeys) known.add(key)
      if (outcome !== 'ok') throw new TypeError('Failed to fetch')
      return Response.json(chat, { headers })
    },
  })
  await api.call(chats.list, {})
  const mutation = api.queryClient.getMutationCache().build(api.queryClient, write(chats.create))
  const created = mutation
    .execute({ body: { name: 'Trip', broadcast_only: false, files_allowed: true } })
    .then(
      ({ id }) => id,
      error => `${error.kind} ${error.status ?? ''}`.trim(),
    )
  await vi.advanceTimersByTimeAsync(60_000)
  api.queryClient.clear()
  return { result: await created, executed, keys: keys.length, distinctKeys: new Set(keys).size }
}

describe('a write of a form whose response was lost', () => {
  it.each<[Outcome[], number | string, number, number]>([
    [['lostExecuted'], 2, 1, 2],
    [['lost', 'lostExecuted'], 2, 1, 3],
    [['lostExecuted', 503, 429], 'offline', 1, 3],
    [['lostExecuted', 401], 2, 1, 3],
    [['lost', 403], 'forbidden 403', 0, 2],
    [['lost', 'lost', 'lost'], 'offline', 0, 3],
    [[500, 'lostExecuted', 'lost'], 'server 500', 1, 3],
  ])('is sent again with the same key to a service that supports keys: %j', async (outcomes, ...expected) => {
    const { result, executed, keys, distinctKeys } = await create(outcomes)
    expect([result, executed, keys]).toEqual(expected)
    expect(distinctKeys).toBe(1)
  })

  it('is not sent again to a service without keys', async () => {
    expect(await create(['lostExecuted'], { withKeys: false })).toMatchObject({
      ...{ result: 'offline', executed: 1, keys: 1 },
    })
  })

  it('is not sent again after a refusal', async () => {
    expect(await create([422])).toMatchObject({ result: 'invalid 422', executed: 0, keys: 1 })
  })
})
