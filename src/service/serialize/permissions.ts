import type { Insertable } from 'kysely'
import type { Permission } from '../../contract/permissions.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Db, Permissions } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'
import { pageSize } from '../http/streamRows.ts'
import { type Content, contentKinds } from '../policy/content.ts'
import { avatarUrl } from './avatarUrl.ts'
import type { Showing } from './documents.ts'

const rowsOf = (db: Db) =>
  db
    .selectFrom('permissions')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .select([
      'permissions.id',
      'permissions.resource_field',
      'permissions.resource_id',
      'permissions.user_id',
      'permissions.is_write',
      'permissions.is_admin',
      'permissions.given_by_user_id',
      'permissions.given_at',
      'users.name',
    ])

/** Reads the permissions on a piece of content in pages, oldest first. */
export function grantReader(db: Db, content: Content, showing: Showing) {
  return async (after: number) => {
    const rows = await pageOf(db, { ...content, after })
    return { rows, serialize: (row: GrantRow) => serializePermission(row, showing) }
  }
}

const pageOf = compiledOnce((db, { field, id, after }: Content & { after: number }) =>
  rowsOf(db)
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('permissions.id', '>', after)
    .orderBy('permissions.id')
    .limit(pageSize),
)

/** Finds a permission with the name of its target. */
export async function findGrant(db: Db, id: number) {
  return rowsOf(db).where('permissions.id', '=', id).executeTakeFirst()
}
export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>

/** Serializes a permission (api.md § Permission). */
export function serializePermission(row: GrantRow, { origin, timeZone }: Showing): Permission {
  return {
    id: row.id,
    resource_ids: { [row.resource_field]: row.resource_id },
    target: {
      ids: { user_id: row.user_id },
      type: 'User',
      name: row.name,
      display_name: `User ${row.name}`,
      image: avatarUrl({ id: row.user_id, name: row.name }, origin),
      targets_multiple_users: false,
    },
    is_write: row.is_write === 1,
    is_admin: row.is_admin === 1,
    given_by_user_id: row.given_by_user_id,
    given_at: isoDateTime(Date.parse(row.given_at), timeZone),
  }
}

/** Grants access to content or changes an existing grant. Returns the ID of the permission. */
export async function grantAccess(
  trx: Db,
  { field, id }: Content,
  given: Pick<Insertable<Permissions>, 'user_id' | 'given_by_user_id' | 'given_at'>,
  flags: Pick<Insertable<Permissions>, 'is_write' | 'is_admin'>,
): Promise<number> {
  const row = await trx
    .insertInto('permissions')
    .values({ resource_field: field, resource_id: id, ...given, ...flags })
    .onConflict(conflict => conflict.columns(['resource_field', 'resource_id', 'user_id']).doUpdateSet(flags))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Makes a user writer and administrator of content, whatever access the user had before. */
export const makeAdmin = (trx: Db, content: Content, user_id: number, given_at: string): Promise<number> =>
  grantAccess(trx, content, { user_id, given_by_user_id: user_id, given_at }, { is_write: 1, is_admin: 1 })

/**
 * Locks the permissions on content, so that checks of the remaining administrators never run at the same time (rule
 * 37). An update that changes no value locks the rows in both databases.
 */
export async function lockGrants(trx: Db, content: Content): Promise<void> {
  await contentKinds[content.field].lock?.(trx, content.id)
  await trx
    .updateTable('permissions')
    .set(expression => ({ is_admin: expression.ref('is_admin') }))
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .execute()
}

/** Throws 409 if this user is the last administrator of the content. */
export async function requireOtherAdmin(trx: Db, content: Content, userId: number): Promise<void> {
  if ((await adminsOf(trx, content)).some(admin => admin !== userId)) return
  const message = 'This is the last administrator. Make somebody else one first.'
  throw new Problem(409, 'last_admin', message)
}

/**
 * Deletes a permission. If the content then has no administrator, deletes it with all its permissions (api.md §
 * States).
 */
export async function revokeAccess(trx: Db, id: number, content: Content): Promise<void> {
  await trx.deleteFrom('permissions').where('id', '=', id).execute()
  if ((await adminsOf(trx, content)).length > 0) return
  await removeContent(trx, content)
}

/** Deletes content with every permission on it. */
export async function removeContent(trx: Db, content: Content): Promise<void> {
  await trx
    .deleteFrom('permissions')
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .execute()
  await contentKinds[content.field].remove(trx, content.id)
}

async function adminsOf(db: Db, content: Content): Promise<number[]> {
  const admins = await db
    .selectFrom('permissions')
    .select('user_id')
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .where('is_admin', '=', 1)
    .execute()
  return admins.map(admin => admin.user_id)
}
