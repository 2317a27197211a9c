import type { Db } from '../schema.ts'
import { optionalUser, requiredReference, tableParts } from './tableParts.ts'

/** A table of its own, because the previous release reads every row of `permissions` as that of a user. */
export async function classPermissions(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'class_permissions',
    `${id}, resource_field text not null, resource_id integer not null, course_id ${requiredReference('courses')},
    is_write integer not null, given_by_user_id ${optionalUser}, given_at text not null`,
    'constraint "one_per_class" unique ("resource_field", "resource_id", "course_id")',
  )
  await index('class_permissions', 'course_id', 'resource_field', 'resource_id')
}
