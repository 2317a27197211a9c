import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../schema.ts'

// What the tables of every migration are made of; released ones use it, so that nothing here may ever change.

/** Goes with what it belongs to. */
export const of = (parent: string, column = 'id') => `references "${parent}" ("${column}") on delete cascade`
export const within = (parent: string) => `integer not null ${of(parent)}`
export const somebody = 'integer references "users" ("id") on delete set null'
export const counted = 'integer default 0 not null'

/** How this database spells bytes and numbers, and makes tables. Columns are SQL, but for the quotes round their names. */
export function tableParts(db: Db) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (statement: string) => sql.raw(statement).execute(db)
  return {
    bytes: postgres ? 'bytea' : 'blob',
    /** Numbers that are never given twice, so that an id in an old link can't come to mean something else. */
    id: postgres ? 'id serial primary key' : 'id integer primary key autoincrement',
    table: (name: string, columns: string, ...constraints: string[]) =>
      run(`create table "${name}" (${[...columns.split(',').map(quoted), ...constraints].join(', ')})`),
    column: (table: string, column: string) => run(`alter table "${table}" add column ${quoted(column)}`),
    index: (table: string, ...columns: string[]) => {
      const named = columns.map(quoted).join(', ')
      return run(`create index "${table}_by_${columns.join('_')}" on "${table}" (${named})`)
    },
  } as const
}

const quoted = (column: string) => column.trim().replace(/^\w+/, '"$&"')
