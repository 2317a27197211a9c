import type { Db } from '../schema.ts'
import { counted, tableParts } from './tableParts.ts'

/** What the files of a class are read by in pages, what their list is known again by, and what somebody uploaded. */
export async function pagesAndQuotas(db: Db): Promise<void> {
  const { index } = tableParts(db)
  await db.schema.alterTable('courses').addColumn('files_version', 'integer', counted).execute()
  await index('files', ['course_id', 'id'])
  await index('documents', ['uploaded_by_user_id', 'uploaded_at'])
}
