import { relationLabel } from '../contract/document.ts'
import type { ResourceField } from '../contract/permissions.ts'
import type { Db } from '../service/db/schema.ts'
import type { ReadyDocument } from '../service/db/storeDocument.ts'

/** A file or, without a document, a folder. `at` is ISO 8601 in UTC. */
export type NewEntry = {
  /** A number of its own instead of the next. */
  id?: number
  courseId: number
  parentId: number | null
  name: string
  /** Who put it there and administers it. */
  userId: number
  at: string
  document?: ReadyDocument
}

/** Access to one piece of content; who administers it may write too. `by` is null for the school. */
export type Grant = {
  id: number
  userId: number
  isAdmin: boolean
  isReader?: true
  by: number | null
  at: string
}

/** SQLite takes 32,766 values in a statement; a document is twelve of them. */
const rowsAtOnce = 2500

/**
 * Puts them into the store, all with a number of their own or none, with their bytes and the grants of who put them there.
 */
export async function insertFiles(db: Db, entries: readonly NewEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    await insertSome(db, entries.slice(from, from + rowsAtOnce))
  }
}

async function insertSome(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(
    ({ id, courseId, parentId, name, userId, at, document }) =>
      ({
        ...(id !== undefined && { id }),
        course_id: courseId,
        parent_id: parentId,
        name,
        is_dir: document ? 0 : 1,
        created_at: at,
        created_by_user_id: userId,
      }) as const,
  )
  const inserted = await db.insertInto('files').values(rows).returning('id').execute()
  // No database promises an order of what it returns; ids grow with the rows that bring none.
  const given = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const ids = entries.map(({ id }, index) => id ?? given[index] ?? 0)
  await insertGrants(
    db,
    'file_id',
    entries.map(({ userId, at }, index) => ({ id: ids[index] ?? 0, userId, isAdmin: true, by: null, at })),
  )
  await insertDocuments(db, entries, ids)
}

async function insertDocuments(db: Db, entries: readonly NewEntry[], ids: readonly number[]): Promise<void> {
  const contents: Uint8Array[] = []
  const rows = entries.flatMap(({ name, userId, at, document }, index) => {
    if (!document) return []
    const { bytes, ...facts } = document
    contents.push(bytes)
    const file_id = ids[index] ?? 0
    return {
      ...facts,
      name,
      related_to: relationLabel({ kind: 'file', fileId: file_id }),
      file_id,
      uploaded_at: at,
      uploaded_by_user_id: userId,
    }
  })
  if (rows.length === 0) return
  const inserted = await db.insertInto('documents').values(rows).returning('id').execute()
  const documentIds = inserted.map(({ id }) => id).sort((a, b) => a - b)
  await db
    .insertInto('document_contents')
    .values(contents.map((bytes, index) => ({ document_id: documentIds[index] ?? 0, bytes })))
    .execute()
}

/** Gives access to content of one kind. */
export async function insertGrants(db: Db, field: ResourceField, grants: readonly Grant[]): Promise<void> {
  for (let from = 0; from < grants.length; from += rowsAtOnce) {
    const rows = grants.slice(from, from + rowsAtOnce).map(
      ({ id, userId, isAdmin, isReader, by, at }) =>
        ({
          resource_field: field,
          resource_id: id,
          user_id: userId,
          is_write: isReader ? 0 : 1,
          is_admin: isAdmin ? 1 : 0,
          given_by_user_id: by,
          given_at: at,
        }) as const,
    )
    await db.insertInto('permissions').values(rows).execute()
  }
}
