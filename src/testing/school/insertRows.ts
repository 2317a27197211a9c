import type { Insertable } from 'kysely'
import { relationLabel } from '../../contract/document.ts'
import type { ResourceField } from '../../contract/permissions.ts'
import { unmatchableHash } from '../../service/auth/passwords.ts'
import type { DocumentStore } from '../../service/db/documentStore.ts'
import { storeBytes } from '../../service/db/receiveFile.ts'
import type { Db, Schema } from '../../service/db/schema.ts'
import type { PreparedDocument } from '../../service/db/storeDocument.ts'

/** SQLite accepts 32,766 values per statement, and a document has twelve. */
const chunkSize = 2500

export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkSize) {
    const chunk = rows.slice(from, from + chunkSize)
    await db.insertInto(table).values(chunk).execute()
  }
}

type TableWithId = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown } ? Table : never
}[keyof Schema]

/** Either all rows have an ID, or all lack it. */
export async function insertReturningIds<Table extends TableWithId>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += chunkSize) {
    // TypeScript can't type this generically.
    const chunk = rows.slice(from, from + chunkSize) as unknown as Insertable<Schema['news']>[]
    const inserted = await db
      .insertInto(table as 'news')
      .values(chunk)
      .returning('id')
      .execute()
    // The order of returned rows is not guaranteed, but IDs increase.
    const given = inserted.map(({ id }) => id).sort((a, b) => a - b)
    ids.push(...chunk.map(({ id }, index) => id ?? given[index] ?? 0))
  }
  return ids
}

export async function insertOne<Table extends TableWithId>(
  db: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number> {
  const [id = 0] = await insertReturningIds(db, table, [row])
  return id
}

/** `by` is null for a grant of the school. */
export type Grant = {
  id: number
  userId: number
  can: 'read' | 'write' | 'administer'
  by: number | null
  at: string
}

/** The first user administers the object. */
export const createGrants = (
  [adminId = 0, ...writers]: readonly number[],
  resource: { id: number; at: string },
  readers: readonly number[] = [],
): Grant[] => [
  { ...resource, userId: adminId, can: 'administer', by: null },
  ...writers.map(userId => ({ ...resource, userId, can: 'write', by: adminId }) as const),
  ...readers.map(userId => ({ ...resource, userId, can: 'read', by: adminId }) as const),
]

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

export const insertPupils = (
  db: Db,
  names: readonly string[],
  { login, at }: { login: string; at: string },
): Promise<number[]> =>
  insertReturningIds(
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

/** A folder if it has no document. `at` is ISO 8601 in UTC. */
export type NewEntry = {
  id?: number
  courseId: number
  parentId: number | null
  name: string
  userId: number
  at: string
  document?: PreparedDocument | undefined
}

/** Returns the IDs. */
export async function insertFiles(
  db: Db,
  store: DocumentStore,
  entries: readonly NewEntry[],
): Promise<number[]> {
  const rows = entries.map(({ id, courseId, parentId, name, userId, at, document }) => ({
    ...(id !== undefined && { id }),
    course_id: courseId,
    parent_id: parentId,
    name,
    is_dir: document ? (0 as const) : (1 as const),
    created_at: at,
    created_by_user_id: userId,
  }))
  const ids = await insertReturningIds(db, 'files', rows)
  const entriesWithIds = entries.map((entry, index) => ({ ...entry, id: ids[index] ?? 0 }))
  const grants = entriesWithIds.flatMap(({ id, userId, at }) => createGrants([userId], { id, at }))
  await insertGrants(db, 'file_id', grants)
  const stored = new Map<string, PreparedDocument>()
  const documents = entriesWithIds.flatMap(({ id, name, userId, at, document }) => {
    if (!document) return []
    const { bytes: _, ...documentRow } = document
    stored.set(document.hash, document)
    const related_to = relationLabel({ kind: 'file', fileId: id })
    const uploaded = { uploaded_at: at, uploaded_by_user_id: userId }
    return { ...documentRow, name, related_to, file_id: id, ...uploaded }
  })
  for (const document of stored.values()) await storeBytes(db, store, document, 0)
  await insertRows(db, 'documents', documents)
  return ids
}
