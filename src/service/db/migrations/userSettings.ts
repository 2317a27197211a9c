import type { Db } from '../schema.ts'
import { requiredReference, tableParts } from './tableParts.ts'

export async function userSettings(db: Db): Promise<void> {
  const { table } = tableParts(db)
  await table(
    'user_settings',
    `user_id ${requiredReference('users')}, name text not null, value text not null, version integer not null`,
    'constraint "user_settings_key" primary key ("user_id", "name")',
  )
}
