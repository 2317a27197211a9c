import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf, query } from '../../api/cache/query.ts'
import { createApi } from '../../api/createApi.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { permissions } from '../../contract/permissions.ts'
import { type DirectWriteKind, findAddedRow, type SendOutcome, sendDirectly } from './directWrite.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Before = readonly Pick<Chat, 'id'>[]
const newChat: DirectWriteKind<typeof chats.create, number, Before> = {
  endpoint: chats.create,
  toResult: ({ id }) => id,
  async wasApplied({ before }, call) {
    const found = findAddedRow(before, (await call(chats.list, {})).rows)
    return found ? found.id : found
  },
}
const row = (id: number) => ({
  ...{ id, name: 'Ski week', created_at: '2026-11-18 08:00:00', last_message_at: null, url: `/chats/${id}` },
  ...{ broadcast_only: false, files_allowed: true, is_admin: true, can_write: true, unread_messages: 0 },
})

/** Creates a chat at a service that has chat 1. */
function create(respond: () => Response, before?: Before, mayBeApplied = false) {
  const service = { rows: [row(1)], calls: [] as string[], isDown: false }
  const { queryClient } = createApi({
    fetch: async (_, { method = '' } = {}) => {
      service.calls.push(method)
      if (method === 'POST') return respond()
      return service.isDown ? new Response('', { status: 502 }) : Response.json(service.rows)
    },
  })
  const outcome: { sent?: SendOutcome<number>; isLost: boolean } = { isLost: false }
  const request = {
    input: { body: { name: 'Ski week', broadcast_only: false, files_allowed: true } },
    before,
    mayBeApplied,
  }
  void sendDirectly(queryClient, newChat, request, () => {
    outcome.isLost = true
  }).then(sent => {
    outcome.sent = sent
  })
  return { service, outcome, queryClient }
}
const lost = () => new Response('<html>Gateway timeout</html>', { status: 504 })
const status = (code: number) => () => new Response('', { status: code })

describe('sendDirectly', () => {
  it('resolves to done with the response, and to refused after an error', async () => {
    const { outcome } = create(() => Response.json(row(2)), [row(1)])
    const { outcome: refused, service } = create(status(403), [row(1)])
    const { outcome: notOffered } = create(status(501), [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: false, sent: { kind: 'done', result: 2 } })
    expect(refused).toMatchObject({ isLost: false, sent: { kind: 'refused', error: { kind: 'forbidden' } } })
    expect(notOffered).toMatchObject({ isLost: false, sent: { kind: 'refused' } })
    expect(service.calls).toEqual(['POST'])
  })

  it('finds the result after a lost response, and updates the cache', async () => {
    const { service, outcome, queryClient } = create(() => {
      service.rows.push(row(2))
      return lost()
    }, [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: true, sent: { kind: 'done', result: 2 } })
    expect(service.calls).toEqual(['POST', 'GET'])
    expect(queryClient.getQueryData(keyOf(chats.list, {}))?.rows).toHaveLength(2)
  })

  it('invalidates other affected queries after a lost response', async () => {
    const access = query(permissions.list, { chat_id: 1 })
    const { service, outcome, queryClient } = create(() => {
      service.rows.push(row(2))
      return lost()
    }, [row(1)])
    await queryClient.prefetchQuery(access)
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.sent).toEqual({ kind: 'done', result: 2 })
    expect(queryClient.getQueryState(access.queryKey)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(keyOf(chats.list, {}))?.isInvalidated).toBe(false)
  })

  it('is not applied if the list does not contain the result', async () => {
    const { service, outcome } = create(lost, [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.sent).toMatchObject({ kind: 'notApplied', error: { status: 504 } })
    expect(service.calls).toEqual(['POST', 'GET'])
  })

  it('verifies an earlier lost request before it sends another one', async () => {
    const { outcome, service } = create(() => Response.json(row(2)), [], true)
    const { outcome: other, service: empty } = create(() => Response.json(row(2)), [row(1)], true)
    await vi.advanceTimersByTimeAsync(0)
    expect([outcome.sent, service.calls]).toEqual([{ kind: 'done', result: 1 }, ['GET']])
    expect([other.sent, empty.calls]).toEqual([{ kind: 'done', result: 2 }, ['GET', 'POST']])
  })

  it('is uncertain without the previous state or the list', async () => {
    const { outcome: unknown } = create(lost)
    const { service, outcome } = create(lost, [row(1)])
    service.isDown = true
    await vi.advanceTimersByTimeAsync(0)
    expect(unknown.sent).toMatchObject({ kind: 'uncertain', error: { status: 504 } })
    expect(outcome.sent).toMatchObject({ kind: 'uncertain', error: { status: 502 } })
  })
})

describe('findAddedRow', () => {
  const ids = (...all: readonly number[]) => all.map(id => ({ id }))
  it.each([
    ['false without a new row', ids(1), ids(1), false],
    ['a new row', ids(1), ids(1, 2), { id: 2 }],
    ['the newest of two new rows', ids(1), ids(1, 2, 3), { id: 3 }],
    ['false without any row, even if the previous rows are unknown', undefined, ids(), false],
    ['undefined if the row may be older', undefined, ids(1), undefined],
  ] as const)('returns %s', (_what, before, now, found) => {
    expect(findAddedRow(before, now)).toEqual(found)
  })
})
