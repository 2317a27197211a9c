import { type Permission, type Target, targetUserId } from '../../contract/permissions.ts'
import { harmlessName } from '../../ui/harmlessName.ts'

/** Who a grant is for, as one text that is the same in every answer: by the ids, or by type and name without any. */
export function targetKey({ ids, type, name }: Target): string {
  const known = Object.entries(ids).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return known.length > 0 ? JSON.stringify(known) : JSON.stringify([type, name])
}

/** A target's name for showing, with its kind where it is no single person; a service may send none. */
export function nameOfTarget(target: Target): string {
  const [name, whole] = [target.name.trim(), target.display_name.trim()]
  return harmlessName(isPerson(target) ? name || whole : whole || `${target.type} ${name}`.trim())
}

export const adminsOf = (rows: readonly Permission[]): Permission[] => rows.filter(({ is_admin }) => is_admin)

/** The grant a person has by name, not by a group. */
export const grantOfPerson = (rows: readonly Permission[], userId: number): Permission | undefined =>
  rows.find(({ target }) => targetUserId(target) === userId)

/**
 * Whether somebody may change who has access: an admin by name, or one of a group of several that is. Who is in a group
 * nobody says, so that is tried, and the service decides.
 */
export const mayManage = (rows: readonly Permission[], personId: number): boolean =>
  adminsOf(rows).some(
    ({ target }) => targetUserId(target) === personId || (target.targets_multiple_users && !isPerson(target)),
  )

/** Whether a target is one person with a number, to whom access can be given again by it. */
export const isPerson = (target: Target): boolean => targetUserId(target) !== undefined

/** A list after a grant was given or changed. */
export const withGrant = (rows: readonly Permission[], grant: Permission): Permission[] => {
  const at = rows.findIndex(({ id }) => id === grant.id)
  return at < 0 ? [...rows, grant] : rows.with(at, grant)
}

export const withoutGrant = (rows: readonly Permission[], id: number): Permission[] =>
  rows.filter(row => row.id !== id)

/** What somebody wants of a list of grants. `delete`: the content itself, by taking its last admin away on purpose. */
export type AccessRequest =
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
 * What a request comes to with a list. `nothing`: it is so already, or what it is about is not there. `lastAdmin`: the
 * content would be left without an admin, which deletes it (api.md § States). `ownExit` and `ownDemotion` can't be
 * taken back by who asks for them.
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

/** Whether a request may be sent. */
export type Verdict =
  | { kind: 'go' }
  | { kind: 'nothing' }
  | { kind: 'lastAdmin' }
  | { kind: 'changed'; changes: readonly AccessChange[] }

/**
 * Checks a request against a list read just before it would be sent. It goes only where the list is as it was on the screen; and
 * nothing but `delete` ever takes the last admin away (cases 27).
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

/** A word for the flags of a grant. `adminReads`: manages access and does not write. */
export type Role = 'read' | 'write' | 'admin' | 'adminReads'

/** In the order in which they are offered: from least to most, the odd one last. */
export const roles: readonly Role[] = ['read', 'write', 'admin', 'adminReads']

/** What the flags are called. A label is always made from the flags, never kept beside them. */
export function roleOf({ is_write, is_admin }: Flags): Role {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}

/** The flags a role stands for. */
export const flagsOf = (role: Role): Flags => ({
  is_write: role === 'write' || role === 'admin',
  is_admin: role === 'admin' || role === 'adminReads',
})
