import type { Kysely } from 'kysely'
import { runMigrations } from '../http/migrations.ts'
import { tableParts } from '../http/tableParts.ts'

export type UserRole = 'teacher' | 'pupil'

/** Times are ISO 8601 in UTC. */
export type Sessions = {
  /** SHA-256 of the session ID, so that readers of the table can't take over sessions. */
  id_hash: string
  tokens: string
  user_id: number
  user_name: string | null
  /** Null if the service does not name it. */
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

export const migrateGateway = (db: GatewayDb): Promise<void> =>
  runMigrations(db, { schema: gatewaySchema, facts: 'gateway_facts', steps: [createTables] })

async function createTables(trx: GatewayDb): Promise<void> {
  const { index, table } = tableParts(trx)
  await table('gateway_facts', 'name text primary key, value text not null')
  await table(
    'sessions',
    `id_hash text primary key, tokens text not null, user_id integer not null, user_name text, user_role text,
    access_expires_at text not null, generation integer not null, created_at text not null,
    last_seen_at text not null, refreshing_until text`,
  )
  // Each sign-in searches expired sessions.
  await index('sessions', 'last_seen_at')
  await index('sessions', 'created_at')
}
