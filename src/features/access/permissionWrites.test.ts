import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '../../api/createApi.ts'
import type { Permission } from '../../contract/permissions.ts'
import { adminsOf, flagsOf, type Role, roleOf, withGrant, withoutGrant } from './grants.ts'
import { createAccessWrites, type PermissionsClient, permissionsClient } from './permissionWrites.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const grant = (id: number, userId: number, role: Role): Permission => ({
  id,
  resource_ids: { chat_id: 1 },
  target: {
    ids: { user_id: userId },
    type: 'User',
    name: `Person ${userId}`,
    display_name: `User Person ${userId}`,
    image: null,
    targets_multiple_users: false,
  },
  ...flagsOf(role),
  given_by_user_id: null,
  given_at: '2026-11-12T09:00:00+01:00',
})
const me = 5
const forbidden = () => new Response('', { status: 403 })

/** The next `lostResponses` writes are applied, but their response is lost. */
function createService(...rows: Permission[]) {
  const server = {
    rows,
    sent: [] as string[],
    lostResponses: 0,
    failingWrites: new Set<string>(),
    isDeleted: false,
  }
  const write = (name: string, apply: () => Permission | undefined) => {
    server.sent.push(name)
    if (server.failingWrites.delete(name)) throw new TypeError('Failed to fetch')
    const changed = apply()
    if (adminsOf(server.rows).length === 0) server.isDeleted = true
    if (server.lostResponses-- > 0) throw new TypeError('Failed to fetch')
    return changed ? Response.json(changed) : new Response(null, { status: 204 })
  }
  const respond = (method: string, id: number, body: { target_ids: { user_id: number } }) => {
    const { target_ids, ...flags } = body
    if (method === 'GET') {
      return server.rows.some(({ target }) => target.ids.user_id === me)
        ? Response.json(server.rows)
        : forbidden()
    }
    if (method === 'DELETE') {
      return write(`remove ${id}`, () => {
        server.rows = withoutGrant(server.rows, id)
        return undefined
      })
    }
    const userId = target_ids?.user_id
    const row =
      method === 'POST' ? grant(100 + userId, userId, 'read') : server.rows.find(each => each.id === id)
    if (!row) return forbidden()
    return write(method === 'POST' ? `give ${userId}` : `change ${id}`, () => {
      server.rows = withGrant(server.rows, { ...row, ...flags })
      return { ...row, ...flags }
    })
  }
  const { queryClient } = createApi({
    fetch: async (path, { method = '', body } = {}) =>
      respond(method, Number(path.split('/').at(-1)), JSON.parse(typeof body === 'string' ? body : '{}')),
  })
  return { server, client: permissionsClient(queryClient, { field: 'chat_id', id: 1 }) }
}

async function awaitLateRequests<T>(outcome: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(20_000)
  return outcome
}

it('sends each request once, in order, without own conflicts', async () => {
  const { server, client } = createService(grant(1, me, 'admin'), grant(2, 6, 'read'), grant(3, 7, 'read'))
  const writes = createAccessWrites(client, me)
  const base = server.rows
  const raise = { kind: 'change', grantId: 2, flags: flagsOf('write') } as const
  const outcomes = await awaitLateRequests(
    Promise.all([
      writes.request({ ...raise }, base),
      writes.request({ ...raise }, base),
      writes.request({ kind: 'remove', grantId: 3 }, base),
      writes.request({ kind: 'grant', userId: 8, flags: flagsOf('read') }, base),
    ]),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'ignored', 'done', 'done'])
  expect(server.sent).toEqual(['change 2', 'remove 3', 'give 8'])
})

it('sends no request on a conflict, and returns the changes', async () => {
  const { server, client } = createService(grant(1, me, 'admin'), grant(2, 6, 'read'), grant(3, 7, 'read'))
  const writes = createAccessWrites(client, me)
  const base = server.rows
  server.rows = withGrant(server.rows, grant(2, 6, 'admin'))
  const outcomes = await awaitLateRequests(
    Promise.all([
      writes.request({ kind: 'remove', grantId: 2 }, base),
      writes.request({ kind: 'remove', grantId: 3 }, base),
    ]),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['changed', 'ignored'])
  expect(server.sent).toEqual([])
  expect(writes.state().conflict?.requests).toHaveLength(2)
  expect(writes.state().conflict?.changes).toMatchObject([{ kind: 'changed', grant: { id: 2 } }])
  expect(await awaitLateRequests(writes.request({ kind: 'remove', grantId: 2 }, server.rows))).toEqual({
    kind: 'done',
  })
})

it('removes the last admin only by explicit deletion', async () => {
  const { server, client } = createService(grant(1, me, 'admin'), grant(2, 6, 'admin'))
  const base = server.rows
  const writes = createAccessWrites(client, me)
  const outcomes = await awaitLateRequests(
    Promise.all([
      writes.request({ kind: 'remove', grantId: 2 }, base),
      writes.request({ kind: 'remove', grantId: 1 }, base),
    ]),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'lastAdmin'])
  const alone = createAccessWrites(client, me)
  for (const request of [
    { kind: 'remove', grantId: 1 },
    { kind: 'change', grantId: 1, flags: flagsOf('write') },
  ] as const) {
    expect(await awaitLateRequests(alone.request(request, server.rows))).toEqual({ kind: 'lastAdmin' })
  }
  expect(server).toMatchObject({ sent: ['remove 2'], isDeleted: false })
  expect(await awaitLateRequests(alone.request({ kind: 'delete', grantId: 1 }, server.rows))).toEqual({
    kind: 'done',
  })
  expect(server.isDeleted).toBe(true)
})

it('hands over in the order grant, verify, leave', async () => {
  const { server, client } = createService(grant(1, me, 'admin'), grant(2, 6, 'read'))
  const writes = createAccessWrites(client, me)
  const [own] = server.rows
  if (!own) throw new Error('no grant')
  const newAdmin = { name: 'Person 6', grantId: 2 }
  const roles = () => server.rows.map(row => `${row.id} ${roleOf(row)}`)

  server.failingWrites.add('change 2')
  expect(await awaitLateRequests(writes.handOver(server.rows, own, newAdmin, 'leave'))).toMatchObject({
    step: 'giving',
  })
  expect(roles()).toEqual(['1 admin', '2 read'])

  // Reports success without a change.
  const ineffective: PermissionsClient = {
    ...client,
    send: async () => rows => [...rows],
  }
  expect(
    await awaitLateRequests(
      createAccessWrites(ineffective, me).handOver(server.rows, own, newAdmin, 'leave'),
    ),
  ).toMatchObject({
    step: 'checking',
    failure: { kind: 'notAdmin' },
  })
  expect(roles()).toEqual(['1 admin', '2 read'])

  server.failingWrites.add('remove 1')
  expect(await awaitLateRequests(writes.handOver(server.rows, own, newAdmin, 'leave'))).toMatchObject({
    step: 'leaving',
  })
  expect(roles()).toEqual(['1 admin', '2 admin'])
  expect(await awaitLateRequests(writes.request({ kind: 'remove', grantId: 1 }, server.rows))).toEqual({
    kind: 'done',
  })
  expect(roles()).toEqual(['2 admin'])
  expect(server.isDeleted).toBe(false)
})
