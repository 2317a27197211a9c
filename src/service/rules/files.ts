import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { roleIn } from './classes.ts'

/**
 * Who may read and write the files of a class. Its members read them all. Who was given write access to a file, or to a
 * folder above it, writes it; where somebody was given nothing on the way up, they write as a teacher of the class. Any
 * grant reads what it is on and what is inside, for people of other classes too.
 */

/** What was given to somebody on the way from a file up to the top: nothing, to read, or to write. */
type Given = 'nothing' | 'read' | 'write'

/** What the caller was given on a file and on the folders above, or has by teaching; undefined where that is nothing. */
export async function reachOf(
  db: Db,
  { userId }: Caller,
  fileId: number,
): Promise<{ write: boolean } | undefined> {
  const way = await wayUp(db, fileId)
    .leftJoin('permissions', join =>
      join
        .onRef('permissions.resource_id', '=', 'way.id')
        .on('permissions.resource_field', '=', 'file_id')
        .on('permissions.user_id', '=', userId),
    )
    .select(['way.course_id', 'permissions.is_write'])
    .execute()
  const [first] = way
  if (!first) return undefined
  if (way.some(({ is_write }) => is_write !== null)) {
    return { write: way.some(({ is_write }) => is_write === 1) }
  }
  return (await roleIn(db, userId, first.course_id)) === 'teacher' ? { write: true } : undefined
}

/** A file and the folders above. A circle of folders ends where it began; of another class none is above. */
export const wayUp = (db: Db, fileId: number) =>
  db
    .withRecursive('way(id, parent_id, course_id)', query =>
      query
        .selectFrom('files')
        .select(['id', 'parent_id', 'course_id'])
        .where('id', '=', fileId)
        .union(
          query
            .selectFrom('files')
            .innerJoin('way', join =>
              join.onRef('way.parent_id', '=', 'files.id').onRef('way.course_id', '=', 'files.course_id'),
            )
            .select(['files.id', 'files.parent_id', 'files.course_id']),
        ),
    )
    .selectFrom('way')

/** What somebody has in the files of a class: whether they teach it, and what they were given, by file whether to write. */
export type OwnFiles = { isTeacher: boolean; given: ReadonlyMap<number, boolean> }

/** Reads it, whatever the number of files; in the order it was given. */
export async function ownFiles(db: Db, { userId }: Caller, courseId: number): Promise<OwnFiles> {
  const isTeacher = (await roleIn(db, userId, courseId)) === 'teacher'
  const grants = await db
    .selectFrom('permissions')
    .innerJoin('files', 'files.id', 'permissions.resource_id')
    .select(['permissions.resource_id', 'permissions.is_write'])
    .where('permissions.resource_field', '=', 'file_id')
    .where('permissions.user_id', '=', userId)
    .where('files.course_id', '=', courseId)
    .orderBy('permissions.id')
    .execute()
  return {
    isTeacher,
    given: new Map(grants.map(({ resource_id, is_write }) => [resource_id, is_write === 1])),
  }
}

/**
 * Says of each file of a class whether it may be written, as `reachOf` would; every folder is looked at once. `parents`
 * are the folders above the files that are asked about, each with what it is in; it may grow.
 */
export function canWriteIn(
  { isTeacher, given: own }: OwnFiles,
  parents: ReadonlyMap<number, number | null>,
): (row: { id: number; parent_id: number | null }) => boolean {
  if (own.size === 0) return () => isTeacher
  const known = new Map<number, Given>()
  const on = (id: number, above: Given): Given => {
    const grant = own.get(id)
    if (grant === undefined || above === 'write') return above
    return grant ? 'write' : 'read'
  }
  const inFolder = (folder: number | null): Given => {
    const seen = new Set<number>()
    let next = folder
    // Up to what is known already, to the top, or round a circle of folders.
    while (next !== null && parents.has(next) && !known.has(next) && !seen.has(next)) {
      seen.add(next)
      next = parents.get(next) ?? null
    }
    let given: Given = (next !== null && known.get(next)) || 'nothing'
    const way = [...seen]
    // Each of a circle is above each.
    if (next !== null && seen.has(next)) {
      for (const each of way.slice(way.indexOf(next))) given = on(each, given)
    }
    for (const each of way.toReversed()) {
      given = on(each, given)
      known.set(each, given)
    }
    return given
  }
  return ({ id, parent_id }) => {
    const given = on(id, inFolder(parent_id))
    return given === 'write' || (given === 'nothing' && isTeacher)
  }
}

/** Rows deleted at a time: below every limit on parameters, and on how deep a deletion may reach by foreign keys. */
const slice = 500

/**
 * Makes other transactions that add or delete files of this class wait until this one is done, so that nothing is made in
 * a folder that is going. Taken before locks on permissions. Not by the id: SQLite would look at all 50,000 files of it.
 */
export async function lockFiles(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', courseId)
    .execute()
}

/** Does something with the class a file is in. */
const withClassOf =
  (act: (trx: Db, courseId: number) => Promise<void>) => async (trx: Db, fileId: number) => {
    const file = await trx.selectFrom('files').select('course_id').where('id', '=', fileId).executeTakeFirst()
    if (file) await act(trx, file.course_id)
  }

/** The same for the class a file is in. */
export const lockFilesBeside = withClassOf(lockFiles)

/** Counts a change of the files of a class: who holds their list finds out by it that it is no longer theirs. */
export async function filesChanged(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(before => ({ files_version: before('files_version', '+', 1) }))
    .where('id', '=', courseId)
    .execute()
}

const filesChangedBeside = withClassOf(filesChanged)

/** Makes the deletion of this one wait until a new version of it is stored, and counts that as a change. */
export async function lockFile(trx: Db, fileId: number): Promise<void> {
  await filesChangedBeside(trx, fileId)
  await trx
    .updateTable('files')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', fileId)
    .execute()
}

/**
 * Deletes a file with all its versions, a folder with everything inside, and every permission on any of it. Holds the
 * files of the class (`lockFiles`) before.
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
  const rows = await within(db, fileId).select('id').execute()
  return rows.map(({ id }) => id)
}

/** The same, to be asked further. */
export const within = (db: Db, fileId: number) =>
  db
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
