import type { Caller } from '../auth/caller.ts'
import { ancestorsOf } from '../db/fileTree.ts'
import type { Db } from '../db/schema.ts'
import { findRole } from './classes.ts'
import { selectClassLevel, selectOwnClassGrants } from './grants.ts'

/**
 * Members may read. Grants on a file and the folders above it decide about writing. Without any, teachers may write. A
 * grant on a folder also allows other classes to read its content. A grant of a class can only add rights, so that
 * read access for a class does not end the write access of its teachers.
 */

/** The highest grant counts. */
type GrantLevel = 'none' | 'read' | 'write'

/** Undefined without a grant, unless the user teaches the class. */
export async function findInheritedAccess(
  db: Db,
  { userId }: Caller,
  fileId: number,
): Promise<{ canWrite: boolean } | undefined> {
  const files = await ancestorsOf(db, fileId)
    .leftJoin('permissions', join =>
      join
        .onRef('permissions.resource_id', '=', 'ancestors.id')
        .on('permissions.resource_field', '=', 'file_id')
        .on('permissions.user_id', '=', userId),
    )
    .select(['ancestors.course_id', 'permissions.is_write'])
    .select(({ ref }) =>
      selectClassLevel(db, { field: 'file_id', id: ref('ancestors.id'), userId }).as('class_is_write'),
    )
    .execute()
  const [first] = files
  if (!first) return undefined
  if (files.some(({ is_write, class_is_write }) => is_write === 1 || class_is_write === 1))
    return { canWrite: true }
  if (files.some(({ is_write }) => is_write !== null)) return { canWrite: false }
  if ((await findRole(db, userId, first.course_id)) === 'teacher') return { canWrite: true }
  return files.some(({ class_is_write }) => class_is_write !== null) ? { canWrite: false } : undefined
}

/**
 * `grants` maps file IDs to whether they include writing. Read access of classes is only in `permitted`, which has all
 * files with a permission.
 */
export type FileAccess = {
  isTeacher: boolean
  grants: ReadonlyMap<number, boolean>
  permitted: ReadonlySet<number>
}

export async function readFileAccess(db: Db, { userId }: Caller, courseId: number): Promise<FileAccess> {
  const isTeacher = (await findRole(db, userId, courseId)) === 'teacher'
  const rows = await db
    .selectFrom('permissions')
    .innerJoin('files', 'files.id', 'permissions.resource_id')
    .select(['permissions.resource_id', 'permissions.is_write'])
    .where('permissions.resource_field', '=', 'file_id')
    .where('permissions.user_id', '=', userId)
    .where('files.course_id', '=', courseId)
    .orderBy('permissions.id')
    .execute()
  const classRows = await db
    .selectFrom(selectOwnClassGrants(db, { field: 'file_id', userId }).as('grants'))
    .innerJoin('files', 'files.id', 'grants.resource_id')
    .select(['grants.resource_id', 'grants.is_write'])
    .where('files.course_id', '=', courseId)
    .orderBy('grants.resource_id')
    .execute()
  const grants = new Map(rows.map(({ resource_id, is_write }) => [resource_id, is_write === 1]))
  for (const { resource_id, is_write } of classRows) if (is_write === 1) grants.set(resource_id, true)
  const permitted = new Set([...rows, ...classRows].map(({ resource_id }) => resource_id))
  return { isTeacher, grants, permitted }
}

/** Like `findInheritedAccess`, but examines each folder once. `parents` may grow between calls. */
export function createWriteCheck(
  { isTeacher, grants }: Pick<FileAccess, 'isTeacher' | 'grants'>,
  parents: ReadonlyMap<number, number | null>,
): (row: { id: number; parent_id: number | null }) => boolean {
  if (grants.size === 0) return () => isTeacher
  const levels = new Map<number, GrantLevel>()
  const levelWith = (id: number, inherited: GrantLevel): GrantLevel => {
    const grant = grants.get(id)
    if (grant === undefined || inherited === 'write') return inherited
    return grant ? 'write' : 'read'
  }
  const levelIn = (folder: number | null): GrantLevel => {
    const visited = new Set<number>()
    let next = folder
    while (next !== null && parents.has(next) && !levels.has(next) && !visited.has(next)) {
      visited.add(next)
      next = parents.get(next) ?? null
    }
    let level: GrantLevel = (next !== null && levels.get(next)) || 'none'
    const folders = [...visited]
    // In a cycle, each folder is above all others.
    if (next !== null && visited.has(next)) {
      for (const folderId of folders.slice(folders.indexOf(next))) level = levelWith(folderId, level)
    }
    for (const folderId of folders.toReversed()) {
      level = levelWith(folderId, level)
      levels.set(folderId, level)
    }
    return level
  }
  return ({ id, parent_id }) => {
    const level = levelWith(id, levelIn(parent_id))
    return level === 'write' || (level === 'none' && isTeacher)
  }
}
