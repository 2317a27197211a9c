import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { nameOfTarget, targetKey } from '../grants.ts'
import { type Role, roleOf } from '../roles.ts'

/** Somebody a grant is for: a person by `user.<id>`, or a group of people. */
export type Grantee = { key: string; name: string; many: boolean }

/** Who has grants of their own on one thing. `admins` are keys of grantees. */
export type KnownAccess = {
  state: 'known'
  roles: ReadonlyMap<string, Role>
  grantees: readonly Grantee[]
  admins: readonly string[]
  /** The only admin, where there is one alone and it is one person; what could not be read may be another. */
  onlyAdmin: Grantee | undefined
  /** Grants that could not be read. */
  unreadable: number
}

/**
 * What is known of the access to one thing. `unasked`: whether the reader sees it is not known, and it is not asked
 * for. `hidden`: only who has access sees who has it (api.md § Permissions); `untold`: it is gone, or the service does
 * not answer for its kind; `failed`: asking again may help.
 */
export type ThingAccess = KnownAccess | { state: 'hidden' | 'unasked' | 'untold' | 'failed' }

export const personKey = (userId: number): string => `user.${userId}`

/** Reads the grants on one thing. */
export function accessOf(permissions: readonly Permission[], unreadable = 0): KnownAccess {
  const roles = new Map<string, Role>()
  const grantees = new Map<string, Grantee>()
  const admins = new Set<string>()
  for (const permission of permissions) {
    const { target } = permission
    const userId = targetUserId(target)
    const key = userId === undefined ? targetKey(target) : personKey(userId)
    const name = nameOfTarget(target)
    grantees.set(key, { key, name, many: userId === undefined || target.targets_multiple_users })
    roles.set(key, roleOf(permission))
    if (permission.is_admin) admins.add(key)
  }
  const [first] = admins
  const only = admins.size === 1 && first !== undefined ? grantees.get(first) : undefined
  return {
    state: 'known',
    roles,
    grantees: [...grantees.values()],
    admins: [...admins],
    onlyAdmin: only?.many || unreadable > 0 ? undefined : only,
    unreadable,
  }
}
