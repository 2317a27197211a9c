import type { Db } from '../schema.ts'
import { references, requiredReference, tableParts } from './tableParts.ts'

export async function calendars(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'calendars',
    `${id}, user_id ${requiredReference('users')}, course_id integer ${references('courses')}, secret_hash text not null,
    language text not null, created_at text not null`,
    'constraint "calendars_secret" unique ("secret_hash")',
  )
  await index('calendars', 'user_id')
}
