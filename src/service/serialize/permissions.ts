import type { Permission } from '../../contract/permissions.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import type { Content } from '../policy/content.ts'
import { avatarUrl } from './avatarUrl.ts'
import type { SerializeContext } from './documents.ts'

export const grantColumns = [
  'permissions.id',
  'permissions.resource_field',
  'permissions.resource_id',
  'permissions.user_id',
  'permissions.is_write',
  'permissions.is_admin',
  'permissions.given_by_user_id',
  'permissions.given_at',
  'permissions.expires_at',
  'users.name',
] as const

const selectGrants = (db: Db) =>
  db.selectFrom('permissions').innerJoin('users', 'users.id', 'permissions.user_id').select(grantColumns)

/** Oldest first. */
export function grantReader(db: Db, content: Content, serializeContext: SerializeContext) {
  return async (after: number) => {
    const rows = await selectPage(db, { ...content, after })
    return { rows, serialize: (row: GrantRow) => serializePermission(row, serializeContext) }
  }
}

const selectPage = compileOnce((db, { field, id, after }: Content & { after: number }) =>
  selectGrants(db)
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('permissions.id', '>', after)
    .orderBy('permissions.id')
    .limit(pageSize),
)

export async function findGrant(db: Db, id: number) {
  return selectGrants(db).where('permissions.id', '=', id).executeTakeFirst()
}
export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>

export async function findGrantOf(db: Db, { field, id }: Content, userId: number) {
  return selectGrants(db)
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('permissions.user_id', '=', userId)
    .executeTakeFirst()
}

/** api.md § Permission. */
export function serializePermission(
  row: GrantRow,
  { origin, timeZone, isDocumentedOnly }: SerializeContext,
): Permission {
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
    ...(!isDocumentedOnly && {
      expires_at: row.expires_at === null ? null : isoDateTime(Date.parse(row.expires_at), timeZone),
    }),
  }
}
