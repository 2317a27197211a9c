import { type Permission, type Target, targetCourseId, targetUserId } from '../../contract/permissions.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import type { ContentKind } from './contentInfo.ts'

/** The IDs, or else type and name. The same in every response. */
export function targetKey({ ids, type, name }: Target): string {
  const known = Object.entries(ids).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return known.length > 0 ? JSON.stringify(known) : JSON.stringify([type, name])
}

/** With its type unless it is a person. Empty without a name. */
export function nameOfTarget(target: Target): string {
  const [name, whole] = [target.name.trim(), target.display_name.trim()]
  return sanitizeName(isPerson(target) ? name || whole : whole || `${target.type} ${name}`.trim())
}

export const adminsOf = (rows: readonly Permission[]): Permission[] => rows.filter(({ is_admin }) => is_admin)

/** Excludes groups. */
export const grantOfPerson = (rows: readonly Permission[], userId: number): Permission | undefined =>
  rows.find(({ target }) => targetUserId(target) === userId)

/** Person or class that gets a permission. */
export type NewTarget = { userId: number } | { courseId: number }

export const toTargetIds = (target: NewTarget): { user_id: number } | { course_id: number } =>
  'userId' in target ? { user_id: target.userId } : { course_id: target.courseId }

/** Undefined for a target to which the app can't give access. */
export function toNewTarget(target: Target): NewTarget | undefined {
  const [userId, courseId] = [targetUserId(target), targetCourseId(target)]
  if (userId !== undefined) return { userId }
  return courseId === undefined ? undefined : { courseId }
}

export const grantOf = (rows: readonly Permission[], target: NewTarget): Permission | undefined =>
  'userId' in target
    ? grantOfPerson(rows, target.userId)
    : rows.find(row => targetCourseId(row.target) === target.courseId)

/** The members of groups are unknown, so with a group as admin the service decides. */
export const canManageAccess = (rows: readonly Permission[], personId: number): boolean =>
  adminsOf(rows).some(
    ({ target }) => targetUserId(target) === personId || (target.targets_multiple_users && !isPerson(target)),
  )

/** A person with an ID, so that a removal can be undone. */
export const isPerson = (target: Target): boolean => targetUserId(target) !== undefined

export const withGrant = (rows: readonly Permission[], grant: Permission): Permission[] => {
  const at = rows.findIndex(({ id }) => id === grant.id)
  return at < 0 ? [...rows, grant] : rows.with(at, grant)
}

export const withoutGrant = (rows: readonly Permission[], id: number): Permission[] =>
  rows.filter(row => row.id !== id)

/** `delete` deletes the content, by removing its last admin on purpose. */
export type AccessRequest =
  | { kind: 'change'; grantId: number; flags: Flags }
  | { kind: 'remove'; grantId: number }
  | { kind: 'delete'; grantId: number }
  | ({ kind: 'grant'; flags: Flags; expires_at?: string } & NewTarget)

export type AccessChange =
  | { kind: 'added'; grant: Permission }
  | { kind: 'removed'; grant: Permission }
  | { kind: 'changed'; base: Permission; grant: Permission }

/**
 * `noEffect`: or the grant does not exist. `lastAdmin`: it would delete the content (api.md § States).
 * `ownExit`, `ownDemotion`: the user can't undo it.
 */
export type RequestEffect = 'ordinary' | 'noEffect' | 'lastAdmin' | 'ownExit' | 'ownDemotion'

export const hasSameFlags = (a: Flags, b: Flags) => a.is_write === b.is_write && a.is_admin === b.is_admin

export function getRequestEffect(
  rows: readonly Permission[],
  request: AccessRequest,
  personId: number,
): RequestEffect {
  if (request.kind === 'grant') return grantOf(rows, request) ? 'noEffect' : 'ordinary'
  const grant = rows.find(({ id }) => id === request.grantId)
  if (!grant || (request.kind === 'change' && hasSameFlags(grant, request.flags))) return 'noEffect'
  const losesAdmin = grant.is_admin && (request.kind !== 'change' || !request.flags.is_admin)
  if (losesAdmin && adminsOf(rows).every(({ id }) => id === grant.id)) return 'lastAdmin'
  if (targetUserId(grant.target) !== personId) return 'ordinary'
  if (request.kind !== 'change') return 'ownExit'
  return losesAdmin ? 'ownDemotion' : 'ordinary'
}

/** Compares by target, because a grant that was removed and added again has a new ID. */
export function diffGrants(
  base: readonly Permission[],
  latest: readonly Permission[],
): readonly AccessChange[] {
  const remaining = groupByTarget(base)
  const changes: AccessChange[] = []
  for (const [key, grant] of groupByTarget(latest)) {
    const baseGrant = remaining.get(key)
    remaining.delete(key)
    if (!baseGrant) changes.push({ kind: 'added', grant })
    else if (!hasSameFlags(baseGrant, grant) || baseGrant.id !== grant.id) {
      changes.push({ kind: 'changed', base: baseGrant, grant })
    }
  }
  return [...changes, ...[...remaining.values()].map(grant => ({ kind: 'removed', grant }) as const)]
}

/** Several grants of one target get different keys. */
function groupByTarget(rows: readonly Permission[]): Map<string, Permission> {
  const grants = new Map<string, Permission>()
  for (const row of rows) {
    let key = targetKey(row.target)
    while (grants.has(key)) key += '+'
    grants.set(key, row)
  }
  return grants
}

export type RequestCheck =
  | { kind: 'ok' }
  | { kind: 'noEffect' }
  | { kind: 'lastAdmin' }
  | { kind: 'changed'; changes: readonly AccessChange[] }

/** `latest` must be fetched directly before sending. Only `delete` can remove the last admin (rule 27). */
export function checkRequest(
  base: readonly Permission[],
  latest: readonly Permission[],
  request: AccessRequest,
  personId: number,
): RequestCheck {
  const changes = diffGrants(base, latest)
  if (changes.length > 0) return { kind: 'changed', changes }
  const effect = getRequestEffect(latest, request, personId)
  if (effect === 'noEffect') return { kind: 'noEffect' }
  if (request.kind === 'delete') return { kind: effect === 'lastAdmin' ? 'ok' : 'noEffect' }
  return { kind: effect === 'lastAdmin' ? 'lastAdmin' : 'ok' }
}

/** api.md § Permission. */
export type Flags = { is_write: boolean; is_admin: boolean }

/** `adminReads`: manages access, but can't write. */
export type Role = 'read' | 'write' | 'admin' | 'adminReads'

/** In the order of the menu. */
export const roles: readonly Role[] = ['read', 'write', 'admin', 'adminReads']

/** A class never administers. With Write, pupils would read all submissions to a homework. */
export const classRolesFor = (kind: ContentKind): readonly Role[] =>
  kind === 'homework' ? ['read'] : ['read', 'write']

export const rolesFor = (target: Target, kind: ContentKind): readonly Role[] =>
  targetCourseId(target) === undefined ? roles : classRolesFor(kind)

/** Whether a role with `flags` reads the submissions to a homework, or can give itself that role. */
export const readsSubmissions = ({ is_write, is_admin }: Flags): boolean => is_write || is_admin

export function roleOf({ is_write, is_admin }: Flags): Role {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}

export const flagsOf = (role: Role): Flags => ({
  is_write: role === 'write' || role === 'admin',
  is_admin: role === 'admin' || role === 'adminReads',
})
