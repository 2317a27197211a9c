import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf, query } from '../../api/cache/query.ts'
import { createApi } from '../../api/createApi.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { permissions } from '../../contract/permissions.ts'
import { type AtOnceKind, newIn, reconcileNew, type Sent, sendAtOnce } from './sendAtOnce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const newChat: AtOnceKind<typeof chats.create, readonly Pick<Chat, 'id'>[], number> = {
  endpoint: chats.create,
  fetchRemote: async (_, call) => (await call(chats.list, {})).rows,
  reconcile: reconcileNew,
  made: ({ before, answer, now }) => answer?.id ?? (now && newIn(before, now)[0]?.id),
}
const row = (id: number) => ({
  ...{ id, name: 'Ski week', created_at: '2026-11-18 08:00:00', last_message_at: null, url: `/chats/${id}` },
  ...{ broadcast_only: false, files_allowed: true, is_admin: true, can_write: true, unread_messages: 0 },
})

/** Creates a chat at a service that has chat 1 and answers with `answer`. Returns the service and the outcome. */
function create(answer: () => Response, before?: readonly Pick<Chat, 'id'>[]) {
  const service = { rows: [row(1)], asked: [] as string[], isDown: false }
  const { queryClient } = createApi({
    fetch: async (_, { method = '' } = {}) => {
      service.asked.push(method)
      if (method === 'POST') return answer()
      return service.isDown ? new Response('', { status: 502 }) : Response.json(service.rows)
    },
  })
  const outcome: { sent?: Sent<number>; isLost: boolean } = { isLost: false }
  const asked = { input: { body: { name: 'Ski week', broadcast_only: false, files_allowed: true } }, before }
  void sendAtOnce(queryClient, newChat, asked, () => {
    outcome.isLost = true
  }).then(sent => {
    outcome.sent = sent
  })
  return { service, outcome, queryClient }
}
const lost = () => new Response('<html>Gateway timeout</html>', { status: 504 })
const status = (code: number) => () => new Response('', { status: code })

describe('sendAtOnce', () => {
  it('is done with the response, and refused with an error of the service', async () => {
    const { outcome } = create(() => Response.json(row(2)), [row(1)])
    const { outcome: refused, service } = create(status(403), [row(1)])
    const { outcome: notOffered } = create(status(501), [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: false, sent: { kind: 'done', made: 2 } })
    expect(refused).toMatchObject({ isLost: false, sent: { kind: 'refused', error: { kind: 'forbidden' } } })
    expect(notOffered).toMatchObject({ isLost: false, sent: { kind: 'refused' } })
    expect(service.asked).toEqual(['POST'])
  })

  it('finds the result after a lost response without a second send, and updates the cache', async () => {
    const { service, outcome, queryClient } = create(() => {
      service.rows.push(row(2))
      return lost()
    }, [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: true, sent: { kind: 'done', made: 2 } })
    expect(service.asked).toEqual(['POST', 'GET'])
    expect(queryClient.getQueryData(keyOf(chats.list, {}))?.rows).toHaveLength(2)
  })

  it('invalidates the other affected queries after a lost response, but not the one it just read', async () => {
    const access = query(permissions.list, { chat_id: 1 })
    const { service, outcome, queryClient } = create(() => {
      service.rows.push(row(2))
      return lost()
    }, [row(1)])
    await queryClient.prefetchQuery(access)
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.sent).toEqual({ kind: 'done', made: 2 })
    expect(queryClient.getQueryState(access.queryKey)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(keyOf(chats.list, {}))?.isInvalidated).toBe(false)
  })

  it('waits 5 s before it reports a lost request as not found', async () => {
    const late = create(lost, [row(1)])
    const never = create(lost, [row(1)])
    await vi.advanceTimersByTimeAsync(4900)
    expect([late.outcome, never.outcome]).toEqual([{ isLost: true }, { isLost: true }])
    late.service.rows.push(row(2))
    await vi.advanceTimersByTimeAsync(100)
    expect(late.outcome.sent).toEqual({ kind: 'done', made: 2 })
    expect(never.outcome.sent).toMatchObject({ kind: 'notThere', error: { status: 504 } })
    expect(never.service.asked).toEqual(['POST', 'GET', 'GET'])
  })

  it('is uncertain if the previous state is unknown or can’t be read, until lookAgain()', async () => {
    const { outcome: unknown } = create(lost)
    const { service, outcome } = create(lost, [row(1)])
    service.isDown = true
    await vi.advanceTimersByTimeAsync(0)
    expect(unknown.sent).toMatchObject({ kind: 'uncertain', error: undefined })
    const { sent } = outcome
    expect(sent).toMatchObject({ kind: 'uncertain', error: { kind: 'server' } })
    service.isDown = false
    await vi.advanceTimersByTimeAsync(6000)
    expect(sent?.kind === 'uncertain' && (await sent.lookAgain())).toMatchObject({ kind: 'notThere' })
  })
})

describe('reconcileNew', () => {
  const ids = (...all: readonly number[]) => all.map(id => ({ id }))
  it.each([
    ['sends without a new row', ids(1), ids(1), 'send'],
    ['is done with a new row', ids(1), ids(1, 2), 'done'],
    ['is done with two new rows', ids(1), ids(1, 2, 3), 'done'],
    ['sends without any row, even if the previous rows are unknown', undefined, ids(), 'send'],
    ['is unknown if the row may be older', undefined, ids(1), 'unknown'],
  ] as const)('%s', (_what, before, now, verdict) => {
    expect(reconcileNew({ before, now })).toBe(verdict)
  })
})
