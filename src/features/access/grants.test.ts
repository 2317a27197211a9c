import { expect, it } from 'vitest'
import type { Permission } from '../../contract/permissions.ts'
import { fc } from '../../testing/fastCheck.ts'
import {
  type AccessRequest,
  adminsOf,
  changesBetween,
  checkRequest,
  flagsOf,
  meaningOf,
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
const request: fc.Arbitrary<AccessRequest> = fc.oneof(
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
    kind: fc.constant('give' as const),
    userId: fc.integer({ min: 1, max: 9 }),
    flags: fc.constantFrom(...roles.map(flagsOf)),
  }),
)

/** Returns the list after the service has applied the request. */
function after(rows: readonly Permission[], asked: AccessRequest): readonly Permission[] {
  if (asked.kind === 'give') {
    return withGrant(rows, { ...grant(99, asked.userId, 'read'), ...asked.flags })
  }
  const row = rows.find(({ id }) => id === asked.grantId)
  if (!row) return rows
  return asked.kind === 'change'
    ? withGrant(rows, { ...row, ...asked.flags })
    : withoutGrant(rows, asked.grantId)
}

it('checkRequest only lets an explicit deletion remove the last admin', () => {
  fc.assert(
    fc.property(list, list, request, fc.integer({ min: 1, max: 9 }), (seen, now, asked, personId) => {
      for (const rows of [now, seen]) {
        const verdict = checkRequest(rows, now, asked, personId)
        if (verdict.kind !== 'go') continue
        const left = adminsOf(after(now, asked)).length
        if (asked.kind === 'delete') expect([left, adminsOf(now).length]).toEqual([0, 1])
        else if (adminsOf(now).length > 0) expect(left).toBeGreaterThan(0)
        // No request is applied to a list that differs from the one on screen.
        expect(changesBetween(rows, now)).toEqual([])
      }
    }),
  )
})

it('changesBetween returns exactly the added, removed and changed permissions', () => {
  fc.assert(
    fc.property(list, list, (seen, now) => {
      const changes = changesBetween(seen, now)
      let rows: readonly Permission[] = seen
      for (const change of changes) {
        rows =
          change.kind === 'removed'
            ? withoutGrant(rows, change.grant.id)
            : withGrant(change.kind === 'changed' ? withoutGrant(rows, change.before.id) : rows, change.grant)
      }
      const inOrder = (rows: readonly Permission[]) => rows.toSorted((a, b) => a.id - b.id)
      expect(inOrder(rows)).toEqual(inOrder(now))
    }),
  )
})

it('meaningOf recognises requests that the user can’t undo', () => {
  const rows = [grant(1, 5, 'admin'), grant(2, 6, 'adminReads'), grant(3, 7, 'write')]
  expect(meaningOf(rows, { kind: 'remove', grantId: 1 }, 5)).toBe('ownExit')
  expect(meaningOf(rows, { kind: 'change', grantId: 1, flags: flagsOf('write') }, 5)).toBe('ownDemotion')
  expect(meaningOf(rows, { kind: 'change', grantId: 1, flags: flagsOf('adminReads') }, 5)).toBe('plain')
  expect(meaningOf(rows, { kind: 'remove', grantId: 2 }, 5)).toBe('plain')
  expect(meaningOf(rows.slice(1), { kind: 'remove', grantId: 2 }, 5)).toBe('lastAdmin')
  // Adding a user who already has access does not lower their role.
  expect(meaningOf(rows, { kind: 'give', userId: 7, flags: flagsOf('read') }, 5)).toBe('nothing')
})

it('roleOf and flagsOf are inverse for every pair of flags', () => {
  const pairs = [false, true].flatMap(is_write => [false, true].map(is_admin => ({ is_write, is_admin })))
  expect(new Set(pairs.map(roleOf))).toEqual(new Set(roles))
  for (const flags of pairs) expect(flagsOf(roleOf(flags))).toEqual(flags)
  expect(roleOf({ is_write: false, is_admin: true })).toBe('adminReads')
})
