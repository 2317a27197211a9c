import type { Db } from '../schema.ts'
import { requiredReference, tableParts } from './tableParts.ts'

export async function openSubmissions(db: Db): Promise<void> {
  const { index, table } = tableParts(db)
  await table(
    'open_submissions',
    `todo_id ${requiredReference('homeworks')}, user_id ${requiredReference('users')},
    pupil_id ${requiredReference('users')}, expires_at text not null`,
    'constraint "open_submissions_key" primary key ("todo_id", "user_id")',
  )
  await index('open_submissions', 'user_id')
  await index('open_submissions', 'pupil_id')
}
