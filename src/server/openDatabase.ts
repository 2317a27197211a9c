import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { GatewayDb, GatewaySchema } from '../gateway/schema.ts'
import { gatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { NewerDatabase } from '../http/migrations.ts'
import { isDiskFull, serviceSchema } from '../service/db/dialects.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import { createSchema, describePostgresError, openPostgres, requireUsableDatabase } from './postgres.ts'
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
  } catch (error) {
    await postgres.close()
    throw error
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

/** Returns other errors unchanged. */
export function toStartError({ database, dataDirectory }: Settings, cause: unknown): unknown {
  if (cause instanceof StartError) return cause
  if (!database) return isDiskFull(cause) ? diskFullError(dataDirectory, cause) : cause
  const text = cause instanceof Error ? cause.message : ''
  const describeError =
    cause instanceof NewerDatabase
      ? `DATABASE_URL: ${text}`
      : text === otherTables
        ? `DATABASE_URL: the schema ${gatewaySchema} or ${serviceSchema} contains ${otherTables}. Nothing was changed. Use a separate database for Staffroom.`
        : describePostgresError(database, cause)
  return describeError === undefined ? cause : new StartError([describeError], cause)
}

const otherTables = 'the tables of another program'

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
    if (cause instanceof StartError) throw cause
    if (isDiskFull(cause)) throw diskFullError(path, cause)
    throw new StartError([describeError(path, cause)], cause)
  }
}

function describeError(path: string, cause: unknown): string {
  if (cause instanceof NewerDatabase) return `${path}: ${cause.message}`
  const text = cause instanceof Error ? cause.message : ''
  if (/unable to open|readonly|permission/i.test(text)) return `${path} cannot be opened for writing.`
  if (/locked|busy/i.test(text)) return `${path} is in use by another program; stop that one first.`
  return `${path} is damaged, or is not a database of Staffroom. Nothing was changed. Restore it from a backup, or move it to another folder.`
}
