import { runMigrations } from '../../http/migrations.ts'
import { createTables } from './baseline.ts'
import { serviceSchema } from './dialects.ts'
import type { Db } from './schema.ts'

/** Migrations use only SQL that both databases share. */
export const migrate = (db: Db): Promise<void> =>
  runMigrations(db, { schema: serviceSchema, facts: 'facts', steps: [createTables] })
