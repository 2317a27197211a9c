import type { Insertable } from 'kysely'
import { relationLabel } from '../contract/document.ts'
import type { ResourceField } from '../contract/permissions.ts'
import { unmatchableHash } from '../service/auth/passwords.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import type { PreparedDocument } from '../service/db/storeDocument.ts'

/** SQLite accepts 32,766 values per statement, and a document has twelve. */
const rowsAtOnce = 2500

/** Inserts any number of rows into a table. */
export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await db.insertInto(table).values(some).execute()
  }
}

/** Tables with an ID column. */
type Numbered = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown } ? Table : never
}[keyof Schema]

/** Inserts rows and returns their IDs. Either all rows have an ID or none has. */
export async function insertNumbered<Table extends Numbered>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    // TypeScript can't type this generically. The statement is valid for each of these tables.
    const some = rows.slice(from, from + rowsAtOnce) as unknown as Insertable<Schema['news']>[]
    const inserted = await db
      .insertInto(table as 'news')
      .values(some)
      .returning('id')
      .execute()
    // Databases do not guarantee the order of returned rows. New IDs increase in the order of the rows.
    const given = inserted.map(({ id }) => id).sort((a, b) => a - b)
    ids.push(...some.map(({ id }, index) => id ?? given[index] ?? 0))
  }
  return ids
}

export async function insertOne<Table extends Numbered>(
  db: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number> {
  const [id = 0] = await insertNumbered(db, table, [row])
  return id
}

/** Access of a user to one object. Administering includes writing. `by` is null for a grant of the school. */
export type Grant = {
  id: number
  userId: number
  can: 'read' | 'write' | 'administer'
  by: number | null
  at: string
}

/**
 * Returns the grants of an object. The first user administers it, and gave write access to the other users and read
 * access to the readers. `at` has the format of the database.
 */
export const sharedBy = (
  [maker = 0, ...writers]: readonly number[],
  of: { id: number; at: string },
  readers: readonly number[] = [],
): Grant[] => [
  { ...of, userId: maker, can: 'administer', by: null },
  ...writers.map(userId => ({ ...of, userId, can: 'write', by: maker }) as const),
  ...readers.map(userId => ({ ...of, userId, can: 'read', by: maker }) as const),
]

/** Inserts grants of one kind of object. */
export const insertGrants = (db: Db, field: ResourceField, grants: readonly Grant[]): Promise<void> =>
  insertRows(
    db,
    'permissions',
    grants.map(({ id, userId, can, by, at }) => ({
      resource_field: field,
      resource_id: id,
      user_id: userId,
      is_write: can === 'read' ? 0 : 1,
      is_admin: can === 'administer' ? 1 : 0,
      given_by_user_id: by,
      given_at: at,
    })),
  )

/** Inserts pupils who can't sign in. `at` has the format of the database. */
export const insertPupils = (
  db: Db,
  names: readonly string[],
  { login, at }: { login: string; at: string },
): Promise<number[]> =>
  insertNumbered(
    db,
    'users',
    names.map((name, index) => ({
      login: `${login}-${index + 1}`,
      password_hash: unmatchableHash,
      name,
      is_teacher: 0,
      birthday: null,
      registered_at: at,
      last_seen_at: at,
    })),
  )

/** A file, or a folder if it has no document. `at` is ISO 8601 in UTC. */
export type NewEntry = {
  /** Fixed ID. Without it the next free ID is used. */
  id?: number
  courseId: number
  parentId: number | null
  name: string
  /** ID of the user who created and administers it. */
  userId: number
  at: string
  document?: PreparedDocument | undefined
}

/** Inserts files and folders with their bytes and the grants of their creators. Returns their IDs. */
export async function insertFiles(db: Db, entries: readonly NewEntry[]): Promise<number[]> {
  const rows = entries.map(({ id, courseId, parentId, name, userId, at, document }) => ({
    ...(id !== undefined && { id }),
    course_id: courseId,
    parent_id: parentId,
    name,
    is_dir: document ? (0 as const) : (1 as const),
    created_at: at,
    created_by_user_id: userId,
  }))
  const ids = await insertNumbered(db, 'files', rows)
  const filed = entries.map((entry, index) => ({ ...entry, id: ids[index] ?? 0 }))
  const grants = filed.flatMap(({ id, userId, at }) => sharedBy([userId], { id, at }))
  await insertGrants(db, 'file_id', grants)
  const contents: Uint8Array[] = []
  const documents = filed.flatMap(({ id, name, userId, at, document }) => {
    if (!document) return []
    const { bytes, ...facts } = document
    contents.push(bytes)
    const related_to = relationLabel({ kind: 'file', fileId: id })
    const uploaded = { uploaded_at: at, uploaded_by_user_id: userId }
    return { ...facts, name, related_to, file_id: id, ...uploaded }
  })
  const documentIds = await insertNumbered(db, 'documents', documents)
  const bytesOf = documentIds.map((document_id, index) => ({ document_id, bytes: contents[index] ?? none }))
  await insertRows(db, 'document_contents', bytesOf)
  return ids
}

const none = new Uint8Array()
