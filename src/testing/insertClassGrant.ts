import type { ResourceField } from '../contract/permissions.ts'
import { toPermissionId } from '../service/db/classPermissionIds.ts'
import type { TestService } from './testService.ts'

/** Returns the ID of the permission. */
export async function insertClassGrant(
  { db, clock }: TestService,
  resource_field: ResourceField,
  resource_id: number,
  { course_id, is_write }: { course_id: number; is_write: 0 | 1 },
): Promise<number> {
  const given = { given_by_user_id: null, given_at: new Date(clock()).toISOString() }
  const { id } = await db
    .insertInto('class_permissions')
    .values({ resource_field, resource_id, course_id, is_write, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return toPermissionId(id)
}

export const joinClass = ({ db, clock }: TestService, user_id: number, course_id: number) => {
  const at = new Date(clock()).toISOString()
  return db
    .insertInto('memberships')
    .values({ course_id, user_id, joined_at: at, changed_at: at, is_pending: 0, is_accepted: 1 })
    .execute()
}

export const leaveClass = ({ db }: TestService, user_id: number, course_id: number) =>
  db.deleteFrom('memberships').where('user_id', '=', user_id).where('course_id', '=', course_id).execute()
