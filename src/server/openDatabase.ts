import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { GatewayDb, GatewaySchema } from '../gateway/schema.ts'
import { gatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { isDiskFull, serviceSchema } from '../service/db/dialects.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import { createSchema, openPostgres, requireUsableDatabase } from './postgres.ts'
import { diskFullError, StartError } from './StartError.ts'
import type { DatabaseSettings, Settings } from './settings.ts'
import { openSqlite } from './sqlite.ts'

export type Databases = {
  sessions: GatewayDb
  /** Null if another organisation runs the service. */
  school: Db | null
  runExclusive<Result>(run: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Throws `StartError`. */
export async function openDatabases(settings: Settings, report: (error: Error) => void): Promise<Databases> {
  if (settings.database) return openInPostgres(settings, settings.database, report)
  const sessions = await openSessions(join(settings.dataDirectory, 'sessions.sqlite'))
  try {
    const school = settings.foreign
      ? null
      : await openSchool(join(settings.dataDirectory, 'staffroom.sqlite'))
    return {
      sessions,
      school,
      runExclusive: run => run(),
      async close() {
        await school?.destroy()
        await sessions.destroy()
      },
    }
  } catch (error) {
    await sessions.destroy()
    throw error
  }
}

async function openInPostgres(
  { foreign }: Settings,
  database: DatabaseSettings,
  report: (error: Error) => void,
): Promise<Databases> {
  const postgres = openPostgres({ ...database, report })
  const sessions = postgres.forSchema<GatewaySchema>(gatewaySchema)
  const school = foreign ? null : postgres.forSchema<Schema>(serviceSchema)
  try {
    await requireUsableDatabase(sessions)
    await postgres.runExclusive(() => migratePostgres(database, { hasSchool: school !== null, report }))
    return { sessions, school, runExclusive: postgres.runExclusive, close: postgres.close }
  } catch (cause) {
    await postgres.close()
    const { host, pathname } = new URL(database.url)
    throw toStartError(
      `DATABASE_URL: the database ${decodeURIComponent(pathname.slice(1))} at ${host}`,
      cause,
    )
  }
}

/** Poolers have time limits, and a migration may take long. */
async function migratePostgres(
  { directUrl }: DatabaseSettings,
  { hasSchool, report }: { hasSchool: boolean; report: (error: Error) => void },
): Promise<void> {
  const unlimitedPool = openPostgres({ url: directUrl, connections: 1, isUnlimited: true, report })
  try {
    const sessions = unlimitedPool.forSchema<GatewaySchema>(gatewaySchema)
    await createSchema(sessions, gatewaySchema)
    await migrateGateway(sessions)
    if (!hasSchool) return
    const school = unlimitedPool.forSchema<Schema>(serviceSchema)
    await createSchema(school, serviceSchema)
    await migrate(school)
  } finally {
    await unlimitedPool.close()
  }
}

/** Neither message contains a password. */
function toStartError(name: string, cause: unknown): StartError {
  if (isDiskFull(cause)) return diskFullError(name, cause)
  const { message, code = '' } = cause as Error & { code?: string }
  // Poolers accept no settings of single clients.
  const advice = message.includes('startup parameter') ? ' Set DATABASE_DIRECT_URL for a pooler.' : ''
  return new StartError([`${name} cannot be used: ${(message || code).replace(/\.$/, '')}.${advice}`], cause)
}

/** Throws `StartError`. */
export async function openSchool(path: string): Promise<Db> {
  return openMigrated<Schema>(path, migrate)
}

/** A separate file, because it is the only one with a foreign service. */
export async function openSessions(path: string): Promise<GatewayDb> {
  return openMigrated<GatewaySchema>(path, migrateGateway)
}

async function openMigrated<S>(
  path: string,
  migrateDatabase: (db: Kysely<S>) => Promise<void>,
): Promise<Kysely<S>> {
  let db: Kysely<S> | undefined
  try {
    const open = new Kysely<S>({ dialect: openSqlite(path) })
    db = open
    await migrateDatabase(open)
    return open
  } catch (cause) {
    await db?.destroy()
    throw toStartError(path, cause)
  }
}
