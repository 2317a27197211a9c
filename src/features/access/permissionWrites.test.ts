import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '../../api/createApi.ts'
import type { Permission } from '../../contract/permissions.ts'
import {
  type AccessRequest,
  adminsOf,
  flagsOf,
  type Role,
  roleOf,
  withGrant,
  withoutGrant,
} from './grants.ts'
import {
  createAccessWrites,
  isRequestApplied,
  type PermissionsClient,
  permissionsClient,
} from './permissionWrites.ts'

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

/**
 * Creates a service with one list of permissions. The next `losing` writes are applied, but their response is
 * lost.
 */
function service(...rows: Permission[]) {
  let last: Promise<unknown> = Promise.resolve()
  const held = { rows, sent: [] as string[], losing: 0, refusing: new Set<string>(), isGone: false }
  const write = (what: string, act: () => Permission | undefined) => {
    held.sent.push(what)
    if (held.refusing.delete(what)) throw new TypeError('Failed to fetch')
    const done = act()
    if (adminsOf(held.rows).length === 0) held.isGone = true
    if (held.losing-- > 0) throw new TypeError('Failed to fetch')
    return done ? Response.json(done) : new Response(null, { status: 204 })
  }
  const answer = (method: string, id: number, body: { target_ids: { user_id: number } }) => {
    const { target_ids, ...flags } = body
    if (method === 'GET') {
      return held.rows.some(({ target }) => target.ids.user_id === me)
        ? Response.json(held.rows)
        : forbidden()
    }
    if (method === 'DELETE') {
      return write(`remove ${id}`, () => {
        held.rows = withoutGrant(held.rows, id)
        return undefined
      })
    }
    const userId = target_ids?.user_id
    const row =
      method === 'POST' ? grant(100 + userId, userId, 'read') : held.rows.find(each => each.id === id)
    if (!row) return forbidden()
    return write(method === 'POST' ? `give ${userId}` : `change ${id}`, () => {
      held.rows = withGrant(held.rows, { ...row, ...flags })
      return { ...row, ...flags }
    })
  }
  const { queryClient } = createApi({
    fetch: async (path, { method = '', body } = {}) =>
      answer(method, Number(path.split('/').at(-1)), JSON.parse(typeof body === 'string' ? body : '{}')),
  })
  const way: PermissionsClient = {
    ...permissionsClient(queryClient, { field: 'chat_id', id: 1 }),
    alone: act => {
      const run = last.then(act)
      last = run.catch(() => undefined)
      return run
    },
  }
  return { held, way }
}

/** Awaits the outcome after the time in which a late request could still arrive. */
async function afterAll<T>(outcome: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(20_000)
  return outcome
}

it('sends each request once and in order, and does not report its own changes as conflicts', async () => {
  const { held, way } = service(grant(1, me, 'admin'), grant(2, 6, 'read'), grant(3, 7, 'read'))
  const writes = createAccessWrites(way, me)
  const seen = held.rows
  const raise = { kind: 'change', grantId: 2, flags: flagsOf('write') } as const
  const outcomes = await afterAll(
    Promise.all([
      writes.ask({ ...raise }, seen),
      writes.ask({ ...raise }, seen),
      writes.ask({ kind: 'remove', grantId: 3 }, seen),
      writes.ask({ kind: 'give', userId: 8, flags: flagsOf('read') }, seen),
    ]),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'ignored', 'done', 'done'])
  expect(held.sent).toEqual(['change 2', 'remove 3', 'give 8'])
})

