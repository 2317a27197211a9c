import { type ColumnDefinitionBuilder, PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

const required: Column = column => column.notNull()
const within =
  (parent: string): Column =>
  column =>
    column.notNull().references(parent).onDelete('cascade')
const somebody: Column = column => column.references('users.id').onDelete('set null')

/** Homework, what is handed in to it, and documents with their bytes. */
export async function homeworkTables(db: Db): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const numbered = (table: string) =>
    postgres
      ? db.schema.createTable(table).addColumn('id', 'serial', column => column.primaryKey())
      : db.schema.createTable(table).addColumn('id', 'integer', column => column.primaryKey().autoIncrement())

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
  await db.schema.createIndex('homeworks_by_course_id').on('homeworks').columns(['course_id']).execute()
  await db.schema.createIndex('homeworks_by_lesson_id').on('homeworks').columns(['lesson_id']).execute()

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
  await db.schema.createIndex('submissions_by_user_id').on('submissions').columns(['user_id']).execute()

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
  await db.schema.createIndex('documents_by_related_to').on('documents').columns(['related_to']).execute()
  await db.schema.createIndex('documents_by_todo_id').on('documents').columns(['todo_id']).execute()

  // Apart from what is said about it, so that a list of documents never reads a byte of them.
  await db.schema
    .createTable('document_contents')
    .addColumn('document_id', 'integer', column =>
      column.primaryKey().references('documents.id').onDelete('cascade'),
    )
    .addColumn('bytes', postgres ? 'bytea' : 'blob', required)
    .execute()
}
