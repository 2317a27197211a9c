import type { Db } from '../schema.ts'
import { required, somebody, tableParts, within } from './tableParts.ts'

/** Files of classes, which documents are theirs, what was taught, and news. */
export async function fileTables(db: Db): Promise<void> {
  const { index, numbered } = tableParts(db)

  await numbered('files')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('parent_id', 'integer', column => column.references('files.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('is_dir', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by_user_id', 'integer', somebody)
    .execute()
  await index('files', ['course_id', 'created_at'])
  await index('files', ['parent_id'])

  await db.schema
    .alterTable('documents')
    .addColumn('file_id', 'integer', column => column.references('files.id').onDelete('cascade'))
    .execute()
  // The newest of a file is found in the index alone.
  await index('documents', ['file_id', 'id'])

  await numbered('lesson_contents')
    .addColumn('lesson_id', 'integer', within('lessons.id'))
    .addColumn('date', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by_user_id', 'integer', somebody)
    .execute()
  await index('lesson_contents', ['lesson_id'])

  await numbered('news')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by_user_id', 'integer', somebody)
    .execute()
  await index('news', ['course_id'])

  await db.schema
    .createTable('file_faults')
    .addColumn('file_id', 'integer', column => column.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text')
    .execute()
}
