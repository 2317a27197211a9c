import { type ColumnDefinitionBuilder, PostgresAdapter } from 'kysely'
import type { Db } from '../schema.ts'

// What the tables of every migration are made of; released ones use it, so that nothing here may ever change.

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const required: Column = column => column.notNull()
export const counted: Column = column => column.notNull().defaultTo(0)
/** Goes with what it belongs to. */
export const within =
  (parent: string): Column =>
  column =>
    column.notNull().references(parent).onDelete('cascade')
export const somebody: Column = column => column.references('users.id').onDelete('set null')

/** How this database spells bytes, begins a table and makes an index. */
export function tableParts(db: Db) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  return {
    bytes: postgres ? 'bytea' : 'blob',
    /** Numbers that are never given twice, so that an id in an old link can't come to mean something else. */
    numbered: (table: string) =>
      postgres
        ? db.schema.createTable(table).addColumn('id', 'serial', column => column.primaryKey())
        : db.schema
            .createTable(table)
            .addColumn('id', 'integer', column => column.primaryKey().autoIncrement()),
    index: (table: string, columns: string[]): Promise<void> =>
      db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute(),
  } as const
}
