import { type Permission, type Target, targetUserId } from '../../contract/permissions.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/** Returns a key for the target of a grant that is the same in every response: its IDs, or else its type and name. */
export function targetKey({ ids, type, name }: Target): string {
  const known = Object.entries(ids).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return known.length > 0 ? JSON.stringify(known) : JSON.stringify([type, name])
}

/** Returns the name of a target for display, with its type unless it is a person. Empty without a name. */
export function nameOfTarget(target: Target): string {
  const [name, whole] = [target.name.trim(), target.display_name.trim()]
  return sanitizeName(isPerson(target) ? name || whole : whole || `${target.type} ${name}`.trim())
}

export const adminsOf = (rows: readonly Permission[]): Permission[] => rows.filter(({ is_admin }) => is_admin)

/** Returns a person's own grant, not that of a group. */
export const grantOfPerson = (rows: readonly Permission[], userId: number): Permission | undefined =>
  rows.find(({ target }) => targetUserId(target) === userId)

/**
 * Whether the user may change the access: they are an admin, or a group of several people is. The members of groups are
 * unknown, so the service decides then.
 */
export const mayManage = (rows: readonly Permission[], personId: number): boolean =>
  adminsOf(rows).some(
    ({ target }) => targetUserId(target) === personId || (target.targets_multiple_users && !isPerson(target)),
  )

/** Whether a target is a person with an ID, so that access can be given again. */
export const isPerson = (target: Target): boolean => targetUserId(target) !== undefined

/** Returns the list with a new or changed grant. */
export const withGrant = (rows: readonly Permission[], grant: Permission): Permission[] => {
  const at = rows.findIndex(({ id }) => id === grant.id)
  return at < 0 ? [...rows, grant] : rows.with(at, grant)
}

export const withoutGrant = (rows: readonly Permission[], id: number): Permission[] =>
  rows.filter(row => row.id !== id)

/**
 * A change of the grants that the user requests. `delete` deletes the content, by removing its last admin on purpose.
 */
export type AccessRequest =
  | { kind: 'change'; grantId: number; flags: Flags }
  | { kind: 'remove'; grantId: number }
  | { kind: 'delete'; grantId: number }
  | { kind: 'give'; userId: number; flags: Flags }

/** A difference between the list on the screen and the current one. */
export type AccessChange =
  | { kind: 'added'; grant: Permission }
  | { kind: 'removed'; grant: Permission }
  | { kind: 'changed'; before: Permission; grant: Permission }

/**
 * Effect of a request on a list. `nothing`: it has no effect, or its grant does not exist. `lastAdmin`: it would leave
 * the content without an admin, which deletes the content (api.md § States). `ownExit` and `ownDemotion`: the user
 * can't undo it.
 */
export type Meaning = 'plain' | 'nothing' | 'lastAdmin' | 'ownExit' | 'ownDemotion'

export const sameFlags = (a: Flags, b: Flags) => a.is_write === b.is_write && a.is_admin === b.is_admin

export function meaningOf(rows: readonly Permission[], request: AccessRequest, personId: number): Meaning {
  if (request.kind === 'give') return grantOfPerson(rows, request.userId) ? 'nothing' : 'plain'
  const grant = rows.find(({ id }) => id === request.grantId)
  if (!grant || (request.kind === 'change' && sameFlags(grant, request.flags))) return 'nothing'
  const losesAdmin = grant.is_admin && (request.kind !== 'change' || !request.flags.is_admin)
  if (losesAdmin && adminsOf(rows).every(({ id }) => id === grant.id)) return 'lastAdmin'
  if (targetUserId(grant.target) !== personId) return 'plain'
  if (request.kind !== 'change') return 'ownExit'
  return losesAdmin ? 'ownDemotion' : 'plain'
}

/** Returns the changes between two lists. Compares by target, because a grant gets a new ID if it is given again. */
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

/** Returns the grants by target. Several grants of one target get different keys, in the service's order. */
function byTarget(rows: readonly Permission[]): Map<string, Permission> {
  const grants = new Map<string, Permission>()
  for (const row of rows) {
    let key = targetKey(row.target)
    while (grants.has(key)) key += '+'
    grants.set(key, row)
  }
  return grants
}

/** Whether a request may be sent. */
export type Verdict =
  | { kind: 'go' }
  | { kind: 'nothing' }
  | { kind: 'lastAdmin' }
  | { kind: 'changed'; changes: readonly AccessChange[] }

/**
 * Checks a request against a list that was fetched directly before sending. It is sent only if the list is as on the
 * screen. Only `delete` can remove the last admin (rule 27).
 */
export function checkRequest(
  seen: readonly Permission[],
  now: readonly Permission[],
  request: AccessRequest,
  personId: number,
): Verdict {
  const changes = changesBetween(seen, now)
  if (changes.length > 0) return { kind: 'changed', changes }
  const meaning = meaningOf(now, request, personId)
  if (meaning === 'nothing') return { kind: 'nothing' }
  if (request.kind === 'delete') return { kind: meaning === 'lastAdmin' ? 'go' : 'nothing' }
  return { kind: meaning === 'lastAdmin' ? 'lastAdmin' : 'go' }
}

/** The two flags of a grant (api.md § Permission). */
export type Flags = { is_write: boolean; is_admin: boolean }

/** A name for the flags of a grant. `adminReads`: manages access, but can't write. */
export type Role = 'read' | 'write' | 'admin' | 'adminReads'

/** The roles in the order of the menu, from least to most. The unusual one is last. */
export const roles: readonly Role[] = ['read', 'write', 'admin', 'adminReads']

/** Returns the role of the flags. It is always derived from them and never stored. */
export function roleOf({ is_write, is_admin }: Flags): Role {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}

/** Returns the flags of a role. */
export const flagsOf = (role: Role): Flags => ({
  is_write: role === 'write' || role === 'admin',
  is_admin: role === 'admin' || role === 'adminReads',
})