it('stops sending when the list differs from the one the user saw, and returns the changes', async () => {
  const { held, way } = service(grant(1, me, 'admin'), grant(2, 6, 'read'), grant(3, 7, 'read'))
  const writes = createAccessWrites(way, me)
  const seen = held.rows
  held.rows = withGrant(held.rows, grant(2, 6, 'admin'))
  const outcomes = await afterAll(
    Promise.all([
      writes.ask({ kind: 'remove', grantId: 2 }, seen),
      writes.ask({ kind: 'remove', grantId: 3 }, seen),
    ]),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(['changed', 'ignored'])
  expect(held.sent).toEqual([])
  expect(writes.state().stopped?.requests).toHaveLength(2)
  expect(writes.state().stopped?.changes).toMatchObject([{ kind: 'changed', grant: { id: 2 } }])
  // Asked again with the new list, the request is sent.
  expect(await afterAll(writes.ask({ kind: 'remove', grantId: 2 }, held.rows))).toEqual({ kind: 'done' })
})

it('never removes the last admin without an explicit deletion, also with several tabs', async () => {
  const { held, way } = service(grant(1, me, 'admin'), grant(2, 6, 'admin'))
  const seen = held.rows
  const tabs = [createAccessWrites(way, me), createAccessWrites(way, me)]
  const outcomes = await afterAll(
    Promise.all([
      tabs[0]?.ask({ kind: 'remove', grantId: 2 }, seen),
      tabs[1]?.ask({ kind: 'remove', grantId: 1 }, seen),
    ]),
  )
  expect(outcomes.map(outcome => outcome?.kind)).toEqual(['done', 'changed'])
  const alone = createAccessWrites(way, me)
  for (const request of [
    { kind: 'remove', grantId: 1 },
    { kind: 'change', grantId: 1, flags: flagsOf('write') },
  ] as const) {
    expect(await afterAll(alone.ask(request, held.rows))).toEqual({ kind: 'lastAdmin' })
  }
  expect(held).toMatchObject({ sent: ['remove 2'], isGone: false })
  expect(await afterAll(alone.ask({ kind: 'delete', grantId: 1 }, held.rows))).toEqual({ kind: 'done' })
  expect(held.isGone).toBe(true)
})

it('reads the list after a lost response to find out whether the write was applied', async () => {
  const { held, way } = service(grant(1, me, 'admin'), grant(2, 6, 'admin'), grant(3, 7, 'read'))
  const writes = createAccessWrites(way, me)
  held.losing = 1
  expect(await afterAll(writes.ask({ kind: 'remove', grantId: 3 }, held.rows))).toEqual({ kind: 'done' })
  held.refusing.add('change 2')
  expect(
    await afterAll(writes.ask({ kind: 'change', grantId: 2, flags: flagsOf('read') }, held.rows)),
  ).toMatchObject({
    kind: 'failed',
    failure: { kind: 'refused' },
  })
  // A user who left can’t read the list any more. That counts as done.
  held.losing = 1
  expect(await afterAll(writes.ask({ kind: 'remove', grantId: 1 }, held.rows))).toEqual({ kind: 'done' })
})

it('handOver grants first, verifies it, and only then leaves', async () => {
  const { held, way } = service(grant(1, me, 'admin'), grant(2, 6, 'read'))
  const writes = createAccessWrites(way, me)
  const [own] = held.rows
  if (!own) throw new Error('there is one')
  const heir = { name: 'Person 6', grantId: 2 }
  const roles = () => held.rows.map(row => `${row.id} ${roleOf(row)}`)

  held.refusing.add('change 2')
  expect(await afterAll(writes.handOver(held.rows, own, heir, 'leave'))).toMatchObject({ at: 'giving' })
  expect(roles()).toEqual(['1 admin', '2 read'])

  // A service that reports success but changes nothing.
  const lying: PermissionsClient = { ...way, send: async () => ({ kind: 'done', result: rows => [...rows] }) }
  expect(await afterAll(createAccessWrites(lying, me).handOver(held.rows, own, heir, 'leave'))).toMatchObject(
    {
      at: 'checking',
      failure: { kind: 'notAdmin' },
    },
  )
  expect(roles()).toEqual(['1 admin', '2 read'])

  held.refusing.add('remove 1')
  expect(await afterAll(writes.handOver(held.rows, own, heir, 'leave'))).toMatchObject({ at: 'leaving' })
  expect(roles()).toEqual(['1 admin', '2 admin'])
  expect(await afterAll(writes.ask({ kind: 'remove', grantId: 1 }, held.rows))).toEqual({ kind: 'done' })
  expect(roles()).toEqual(['2 admin'])
  expect(held.isGone).toBe(false)
})

it.each<[string, AccessRequest, Parameters<typeof isRequestApplied>[1], boolean | undefined]>([
  ['granted', { kind: 'give', userId: 6, flags: flagsOf('read') }, [grant(2, 6, 'read')], true],
  [
    'granted by another user with another role',
    { kind: 'give', userId: 6, flags: flagsOf('read') },
    [grant(2, 6, 'admin')],
    false,
  ],
  ['not granted', { kind: 'give', userId: 6, flags: flagsOf('read') }, [], false],
  ['changed', { kind: 'change', grantId: 2, flags: flagsOf('write') }, [grant(2, 6, 'write')], true],
  ['not changed', { kind: 'change', grantId: 2, flags: flagsOf('write') }, [grant(2, 6, 'read')], false],
  [
    'changed or not changed, but the list is forbidden',
    { kind: 'change', grantId: 2, flags: flagsOf('write') },
    'shutOut',
    undefined,
  ],
  ['removed', { kind: 'remove', grantId: 2 }, [grant(1, me, 'admin')], true],
  ['not removed', { kind: 'remove', grantId: 2 }, [grant(2, 6, 'read')], false],
  ['left, and the list is forbidden', { kind: 'remove', grantId: 1 }, 'shutOut', true],
])('isRequestApplied determines the result from the list: %s', (_what, request, now, applied) => {
  expect(isRequestApplied(request, now)).toBe(applied)
})
