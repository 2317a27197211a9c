import { sql } from 'kysely'
import { isPostgres, serviceSchema } from './dialects.ts'
import { calendars } from './migrations/calendars.ts'
import { classPermissions } from './migrations/classPermissions.ts'
import { idempotencyKeys } from './migrations/idempotencyKeys.ts'
import { openSubmissions } from './migrations/openSubmissions.ts'
import { permissionExpiry } from './migrations/permissionExpiry.ts'
import { scheduledMessages } from './migrations/scheduledMessages.ts'
import {
  chatTables,
  documentsOutside,
  dropFaults,
  fileTables,
  firstTables,
  grantsByPerson,
  homeworkFaultTables,
  homeworkTables,
  manyProcesses,
  pagesAndQuotas,
  personalTokenEnds,
  uploadTables,
} from './migrations/steps.ts'
import { teacherShortNames } from './migrations/teacherShortNames.ts'
import { timetableVersion } from './migrations/timetableVersion.ts'
import { userSettings } from './migrations/userSettings.ts'
import { voteTimes } from './migrations/voteTimes.ts'
import type { Db } from './schema.ts'

/** A released migration never changes, and uses only SQL that both databases share. */
const migrations: readonly { name: string; up: (db: Db) => Promise<void> }[] = [
  { name: 'first tables', up: firstTables },
  { name: 'homework and documents', up: homeworkTables },
  { name: 'faults of homework, and how often each was corrected', up: homeworkFaultTables },
  { name: 'chats', up: chatTables },
  { name: 'files, lesson contents and news', up: fileTables },
  { name: 'an end for every personal token', up: personalTokenEnds },
  { name: 'long lists in pages, and quotas of uploads', up: pagesAndQuotas },
  { name: 'large files in pieces', up: uploadTables },
  { name: 'no faults in tables', up: dropFaults },
  { name: 'what several processes decide together', up: manyProcesses },
  { name: 'documents outside of the database', up: documentsOutside },
  { name: 'grants found by person and kind', up: grantsByPerson },
  { name: 'idempotency keys with their responses', up: idempotencyKeys },
  { name: 'versions of timetables', up: timetableVersion },
  { name: 'addresses of calendars', up: calendars },
  { name: 'times of votes', up: voteTimes },
  { name: 'messages sent at a given time', up: scheduledMessages },
  { name: 'ends of permissions', up: permissionExpiry },
  { name: 'permissions of classes', up: classPermissions },
  { name: 'submissions that teachers have open', up: openSubmissions },
  { name: 'settings of users', up: userSettings },
  { name: 'short names of teachers', up: teacherShortNames },
]

export const schemaVersion = migrations.length

export class NewerDatabase extends Error {
  constructor(current: number) {
    super(
      `This database is of version ${current}, newer than this release understands (${schemaVersion}). Nothing was changed; start the release that wrote it, or a newer one.`,
    )
    this.name = 'NewerDatabase'
  }
}

/** Each step has its own transaction. Throws `NewerDatabase` before any write. */
export async function migrate(db: Db, version = schemaVersion): Promise<void> {
  let current = await readVersion(db)
  while (current !== version) {
    if (current > version) throw new NewerDatabase(current)
    const failure = await migrateTo(db, current + 1).catch((cause: unknown) => ({ cause }))
    const reached = await readVersion(db)
    if (failure && reached <= current) throw failure.cause
    current = reached
  }
}

async function migrateTo(db: Db, version: number): Promise<void> {
  await db.transaction().execute(async trx => {
    if (isPostgres(trx)) await sql`set local search_path to ${sql.id(serviceSchema)}`.execute(trx)
    const name = 'schema_version'
    const value = String(version)
    if (version === 1) {
      await migrations[0]?.up(trx)
      await trx.insertInto('facts').values({ name, value }).execute()
      return
    }
    // Write the version first: a second process waits here, then skips the step.
    const updated = await trx
      .updateTable('facts')
      .set({ value })
      .where('name', '=', name)
      .where('value', '=', String(version - 1))
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new Error('another process was quicker')
    await migrations[version - 1]?.up(trx)
  })
}

/** 0 if empty. Throws for tables of another program. */
async function readVersion(db: Db): Promise<number> {
  const all = await db.introspection.getTables()
  const tables = isPostgres(db) ? all.filter(table => table.schema === serviceSchema) : all
  if (tables.length === 0) return 0
  if (!tables.some(table => table.name === 'facts')) throw new Error('the tables of another program')
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'schema_version')
    .executeTakeFirst()
  return row ? Number(row.value) : 0
}
