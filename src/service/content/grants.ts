import type { Insertable } from 'kysely'
import type { Db, Permissions } from '../db/schema.ts'
import type { ChangeLog } from '../live/changes.ts'
import type { Content } from '../policy/content.ts'
import { hasOtherAdmin } from '../policy/lastAdmin.ts'
import { deleteContent } from './deleteContent.ts'
import { lockFilesOfSameClass } from './files.ts'

/** Returns the ID of the permission. */
export async function grantAccess(
  trx: Db,
  { field, id }: Content,
  grant: Pick<Insertable<Permissions>, 'user_id' | 'given_by_user_id' | 'given_at'>,
  flags: Pick<Insertable<Permissions>, 'is_write' | 'is_admin' | 'expires_at'>,
): Promise<number> {
  const row = await trx
    .insertInto('permissions')
    .values({ resource_field: field, resource_id: id, ...grant, ...flags })
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
  grantAccess(trx, content, { user_id, given_by_user_id: user_id, given_at }, { is_write: 1, is_admin: 1 })

/** Serializes checks for other administrators (rule 37). Locks files of the class first, to avoid deadlocks. */
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
  grant: { id: number; user_id: number },
  content: Content,
  log: Pick<ChangeLog, 'accessChanged' | 'willDelete'>,
): Promise<void> {
  if (!(await hasOtherAdmin(trx, content, grant.user_id))) return deleteContent(trx, content, log)
  await trx.deleteFrom('permissions').where('id', '=', grant.id).execute()
  await log.accessChanged(content, grant.user_id)
}
