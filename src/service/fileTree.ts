import type { Db } from './store/schema.ts'

/** Rows deleted at a time: below every limit on parameters, and on how deep a deletion may reach by foreign keys. */
const slice = 500

/**
 * Makes other transactions that add or delete files of this class wait until this one is done, so that nothing is made in
 * a folder that is going. Taken before locks on permissions. Not by the id: SQLite would look at all 50,000 files of it.
 */
export async function holdFiles(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', courseId)
    .execute()
}

/** The same for the class a file is in. */
export async function holdFilesBeside(trx: Db, fileId: number): Promise<void> {
  const file = await trx.selectFrom('files').select('course_id').where('id', '=', fileId).executeTakeFirst()
  if (file) await holdFiles(trx, file.course_id)
}

async function filesChangedBeside(trx: Db, fileId: number): Promise<void> {
  const file = await trx.selectFrom('files').select('course_id').where('id', '=', fileId).executeTakeFirst()
  if (file) await filesChanged(trx, file.course_id)
}

/** Counts a change of the files of a class: who holds their list finds out by it that it is no longer theirs. */
export async function filesChanged(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(before => ({ files_version: before('files_version', '+', 1) }))
    .where('id', '=', courseId)
    .execute()
}

/** Makes the deletion of this one wait until a new version of it is stored, and counts that as a change. */
export async function holdFile(trx: Db, fileId: number): Promise<void> {
  await filesChangedBeside(trx, fileId)
  await trx
    .updateTable('files')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', fileId)
    .execute()
}

/**
 * Deletes a file with all its versions, a folder with everything inside, and every permission on any of it. Holds the
 * files of the class (`holdFiles`) before.
 */
export async function removeFile(trx: Db, fileId: number): Promise<void> {
  await filesChangedBeside(trx, fileId)
  const ids = await withinFolder(trx, fileId)
  // What is deepest goes first: no deletion takes more than its own documents along.
  for (let end = ids.length; end > 0; end -= slice) {
    const some = ids.slice(Math.max(0, end - slice), end)
    await trx
      .deleteFrom('permissions')
      .where('resource_field', '=', 'file_id')
      .where('resource_id', 'in', some)
      .execute()
    await trx.deleteFrom('files').where('id', 'in', some).execute()
  }
}

/** A file, or a folder and all that is in it, each after the folder it is in. A circle of folders ends where it began. */
async function withinFolder(db: Db, fileId: number): Promise<number[]> {
  const rows = await db
    .withRecursive('within(id)', query =>
      query
        .selectFrom('files')
        .select('id')
        .where('id', '=', fileId)
        .union(
          query.selectFrom('files').innerJoin('within', 'within.id', 'files.parent_id').select('files.id'),
        ),
    )
    .selectFrom('within')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
