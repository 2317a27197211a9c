import type { Expression } from 'kysely'
import type { ResourceField } from '../../contract/permissions.ts'
import type { Db } from '../db/schema.ts'

/** Permissions have no foreign key on their content. */
export async function deleteGrants(
  trx: Db,
  field: ResourceField,
  ids: readonly number[] | Expression<number>,
): Promise<void> {
  for (const table of ['permissions', 'class_permissions'] as const) {
    await trx.deleteFrom(table).where('resource_field', '=', field).where('resource_id', 'in', ids).execute()
  }
}
