import type { Insertable, Selectable } from 'kysely'
import { toClassPermissionRowId, toPermissionId } from '../db/classPermissionIds.ts'
import type { Db, Permissions } from '../db/schema.ts'
import type { ChangeLog } from '../live/changes.ts'
import type { Content } from '../policy/content.ts'
import type { GrantTarget } from '../policy/grants.ts'
import { hasOtherAdmin } from '../policy/lastAdmin.ts'
import { deleteContent } from './deleteContent.ts'
import { lockFilesOfSameClass } from './files.ts'

type Given = Pick<Insertable<Permissions>, 'given_by_user_id' | 'given_at'>
/** The access of a class has no end. */
type Flags = Pick<Selectable<Permissions>, 'is_write' | 'is_admin'> & { expires_at?: string | null }

type ClassGrant = Extract<GrantTarget, { user_id: null }> & Given & Pick<Flags, 'is_write'> & { id: number }

/** Returns the ID of the permission. A class is never administrator. */
export async function grantAccess(
  trx: Db,
  { field, id }: Content,
  { user_id, course_id }: GrantTarget,
  { given, flags }: { given: Given; flags: Flags },
): Promise<number> {
  const resource = { resource_field: field, resource_id: id }
  if (user_id === null) {
    const { is_write } = flags
    const row = await trx
      .insertInto('class_permissions')
      .values({ ...resource, course_id, ...given, is_write })
      .onConflict(conflict =>
        conflict.columns(['resource_field', 'resource_id', 'course_id']).doUpdateSet({ is_write }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return toPermissionId(row.id)
  }
  const row = await trx
    .insertInto('permissions')
    .values({ ...resource, user_id, ...given, ...flags })
    .onConflict(conflict =>
      conflict
        .columns(['resource_field', 'resource_id', 'user_id'])
        .doUpdateSet({ expires_at: null, ...flags }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const makeAdmin = (trx: Db, content: Content, user_id: number, given_at: string): Promise<number> =>
  grantAccess(
    trx,
    content,
    { user_id, course_id: null },
    { given: { given_by_user_id: user_id, given_at }, flags: { is_write: 1, is_admin: 1 } },
  )

export async function changeAccess(trx: Db, permissionId: number, flags: Flags): Promise<void> {
  const rowId = toClassPermissionRowId(permissionId)
  const { is_write } = flags
  await (rowId === undefined
    ? trx.updateTable('permissions').set(flags).where('id', '=', permissionId)
    : trx.updateTable('class_permissions').set({ is_write }).where('id', '=', rowId)
  ).execute()
}

/**
 * Serializes all changes of access to the content (rule 37), because it always has an administrator. Locks files of the
 * class first, to avoid deadlocks.
 */
export async function lockGrants(trx: Db, content: Content): Promise<void> {
  if (content.field === 'file_id') await lockFilesOfSameClass(trx, content.id)
  await trx
    .updateTable('permissions')
    .set(expression => ({ is_admin: expression.ref('is_admin') }))
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .execute()
}

/** Deletes content without an administrator (api.md § States). */
export async function revokeAccess(
  trx: Db,
  grant: { id: number } & GrantTarget,
  content: Content,
  log: Pick<ChangeLog, 'accessChanged' | 'willDelete'>,
): Promise<void> {
  if (grant.user_id !== null && !(await hasOtherAdmin(trx, content, grant.user_id)))
    return deleteContent(trx, content, log)
  const rowId = toClassPermissionRowId(grant.id)
  await (rowId === undefined
    ? trx.deleteFrom('permissions').where('id', '=', grant.id)
    : trx.deleteFrom('class_permissions').where('id', '=', rowId)
  ).execute()
  await log.accessChanged(content, grant)
}

/** Replaces the permission of a class by permissions of its other members, so that one of them can leave. */
export async function leaveClassGrant(
  trx: Db,
  grant: ClassGrant,
  { content, userId }: { content: Content; userId: number },
  log: Pick<ChangeLog, 'accessChanged' | 'willDelete'>,
): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('course_id', '=', grant.course_id)
    .where('is_accepted', '=', 1)
    .where('user_id', '!=', userId)
    .execute()
  const { given_by_user_id, given_at, is_write } = grant
  const rows = members.map(({ user_id }) => ({
    ...{ resource_field: content.field, resource_id: content.id, user_id },
    ...{ given_by_user_id, given_at, is_write, is_admin: 0 as const },
  }))
  if (rows.length > 0) {
    await trx
      .insertInto('permissions')
      .values(rows)
      .onConflict(conflict => {
        const existing = conflict.columns(['resource_field', 'resource_id', 'user_id'])
        return is_write === 1 ? existing.doUpdateSet({ is_write }) : existing.doNothing()
      })
      .execute()
  }
  await revokeAccess(trx, grant, content, log)
}
