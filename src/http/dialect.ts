import { type Kysely, PostgresAdapter } from 'kysely'

/** The other database is SQLite. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter
