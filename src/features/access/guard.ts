import type { Permission } from '../../contract/permissions.ts'
import { targetUserId } from '../../contract/permissions.ts'
import { adminsOf, grantOfPerson, targetKey } from './grants.ts'
import type { Flags } from './roles.ts'

/** What somebody wants of a list of grants. `delete`: the content itself, by taking its last admin away on purpose. */
export type Wish =
  | { kind: 'change'; grantId: number; flags: Flags }
  | { kind: 'remove'; grantId: number }
  | { kind: 'delete'; grantId: number }
  | { kind: 'give'; userId: number; flags: Flags }

/** How a list differs from what was on the screen. */
export type AccessChange =
  | { kind: 'added'; grant: Permission }
  | { kind: 'removed'; grant: Permission }
  | { kind: 'changed'; before: Permission; grant: Permission }

/**
 * What a wish comes to with a list. `nothing`: it is so already, or what it is about is not there. `lastAdmin`: the
 * content would be left without an admin, which deletes it (api.md § States). `ownExit` and `ownDemotion` can't be
 * taken back by who wishes them.
 */
export type Meaning = 'plain' | 'nothing' | 'lastAdmin' | 'ownExit' | 'ownDemotion'

export const sameFlags = (a: Flags, b: Flags) => a.is_write === b.is_write && a.is_admin === b.is_admin

export function meaningOf(rows: readonly Permission[], wish: Wish, personId: number): Meaning {
  if (wish.kind === 'give') return grantOfPerson(rows, wish.userId) ? 'nothing' : 'plain'
  const grant = rows.find(({ id }) => id === wish.grantId)
  if (!grant || (wish.kind === 'change' && sameFlags(grant, wish.flags))) return 'nothing'
  const losesAdmin = grant.is_admin && (wish.kind !== 'change' || !wish.flags.is_admin)
  if (losesAdmin && adminsOf(rows).every(({ id }) => id === grant.id)) return 'lastAdmin'
  if (targetUserId(grant.target) !== personId) return 'plain'
  if (wish.kind !== 'change') return 'ownExit'
  return losesAdmin ? 'ownDemotion' : 'plain'
}

/** What became of a list while it was looked at: by whom each is for, since a grant that is given anew has a new id. */
export function changesBetween(
  seen: readonly Permission[],
  now: readonly Permission[],
): readonly AccessChange[] {
  const before = byTarget(seen)
  const changes: AccessChange[] = []
  for (const [key, grant] of byTarget(now)) {
    const was = before.get(key)
    before.delete(key)
    if (!was) changes.push({ kind: 'added', grant })
    else if (!sameFlags(was, grant) || was.id !== grant.id) {
      changes.push({ kind: 'changed', before: was, grant })
    }
  }
  return [...changes, ...[...before.values()].map(grant => ({ kind: 'removed', grant }) as const)]
}

/** Several grants of one target are told apart by their order, which is that of the service. */
function byTarget(rows: readonly Permission[]): Map<string, Permission> {
  const grants = new Map<string, Permission>()
  for (const row of rows) {
    let key = targetKey(row.target)
    while (grants.has(key)) key += '+'
    grants.set(key, row)
  }
  return grants
}

/** Whether a wish may be sent. */
export type Verdict =
  | { kind: 'go' }
  | { kind: 'nothing' }
  | { kind: 'lastAdmin' }
  | { kind: 'changed'; changes: readonly AccessChange[] }

/**
 * Checks a wish against a list read just before it would be sent. It goes only where the list is as it was on the screen; and
 * nothing but `delete` ever takes the last admin away (cases 27).
 */
export function checkWish(
  seen: readonly Permission[],
  now: readonly Permission[],
  wish: Wish,
  personId: number,
): Verdict {
  const changes = changesBetween(seen, now)
  if (changes.length > 0) return { kind: 'changed', changes }
  const meaning = meaningOf(now, wish, personId)
  if (meaning === 'nothing') return { kind: 'nothing' }
  if (wish.kind === 'delete') return { kind: meaning === 'lastAdmin' ? 'go' : 'nothing' }
  return { kind: meaning === 'lastAdmin' ? 'lastAdmin' : 'go' }
}
