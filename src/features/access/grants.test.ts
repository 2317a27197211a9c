import { expect, it } from 'vitest'
import type { Permission } from '../../contract/permissions.ts'
import { fc } from '../../testing/fastCheck.ts'
import {
  type AccessRequest,
  adminsOf,
  checkRequest,
  diffGrants,
  flagsOf,
  getRequestEffect,
  roleOf,
  roles,
  withGrant,
  withoutGrant,
} from './grants.ts'

const grant = (id: number, userId: number, role: (typeof roles)[number]): Permission => ({
  id,
  resource_ids: { todo_id: 1 },
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

const list = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), role: fc.constantFrom(...roles) }), {
    selector: ({ id }) => id,
    maxLength: 6,
  })
  .map(rows => rows.map(({ id, role }) => grant(id, id, role)))
const anyRequest: fc.Arbitrary<AccessRequest> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('remove' as const, 'delete' as const),
    grantId: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    grantId: fc.integer({ min: 1, max: 9 }),
    flags: fc.constantFrom(...roles.map(flagsOf)),
  }),
  fc.record({
    kind: fc.constant('grant' as const),
    userId: fc.integer({ min: 1, max: 9 }),
    flags: fc.constantFrom(...roles.map(flagsOf)),
  }),
)

function applyRequest(rows: readonly Permission[], request: AccessRequest): readonly Permission[] {
  if (request.kind === 'grant') {
    const userId = 'userId' in request ? request.userId : 0
    return withGrant(rows, { ...grant(99, userId, 'read'), ...request.flags })
  }
  const row = rows.find(({ id }) => id === request.grantId)
  if (!row) return rows
  return request.kind === 'change'
    ? withGrant(rows, { ...row, ...request.flags })
    : withoutGrant(rows, request.grantId)
}

it('only an explicit deletion removes the last admin', () => {
  fc.assert(
    fc.property(list, list, anyRequest, fc.integer({ min: 1, max: 9 }), (base, latest, request, personId) => {
      for (const rows of [latest, base]) {
        const check = checkRequest(rows, latest, request, personId)
        if (check.kind !== 'ok') continue
        const adminCount = adminsOf(applyRequest(latest, request)).length
        if (request.kind === 'delete') expect([adminCount, adminsOf(latest).length]).toEqual([0, 1])
        else if (adminsOf(latest).length > 0) expect(adminCount).toBeGreaterThan(0)
        expect(diffGrants(rows, latest)).toEqual([])
      }
    }),
  )
})

it('diffGrants returns added, removed and changed permissions', () => {
  fc.assert(
    fc.property(list, list, (base, latest) => {
      const changes = diffGrants(base, latest)
      let rows: readonly Permission[] = base
      for (const change of changes) {
        rows =
          change.kind === 'removed'
            ? withoutGrant(rows, change.grant.id)
            : withGrant(change.kind === 'changed' ? withoutGrant(rows, change.base.id) : rows, change.grant)
      }
      const inOrder = (rows: readonly Permission[]) => rows.toSorted((a, b) => a.id - b.id)
      expect(inOrder(rows)).toEqual(inOrder(latest))
    }),
  )
})

it('recognises requests that the user can’t undo', () => {
  const rows = [grant(1, 5, 'admin'), grant(2, 6, 'adminReads'), grant(3, 7, 'write')]
  expect(getRequestEffect(rows, { kind: 'remove', grantId: 1 }, 5)).toBe('ownExit')
  expect(getRequestEffect(rows, { kind: 'change', grantId: 1, flags: flagsOf('write') }, 5)).toBe(
    'ownDemotion',
  )
  expect(getRequestEffect(rows, { kind: 'change', grantId: 1, flags: flagsOf('adminReads') }, 5)).toBe(
    'ordinary',
  )
  expect(getRequestEffect(rows, { kind: 'remove', grantId: 2 }, 5)).toBe('ordinary')
  expect(getRequestEffect(rows.slice(1), { kind: 'remove', grantId: 2 }, 5)).toBe('lastAdmin')
  // A grant to a user with access does not lower their role.
  expect(getRequestEffect(rows, { kind: 'grant', userId: 7, flags: flagsOf('read') }, 5)).toBe('noEffect')
})

it('roleOf and flagsOf are inverse for all flags', () => {
  const pairs = [false, true].flatMap(is_write => [false, true].map(is_admin => ({ is_write, is_admin })))
  expect(new Set(pairs.map(roleOf))).toEqual(new Set(roles))
  for (const flags of pairs) expect(flagsOf(roleOf(flags))).toEqual(flags)
  expect(roleOf({ is_write: false, is_admin: true })).toBe('adminReads')
})
