import { type Kysely, sql } from 'kysely'
import type { Postgres } from '../server/postgres.ts'

/** Copies every table and sequence to the schema `original`. */
export async function storeOriginal(postgres: Postgres): Promise<void> {
  const db = postgres.forSchema(schema)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Restores the stored content of changed tables. Returns false if a test changed definitions or left a
 * transaction open.
 */
export async function restoreTables(postgres: Postgres): Promise<boolean> {
  const db: Kysely<unknown> = postgres.forSchema(schema)
  const { rows } = await sql<{ restored: number }>`select original.restore() as restored`.execute(db)
  return rows[0]?.restored === 1
}

const schema = 'original'

const definitionTables = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc']

// A table is unchanged if its row count and its newest transaction (xmin) are the same.
const statements = [
  'create schema original',
  // `copy` is null for a definition table.
  'create table original.tables (name text primary key, copy text, rows bigint, newest bigint)',
  'create table original.sequences (name text primary key, last_value bigint, is_called boolean)',
  `create function original.look_at(name text, out rows bigint, out newest bigint) language plpgsql as $$
  begin
    execute format('select count(*), coalesce(max(xmin::text::bigint), 0) from %s', name) into rows, newest;
  end $$`,
  // A replica ignores foreign keys and triggers.
  `create function original.restore() returns boolean language plpgsql
  set session_replication_role = replica as $$
  declare
    entry record;
    found record;
  begin
    if exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state <> 'idle') then
      return false;
    end if;
    for entry in select * from original.tables order by copy is not null loop
      select * into found from original.look_at(entry.name);
      continue when found.rows = entry.rows and found.newest = entry.newest;
      if entry.copy is null then
        return false;
      end if;
      execute format('delete from %s', entry.name);
      execute format('insert into %s overriding system value select * from %s', entry.name, entry.copy);
      update original.tables set newest = pg_current_xact_id()::text::bigint where name = entry.name;
    end loop;
    perform setval(name::regclass, last_value, is_called) from original.sequences;
    return true;
  end $$`,
  `do $$
  declare
    entry record;
    table_name text;
  begin
    for entry in select schemaname, tablename from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'original') loop
      table_name := format('%I.%I', entry.schemaname, entry.tablename);
      execute format('create table original.%I as table %s', table_name, table_name);
      insert into original.tables select table_name, format('original.%I', table_name), look_at.*
        from original.look_at(table_name);
    end loop;
    for entry in select schemaname, sequencename from pg_sequences loop
      table_name := format('%I.%I', entry.schemaname, entry.sequencename);
      execute format('insert into original.sequences select %L, last_value, is_called from %s', table_name, table_name);
    end loop;
  end $$`,
  // Last, because the statements before write to these tables.
  ...definitionTables.map(
    name => `insert into original.tables select '${name}', null, look_at.* from original.look_at('${name}')`,
  ),
]
