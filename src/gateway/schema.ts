import { type Kysely, PostgresAdapter, sql } from 'kysely'

export type UserRole = 'teacher' | 'pupil'

/** Times are ISO 8601 in UTC. */
export type Sessions = {
  /** SHA-256 of the session ID, so that readers of the table can't take over sessions. */
  id_hash: string
  tokens: string
  user_id: number
  user_name: string | null
  /** Null if the service does not name it, and in sessions of earlier releases. */
  user_role: UserRole | null
  access_expires_at: string
  generation: number
  created_at: string
  last_seen_at: string
  /** After this time, another process may refresh. */
  refreshing_until: string | null
}

export type GatewaySchema = {
  sessions: Sessions
  gateway_facts: { name: string; value: string }
}

export type GatewayDb = Kysely<GatewaySchema>

export const gatewaySchema = 'staffroom_gateway'

/** Version n is after the first n. Never change released migrations. */
const migrations: readonly ((trx: GatewayDb) => Promise<void>)[] = [firstTables, sessionIndexes, sessionRoles]

export class NewerSessions extends Error {
  constructor(version: number) {
    super(
      `The sessions are of version ${version}, newer than this release understands (${migrations.length}). Nothing was changed; start the release that wrote them, or a newer one.`,
    )
    this.name = 'NewerSessions'
  }
}

/** Throws before any write if the tables are newer or of another program. */
export async function migrateGateway(db: GatewayDb): Promise<void> {
  const version = await readVersion(db)
  if (version > migrations.length) throw new NewerSessions(version)
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    await db.transaction().execute(async trx => {
      if (isPostgres(trx)) await sql`set local search_path to ${sql.id(gatewaySchema)}`.execute(trx)
      await step(trx)
      const value = String(index + 1)
      await trx
        .insertInto('gateway_facts')
        .values({ name: 'version', value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute()
    })
  }
}

const isPostgres = (db: GatewayDb) => db.getExecutor().adapter instanceof PostgresAdapter

/** 0 for an empty database. */
async function readVersion(db: GatewayDb): Promise<number> {
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

/** Each sign-in searches expired sessions. */
async function sessionIndexes(trx: GatewayDb): Promise<void> {
  for (const column of ['last_seen_at', 'created_at'] as const)
    await trx.schema.createIndex(`sessions_by_${column}`).on('sessions').column(column).execute()
}

async function sessionRoles(trx: GatewayDb): Promise<void> {
  await trx.schema.alterTable('sessions').addColumn('user_role', 'text').execute()
}
