import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** One signed-in browser. Instants are ISO 8601 text in UTC, so that text order is time order. */
export type Sessions = {
  /** SHA-256 of the id the browser holds: who reads the table can't take a session over. */
  id_hash: string
  tokens: string
  user_id: number
  user_name: string | null
  access_expires_at: string
  generation: number
  created_at: string
  last_seen_at: string
  /** Set while some process refreshes; past it, that process died and another may. */
  refreshing_until: string | null
}

export type GatewaySchema = {
  sessions: Sessions
  gateway_facts: { name: string; value: string }
}

export type GatewayDb = Kysely<GatewaySchema>

/** Of its tables in PostgreSQL, apart from the service's and everybody else's. */
export const gatewaySchema = 'staffroom_gateway'

/** In order, never changed once released; version n is the database after the first n. */
const steps: readonly ((trx: GatewayDb) => Promise<void>)[] = [firstTables, sessionIndexes]

/** The sessions were written by a newer release: this one must not touch them. */
export class NewerSessions extends Error {
  constructor(found: number) {
    super(
      `The sessions are of version ${found}, newer than this release understands (${steps.length}). Nothing was changed; start the release that wrote them, or a newer one.`,
    )
    this.name = 'NewerSessions'
  }
}

/**
 * Brings the gateway's tables up to date, each step in its own transaction; makes them where there are none. Throws, for
 * newer or others' tables, before anything is written.
 */
export async function migrateGateway(db: GatewayDb): Promise<void> {
  const found = await versionOf(db)
  if (found > steps.length) throw new NewerSessions(found)
  for (const [at, step] of steps.entries()) {
    if (at < found) continue
    await db.transaction().execute(async trx => {
      if (isPostgres(trx)) await sql`set local search_path to ${sql.id(gatewaySchema)}`.execute(trx)
      await step(trx)
      const value = String(at + 1)
      await trx
        .insertInto('gateway_facts')
        .values({ name: 'version', value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute()
    })
  }
}

const isPostgres = (db: GatewayDb) => db.getExecutor().adapter instanceof PostgresAdapter

/** 0 for an empty database; throws for one with other tables than ours. */
async function versionOf(db: GatewayDb): Promise<number> {
  const all = await db.introspection.getTables()
  const tables = isPostgres(db) ? all.filter(table => table.schema === gatewaySchema) : all
  if (tables.length === 0) return 0
  if (!tables.some(table => table.name === 'gateway_facts')) throw new Error('the tables of another program')
  const row = await db
    .selectFrom('gateway_facts')
    .select('value')
    .where('name', '=', 'version')
    .executeTakeFirst()
  return Number(row?.value ?? 1)
}

async function firstTables(trx: GatewayDb): Promise<void> {
  await trx.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', column => column.primaryKey())
    .addColumn('tokens', 'text', column => column.notNull())
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('user_name', 'text')
    .addColumn('access_expires_at', 'text', column => column.notNull())
    .addColumn('generation', 'integer', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('last_seen_at', 'text', column => column.notNull())
    .addColumn('refreshing_until', 'text')
    .execute()
  await trx.schema
    .createTable('gateway_facts')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('value', 'text', column => column.notNull())
    .execute()
}

/** What is over is found without reading every session, at each sign-in. */
async function sessionIndexes(trx: GatewayDb): Promise<void> {
  for (const column of ['last_seen_at', 'created_at'] as const)
    await trx.schema.createIndex(`sessions_by_${column}`).on('sessions').column(column).execute()
}
