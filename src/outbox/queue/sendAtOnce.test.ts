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

/** A service with chat 1 that answers a creation with `answer`, and what became of creating one there. */
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

describe('what is sent at once', () => {
  it('is done with its answer, and refused with the service’s no', async () => {
    const { outcome } = create(() => Response.json(row(2)), [row(1)])
    const { outcome: refused, service } = create(status(403), [row(1)])
    const { outcome: notOffered } = create(status(501), [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: false, sent: { kind: 'done', made: 2 } })
    expect(refused).toMatchObject({ isLost: false, sent: { kind: 'refused', error: { kind: 'forbidden' } } })
    expect(notOffered).toMatchObject({ isLost: false, sent: { kind: 'refused' } })
    expect(service.asked).toEqual(['POST'])
  })

  it('is found after a lost answer, without being sent again, and the cache knows it', async () => {
    const { service, outcome, queryClient } = create(() => {
      service.rows.push(row(2))
      return lost()
    }, [row(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ isLost: true, sent: { kind: 'done', made: 2 } })
    expect(service.asked).toEqual(['POST', 'GET'])
    expect(queryClient.getQueryData(keyOf(chats.list, {}))?.rows).toHaveLength(2)
  })

  it('makes stale, found by reading, what else it changes, and asks nothing again that was just read', async () => {
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

  it('is not called missing before a late request would have arrived', async () => {
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

  it('is uncertain where nobody knows what was there, or where it can’t be read, until it is looked at again', async () => {
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

describe('one more', () => {
  const ids = (...all: readonly number[]) => all.map(id => ({ id }))
  it.each([
    ['is not there', ids(1), ids(1), 'send'],
    ['is there', ids(1), ids(1, 2), 'done'],
    ['is there, whichever of two it is', ids(1), ids(1, 2, 3), 'done'],
    ['is not there, whatever was before', undefined, ids(), 'send'],
    ['may be an older one', undefined, ids(1), 'unknown'],
  ] as const)('%s', (_what, before, now, verdict) => {
    expect(reconcileNew({ before, now })).toBe(verdict)
  })
})
