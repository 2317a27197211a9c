import { chatTables } from './migrations/chatTables.ts'
import { fileTables } from './migrations/fileTables.ts'
import { firstTables } from './migrations/firstTables.ts'
import { homeworkTables } from './migrations/homeworkTables.ts'
import { counted, required, tableParts, within } from './migrations/tableParts.ts'
import type { Db } from './schema.ts'

const year = 365 * 24 * 3_600_000

/** Personal tokens that had no end get one: a year after they were made. */
async function personalTokenEnds(db: Db): Promise<void> {
  const endless = await db
    .selectFrom('tokens')
    .select(['id', 'created_at'])
    .where('kind', '=', 'personal')
    .where('expires_at', 'is', null)
    .execute()
  for (const { id, created_at } of endless) {
    const expires_at = new Date(Date.parse(created_at) + year).toISOString()
    await db.updateTable('tokens').set({ expires_at }).where('id', '=', id).execute()
  }
}

/**
 * In order, never changed once released; version n is the database after the first n. Names are for people.
 * Only what SQLite and PostgreSQL both speak.
 */
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
]

/** Version the code of today needs. */
export const schemaVersion = migrations.length

/** The database was written by a newer release: this one must not touch it. */
export class NewerDatabase extends Error {
  constructor(found: number) {
    super(
      `This database is of version ${found}, newer than this release understands (${schemaVersion}). Nothing was changed; start the release that wrote it, or a newer one.`,
    )
    this.name = 'NewerDatabase'
  }
}

/**
 * Brings a database up to date, each step in its own transaction; does nothing to one that is. Several processes may do
 * so at once: a step that fails because another process has just made it counts as made. `version` is an earlier one in
 * tests of what comes after it. Throws `NewerDatabase` before anything is written.
 */
export async function migrate(db: Db, version = schemaVersion): Promise<void> {
  let found = await versionOf(db)
  while (found !== version) {
    if (found > version) throw new NewerDatabase(found)
    const failure = await makeVersion(db, found + 1).catch((cause: unknown) => ({ cause }))
    const now = await versionOf(db)
    if (failure && now <= found) throw failure.cause
    found = now
  }
}

async function makeVersion(db: Db, version: number): Promise<void> {
  await db.transaction().execute(async trx => {
    await migrations[version - 1]?.up(trx)
    const value = String(version)
    await trx
      .insertInto('facts')
      .values({ name: 'schema_version', value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

/** 0 for an empty database; throws for one with other tables than ours. */
async function versionOf(db: Db): Promise<number> {
  const tables = await db.introspection.getTables()
  if (tables.length === 0) return 0
  if (!tables.some(table => table.name === 'facts')) throw new Error('the tables of another program')
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'schema_version')
    .executeTakeFirst()
  return row ? Number(row.value) : 0
}

/** Large files in pieces, each written and read by itself, so that none holds up everybody (cases 43). */
async function uploadTables(db: Db): Promise<void> {
  const { bytes, numbered, index } = tableParts(db)
  // Without a document as long as pieces are coming.
  await numbered('uploads')
    .addColumn('document_id', 'integer', column => column.references('documents.id').onDelete('cascade'))
    .addColumn('begun_at', 'text', required)
    .execute()
  await index('uploads', ['document_id'])
  await db.schema
    .createTable('upload_pieces')
    .addColumn('upload_id', 'integer', within('uploads.id'))
    .addColumn('position', 'integer', required)
    .addColumn('bytes', bytes, required)
    .addPrimaryKeyConstraint('upload_pieces_key', ['upload_id', 'position'])
    .execute()
}

/** Homework whose writes go wrong, and how often each submission was written. */
async function homeworkFaultTables(db: Db): Promise<void> {
  await db.schema
    .createTable('homework_faults')
    .addColumn('todo_id', 'integer', column =>
      column.primaryKey().references('homeworks.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('value', 'text')
    .execute()
  for (const count of ['corrections', 'hand_ins']) {
    await db.schema
      .alterTable('submissions')
      .addColumn(count, 'integer', column => column.notNull().defaultTo(0))
      .execute()
  }
}

/** What goes wrong on purpose is around the service now, in no table of it. */
async function dropFaults(db: Db): Promise<void> {
  for (const table of ['faults', 'homework_faults', 'chat_faults', 'file_faults']) {
    await db.schema.dropTable(table).execute()
  }
  for (const table of ['messages', 'submissions']) {
    await db.schema.alterTable(table).dropColumn('raw_formatted').execute()
  }
}

/** What the files of a class are read by in pages, what their list is known again by, and what somebody uploaded. */
async function pagesAndQuotas(db: Db): Promise<void> {
  const { index } = tableParts(db)
  await db.schema.alterTable('courses').addColumn('files_version', 'integer', counted).execute()
  await index('files', ['course_id', 'id'])
  await index('documents', ['uploaded_by_user_id', 'uploaded_at'])
}
