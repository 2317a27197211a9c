import { type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

type Migrations<Schema> = {
  /** Name in PostgreSQL. */
  schema: string
  /** Name of the table that stores the version. The first step creates it, with the texts `name` and `value`. */
  facts: string
  /** Version n is after the first n. A released step never changes. */
  steps: readonly ((trx: Kysely<Schema>) => Promise<void>)[]
}

export class NewerDatabase extends Error {
  constructor(current: number, known: number) {
    super(
      `This database is of version ${current}, newer than this release understands (${known}). Nothing was changed; start the release that wrote it, or a newer one.`,
    )
    this.name = 'NewerDatabase'
  }
}

/**
 * Each step has its own transaction. Throws before any write if the tables are newer, or of another program. Only one
 * process may call it at a time.
 */
export async function runMigrations<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations<Schema>,
): Promise<void> {
  const { schema, facts, steps } = migrations
  const current = await readVersion(db, migrations)
  if (current > steps.length) throw new NewerDatabase(current, steps.length)
  for (const [index, step] of steps.entries()) {
    if (index < current) continue
    const value = String(index + 1)
    await db.transaction().execute(async trx => {
      if (isPostgres(trx)) await sql`set local search_path to ${sql.id(schema)}`.execute(trx)
      await step(trx)
      await withFacts(trx)
        .insertInto(facts)
        .values({ name: versionName, value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute()
    })
  }
}

const versionName = 'schema_version'

const withFacts = (db: unknown) => db as Kysely<Record<string, { name: string; value: string }>>

/** 0 for an empty database. */
async function readVersion<Schema>(
  db: Kysely<Schema>,
  { schema, facts }: Pick<Migrations<Schema>, 'schema' | 'facts'>,
): Promise<number> {
  const all = await db.introspection.getTables()
  const tables = isPostgres(db) ? all.filter(table => table.schema === schema) : all
  if (tables.length === 0) return 0
  if (!tables.some(table => table.name === facts)) throw new Error('the tables of another program')
  const row = await withFacts(db)
    .selectFrom(facts)
    .select('value')
    .where('name', '=', versionName)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}
