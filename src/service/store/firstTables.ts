import { type ColumnDefinitionBuilder, PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

const required: Column = column => column.notNull()
const within =
  (parent: string): Column =>
  column =>
    column.notNull().references(parent).onDelete('cascade')

/** People, sign-in, classes, timetable and permissions. */
export async function firstTables(db: Db): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  /** Numbers that are never given twice, so that an id in an old link can't come to mean something else. */
  const numbered = (table: string) =>
    postgres
      ? db.schema.createTable(table).addColumn('id', 'serial', column => column.primaryKey())
      : db.schema.createTable(table).addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
  const index = (table: string, columns: string[]) =>
    db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)

  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute()

  await numbered('users')
    .addColumn('login', 'text', column => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('is_teacher', 'integer', required)
    .addColumn('birthday', 'text')
    .addColumn('registered_at', 'text', required)
    .addColumn('last_seen_at', 'text', required)
    .execute()

  await db.schema
    .createTable('applications')
    .addColumn('client_id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('secret_hash', 'text', required)
    .addColumn('redirect_url', 'text', required)
    .execute()

  await db.schema
    .createTable('consents')
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('client_id', 'text', within('applications.client_id'))
    .addColumn('scopes', 'text', required)
    .addPrimaryKeyConstraint('consents_key', ['user_id', 'client_id'])
    .execute()

  await db.schema
    .createTable('codes')
    .addColumn('code_hash', 'text', column => column.primaryKey())
    .addColumn('client_id', 'text', within('applications.client_id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('redirect_uri', 'text')
    .addColumn('scopes', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('used_at', 'text')
    .addColumn('family_id', 'text')
    .execute()
  await index('codes', ['expires_at']).execute()

  await numbered('tokens')
    .addColumn('hash', 'text', column => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('family_id', 'text')
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('client_id', 'text', column => column.references('applications.client_id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('scopes', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text')
    .addColumn('used_at', 'text')
    .addColumn('successor', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  await index('tokens', ['family_id']).execute()
  await index('tokens', ['user_id', 'kind']).execute()
  await index('tokens', ['expires_at']).execute()

  await numbered('courses')
    .addColumn('name', 'text', required)
    .addColumn('school_id', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('timetable_week', 'text')
    .addColumn('is_teacher_mode', 'integer', required)
    .execute()

  await db.schema
    .createTable('memberships')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('joined_at', 'text', required)
    .addColumn('changed_at', 'text', required)
    .addColumn('is_pending', 'integer', required)
    .addColumn('is_accepted', 'integer', required)
    .addPrimaryKeyConstraint('memberships_key', ['course_id', 'user_id'])
    .execute()
  await index('memberships', ['user_id']).execute()

  await numbered('lessons')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('name', 'text', required)
    .addColumn('short', 'text', required)
    .addColumn('room', 'text', required)
    .addColumn('teacher', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('color', 'text')
    .addColumn('is_gradable', 'integer', required)
    .addColumn('is_timetable_only', 'integer', required)
    .addColumn('rooms', 'text', required)
    .execute()
  await index('lessons', ['course_id']).execute()

  await numbered('units')
    .addColumn('school_id', 'integer', required)
    .addColumn('position', 'integer')
    .addColumn('start_time', 'text', required)
    .addColumn('end_time', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('is_break', 'integer', required)
    .execute()
  await index('units', ['school_id', 'start_time']).execute()

  await numbered('timetable_entries')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('weekday', 'integer', required)
    .addColumn('unit_id', 'integer', within('units.id'))
    .addColumn('lesson_id', 'integer', within('lessons.id'))
    .execute()
  await index('timetable_entries', ['course_id', 'weekday']).execute()
  await index('timetable_entries', ['lesson_id']).execute()

  await numbered('holidays')
    .addColumn('school_id', 'integer', required)
    .addColumn('date', 'text', required)
    .addColumn('name', 'text', required)
    .execute()
  await index('holidays', ['school_id', 'date']).execute()

  await numbered('representations')
    .addColumn('course_id', 'integer', within('courses.id'))
    .addColumn('date', 'text', required)
    .addColumn('body', 'text', required)
    .execute()
  await index('representations', ['course_id', 'date']).execute()

  await numbered('permissions')
    .addColumn('resource_field', 'text', required)
    .addColumn('resource_id', 'integer', required)
    .addColumn('user_id', 'integer', within('users.id'))
    .addColumn('is_write', 'integer', required)
    .addColumn('is_admin', 'integer', required)
    .addColumn('given_by_user_id', 'integer', column => column.references('users.id').onDelete('set null'))
    .addColumn('given_at', 'text', required)
    .addUniqueConstraint('one_per_target', ['resource_field', 'resource_id', 'user_id'])
    .execute()
  await index('permissions', ['user_id']).execute()

  await db.schema
    .createTable('faults')
    .addColumn('course_id', 'integer', column =>
      column.primaryKey().references('courses.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text')
    .execute()
}
