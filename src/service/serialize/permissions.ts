import type { Selectable } from 'kysely'
import type { Permission, ResourceField, Target } from '../../contract/permissions.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { toClassPermissionRowId, toPermissionId } from '../db/classPermissionIds.ts'
import type { ClassPermissions, Db, Permissions } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import type { Content } from '../policy/content.ts'
import type { GrantTarget } from '../policy/grants.ts'
import { avatarUrl } from './avatarUrl.ts'
import type { SerializeContext } from './documents.ts'

/** `name` is that of the person or class. `member_count` is null for a person, and `is_teacher` for a class. */
export type GrantRow = Omit<Selectable<Permissions>, 'user_id'> &
  GrantTarget & { name: string; member_count: number | null; is_teacher: 0 | 1 | null }

const selectGrants = (db: Db) =>
  db
    .selectFrom('permissions')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .selectAll('permissions')
    .select(['users.name', 'users.is_teacher'])

const selectClassGrants = (db: Db) =>
  db
    .selectFrom('class_permissions')
    .innerJoin('courses', 'courses.id', 'class_permissions.course_id')
    .selectAll('class_permissions')
    .select('courses.name')
    .select(({ selectFrom }) =>
      selectFrom('memberships')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('memberships.course_id', '=', 'courses.id')
        .where('memberships.is_accepted', '=', 1)
        .as('member_count'),
    )

type PersonRow = Selectable<Permissions> & { name: string; is_teacher: 0 | 1 }
type ClassRow = Selectable<ClassPermissions> & { name: string; member_count: number | string | bigint | null }

const toPersonGrant = (row: PersonRow): GrantRow => ({ ...row, course_id: null, member_count: null })

const toClassGrant = ({ id, member_count, ...row }: ClassRow): GrantRow => ({
  ...{ ...row, id: toPermissionId(id), user_id: null, is_admin: 0, expires_at: null },
  member_count: Number(member_count),
  is_teacher: null,
})

/** Content of one kind. */
type Contents = { field: ResourceField; ids: readonly number[] }

/** People, then classes. Oldest first. */
export function grantReader(db: Db, { field, ids }: Contents, serializeContext: SerializeContext) {
  const people = selectGrants(db).where('resource_field', '=', field).where('resource_id', 'in', ids)
  const classes = selectClassGrants(db).where('resource_field', '=', field).where('resource_id', 'in', ids)
  return async (after: number) => {
    const personRows = await people
      .where('permissions.id', '>', after)
      .orderBy('permissions.id')
      .limit(pageSize)
      .execute()
    const rows = personRows.map(toPersonGrant)
    if (rows.length < pageSize) {
      const classRows = await classes
        .where('class_permissions.id', '>', toClassPermissionRowId(after) ?? 0)
        .orderBy('class_permissions.id')
        .limit(pageSize - rows.length)
        .execute()
      rows.push(...classRows.map(toClassGrant))
    }
    return { rows, serialize: (row: GrantRow) => serializePermission(row, serializeContext) }
  }
}

export async function findGrant(db: Db, id: number): Promise<GrantRow | undefined> {
  const rowId = toClassPermissionRowId(id)
  if (rowId !== undefined) {
    const row = await selectClassGrants(db).where('class_permissions.id', '=', rowId).executeTakeFirst()
    return row && toClassGrant(row)
  }
  const row = await selectGrants(db).where('permissions.id', '=', id).executeTakeFirst()
  return row && toPersonGrant(row)
}

export async function findGrantOf(
  db: Db,
  { field, id }: Content,
  userId: number,
): Promise<GrantRow | undefined> {
  const row = await selectGrants(db)
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('permissions.user_id', '=', userId)
    .executeTakeFirst()
  return row && toPersonGrant(row)
}

/** api.md § Permission. */
export function serializePermission(row: GrantRow, serializeContext: SerializeContext): Permission {
  const { timeZone } = serializeContext
  return {
    id: row.id,
    resource_ids: { [row.resource_field]: row.resource_id },
    target: serializeTarget(row, serializeContext),
    is_write: row.is_write === 1,
    is_admin: row.is_admin === 1,
    given_by_user_id: row.given_by_user_id,
    given_at: isoDateTime(Date.parse(row.given_at), timeZone),
    expires_at: row.expires_at === null ? null : isoDateTime(Date.parse(row.expires_at), timeZone),
  }
}

function serializeTarget(row: GrantRow, { origin }: SerializeContext): Target {
  const { name } = row
  if (row.user_id !== null) {
    return {
      ids: { user_id: row.user_id },
      type: 'User',
      name,
      display_name: `User ${name}`,
      image: avatarUrl({ id: row.user_id, name }, origin),
      targets_multiple_users: false,
      is_teacher: row.is_teacher === 1,
    }
  }
  const member_count = row.member_count ?? 0
  return {
    ids: { course_id: row.course_id },
    type: 'Class',
    name,
    display_name: `Class ${name}, ${member_count} ${member_count === 1 ? 'person' : 'people'}`,
    image: avatarUrl({ id: row.course_id, name }, origin),
    targets_multiple_users: true,
    member_count,
  }
}
