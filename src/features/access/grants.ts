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
