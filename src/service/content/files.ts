import { descendantsOf } from '../db/fileTree.ts'
import type { Db } from '../db/schema.ts'
import { deleteGrants } from './deleteGrants.ts'

/** Below the limits of both databases on parameters and cascades. */
const rowsPerDelete = 500

/**
 * Prevents new files in a folder that is being deleted. Call it before permissions are locked. Does not set the ID:
 * SQLite would check the foreign key of all files.
 */
export async function lockFilesOfClass(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', courseId)
    .execute()
}

export async function lockFilesOfSameClass(trx: Db, fileId: number): Promise<void> {
  const courseId = await courseIdOf(trx, fileId)
  if (courseId !== undefined) await lockFilesOfClass(trx, courseId)
}

export async function incrementFilesVersion(trx: Db, courseId: number): Promise<number> {
  const { files_version } = await trx
    .updateTable('courses')
    .set(expression => ({ files_version: expression('files_version', '+', 1) }))
    .where('id', '=', courseId)
    .returning('files_version')
    .executeTakeFirstOrThrow()
  return files_version
}

/** Prevents its deletion, and increments the file version of its class. */
export async function lockFile(trx: Db, fileId: number): Promise<void> {
  await incrementVersionFor(trx, fileId)
  await trx
    .updateTable('files')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', fileId)
    .execute()
}

/** Requires `lockFilesOfClass`. */
export async function deleteFile(trx: Db, fileId: number): Promise<void> {
  await incrementVersionFor(trx, fileId)
  const rows = await descendantsOf(trx, fileId).select('id').execute()
  const ids = rows.map(({ id }) => id)
  // Deepest files first, so that a deletion cascades only to their documents.
  for (let end = ids.length; end > 0; end -= rowsPerDelete) {
    const deepest = ids.slice(Math.max(0, end - rowsPerDelete), end)
    await deleteGrants(trx, 'file_id', deepest)
    await trx.deleteFrom('files').where('id', 'in', deepest).execute()
  }
}

async function incrementVersionFor(trx: Db, fileId: number): Promise<void> {
  const courseId = await courseIdOf(trx, fileId)
  if (courseId !== undefined) await incrementFilesVersion(trx, courseId)
}

async function courseIdOf(db: Db, fileId: number): Promise<number | undefined> {
  const file = await db.selectFrom('files').select('course_id').where('id', '=', fileId).executeTakeFirst()
  return file?.course_id
}
