import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { roleIn } from './classes.ts'

/**
 * Access to the files of a class. All members may read. A user with a write grant on a file or on a folder above it may
 * write it. Teachers of the class may also write a file if they have no grant on it or above it. Any grant on a folder
 * includes reading its content, also for users of other classes.
 */

/** Grant of a user on a file or on the folders above it. The highest one counts. */
type Given = 'nothing' | 'read' | 'write'

/**
 * Returns the caller's access through grants on the file and on the folders above, or by teaching the class. Returns
 * undefined if there is neither.
 */
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

/** Selects a file and the folders above it in the same class. UNION drops repeated rows, so a cycle of folders ends. */
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

/** Access of a user to the files of a class. `given` maps the ID of a file to whether the grant includes writing. */
export type OwnFiles = { isTeacher: boolean; given: ReadonlyMap<number, boolean> }

/**
 * Reads the access with two queries, whatever the number of files. `given` is in the order in which the grants were
 * created.
 */
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
 * Returns a function that checks whether a file may be written, with the same result as `reachOf`. Each folder is
 * examined once. `parents` maps the ID of a folder to its parent. It may grow between calls.
 */
export function canWriteIn(
  { isTeacher, given: own }: OwnFiles,
  parents: ReadonlyMap<number, number | null>,
): (row: { id: number; parent_id: number | null }) => boolean {
  if (own.size === 0) return () => isTeacher
  const known = new Map<number, Given>()
  const on = (id: number, inherited: Given): Given => {
    const grant = own.get(id)
    if (grant === undefined || inherited === 'write') return inherited
    return grant ? 'write' : 'read'
  }
  const inFolder = (folder: number | null): Given => {
    const seen = new Set<number>()
    let next = folder
    // Go up to a folder with a cached result, to the top, or once around a cycle.
    while (next !== null && parents.has(next) && !known.has(next) && !seen.has(next)) {
      seen.add(next)
      next = parents.get(next) ?? null
    }
    let given: Given = (next !== null && known.get(next)) || 'nothing'
    const way = [...seen]
    // In a cycle, each folder is above all others.
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

/** Rows per DELETE, below the limits of both databases on parameters and on the depth of cascades. */
const slice = 500

/**
 * Locks the files of a class against other transactions that add or delete files. So no file is created in a folder
 * that is being deleted. Acquire the lock before locks on permissions. It does not set the ID: SQLite would check all
 * 50,000 files for the foreign key.
 */
export async function lockFiles(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', courseId)
    .execute()
}

/** Wraps a function of a class as a function of a file. */
const withClassOf =
  (act: (trx: Db, courseId: number) => Promise<void>) => async (trx: Db, fileId: number) => {
    const file = await trx.selectFrom('files').select('course_id').where('id', '=', fileId).executeTakeFirst()
    if (file) await act(trx, file.course_id)
  }

/** Locks the files of the class that a file belongs to. */
export const lockFilesBeside = withClassOf(lockFiles)

/** Increments the file version of a class, so that the ETag of its list of files changes. */
export async function filesChanged(trx: Db, courseId: number): Promise<void> {
  await trx
    .updateTable('courses')
    .set(before => ({ files_version: before('files_version', '+', 1) }))
    .where('id', '=', courseId)
    .execute()
}

const filesChangedBeside = withClassOf(filesChanged)

/** Locks a file against deletion while a new version of it is stored. Also increments the file version of its class. */
export async function lockFile(trx: Db, fileId: number): Promise<void> {
  await filesChangedBeside(trx, fileId)
  await trx
    .updateTable('files')
    .set(expression => ({ name: expression.ref('name') }))
    .where('id', '=', fileId)
    .execute()
}

/**
 * Deletes a file with all versions, or a folder with its content, and all permissions on them. Requires the lock of
 * `lockFiles`.
 */
export async function removeFile(trx: Db, fileId: number): Promise<void> {
  await filesChangedBeside(trx, fileId)
  const ids = await withinFolder(trx, fileId)
  // Delete the deepest files first, so that a deletion cascades only to their own documents.
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

/** Returns the IDs of a file, or of a folder and its content. Each ID comes after that of its folder. */
async function withinFolder(db: Db, fileId: number): Promise<number[]> {
  const rows = await within(db, fileId).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Selects a file or a folder with its content. UNION drops repeated rows, so a cycle of folders ends. */
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
