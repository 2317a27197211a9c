import type { Db } from '../schema.ts'
import { required, somebody, tableParts, within } from './tableParts.ts'

/** Homework, what is handed in to it, and documents with their bytes. */
export async function homeworkTables(db: Db): Promise<void> {
  const { bytes, index, numbered } = tableParts(db)

  await numbered('homeworks')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('lesson_id', 'integer', within('lessons.id'))
    .addColumn('text', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('due_at', 'text', required)
    .addColumn('is_submissionable', 'integer', required)
    .addColumn('points', 'double precision')
    .addColumn('created_at', 'text', required)
    .execute()
  await index('homeworks', ['course_id'])
  await index('homeworks', ['lesson_id'])

  await db.schema
    .createTable('submissions')
    .addColumn('todo_id', 'integer', within('homeworks.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('acknowledged_at', 'text')
    .addColumn('comment', 'text')
    .addColumn('submitted_at', 'text')
    .addColumn('teacher_correction', 'text')
    .addColumn('points', 'double precision')
    .addColumn('corrected_at', 'text')
    .addColumn('corrected_by_user_id', 'integer', somebody)
    .addColumn('raw_formatted', 'text')
    .addPrimaryKeyConstraint('submissions_key', ['todo_id', 'user_id'])
    .execute()
  await index('submissions', ['user_id'])

  await numbered('documents')
    .addColumn('related_to', 'text', required)
    .addColumn('todo_id', 'integer', column => column.references('homeworks.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('sha1', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('uploaded_at', 'text', required)
    .addColumn('uploaded_by_user_id', 'integer', somebody)
    .execute()
  await index('documents', ['related_to'])
  await index('documents', ['todo_id'])

  // Apart from what is said about it, so that a list of documents never reads a byte of them.
  await db.schema
    .createTable('document_contents')
    .addColumn('document_id', 'integer', column =>
      column.primaryKey().references('documents.id').onDelete('cascade'),
    )
    .addColumn('bytes', bytes, required)
    .execute()
}
