import type { Expression } from 'kysely'
import type { ResourceField } from '../../contract/permissions.ts'
import type { Db } from '../db/schema.ts'

/**
 * Users have the permissions given to them and to the classes in which they are accepted. Queries compute this from
 * `memberships`, so that joining or leaving a class needs no other write. The highest level counts.
 */

export type Grant = { canWrite: boolean; isAdmin: boolean }

/** Either a person or a class has the permission. */
export type GrantTarget = { user_id: number; course_id: null } | { user_id: null; course_id: number }

/** Permission of the user, and `class_is_write` of `selectClassLevel`. Columns without a permission are null. */
type Levels = { is_write: 0 | 1 | null; is_admin: 0 | 1 | null; class_is_write: 0 | 1 | null }

/** Undefined without any permission. */
export function toGrant({ is_write, is_admin, class_is_write }: Levels): Grant | undefined {
  if (is_admin === null && class_is_write === null) return undefined
  return { canWrite: is_write === 1 || class_is_write === 1, isAdmin: is_admin === 1 }
}

const selectMemberGrants = (db: Db, field: ResourceField) =>
  db
    .selectFrom('class_permissions')
    .innerJoin('memberships', 'memberships.course_id', 'class_permissions.course_id')
    .where('class_permissions.resource_field', '=', field)
    .where('memberships.is_accepted', '=', 1)

/** Selects one row. Its `class_is_write` is null if no class of the user has access. */
export const selectClassLevel = (
  db: Db,
  { field, id, userId }: { field: ResourceField; id: number | Expression<number>; userId: number },
) =>
  selectMemberGrants(db, field)
    .where('class_permissions.resource_id', '=', id)
    .where('memberships.user_id', '=', userId)
    .select(({ fn }) => fn.max('class_permissions.is_write').as('class_is_write'))

/** Selects `user_id` once for each class through which a user has access. */
export const selectClassHolders = (db: Db, field: ResourceField) =>
  selectMemberGrants(db, field).select('memberships.user_id as user_id')

/** Selects the permissions given to classes of the user. */
export const selectOwnClassGrants = (db: Db, { field, userId }: { field: ResourceField; userId: number }) =>
  selectMemberGrants(db, field)
    .where('memberships.user_id', '=', userId)
    .select(['class_permissions.resource_id', 'class_permissions.is_write'])

/** Selects the permissions given to the user or to their classes. */
export const selectOwnGrants = (db: Db, own: { field: ResourceField; userId: number }) =>
  db
    .selectFrom('permissions')
    .select(['permissions.resource_id', 'permissions.is_write'])
    .where('permissions.resource_field', '=', own.field)
    .where('permissions.user_id', '=', own.userId)
    .unionAll(selectOwnClassGrants(db, own))
