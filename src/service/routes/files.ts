import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { forbidden, invalid, notFound, Problem } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { deleteContent } from '../content/deleteContent.ts'
import { incrementFilesVersion, lockFilesOfClass } from '../content/files.ts'
import { lockGrants, makeAdmin } from '../content/grants.ts'
import { ancestorsOf } from '../db/fileTree.ts'
import type { Db } from '../db/schema.ts'
import { computeETag, matchesETag, notModified } from '../http/etag.ts'
import { maxId } from '../http/parse.ts'
import { listResponse } from '../http/streamRows.ts'
import { requireContentInClass } from '../policy/content.ts'
import { type FileAccess, readFileAccess } from '../policy/files.ts'
import { requirePermission, requireTeacher } from '../policy/policy.ts'
import { fileReader, serializeOneFile, serializeTopFolder } from '../serialize/files.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** api.md § Files in a class. */
export const fileRoutes = [
  defineRoute(files.list, async ({ params: { course_id }, caller, db, request, serializeContext }) => {
    await requirePermission(db, caller, 'read', { course_id })
    const access = await readFileAccess(db, caller, course_id)
    const etag = await computeFilesETag(db, course_id, access)
    if (matchesETag(request, etag)) return notModified(etag)
    return listResponse(fileReader(db, access, course_id, serializeContext), etag)
  }),

  defineRoute(files.get, async ({ params: { course_id, file_id }, caller, db, serializeContext }) => {
    if (file_id === topFolderId) {
      await requirePermission(db, caller, 'read', { course_id })
      return serializeTopFolder(db, caller, course_id, serializeContext)
    }
    await requirePermission(
      db,
      caller,
      'read',
      await requireContentInClass(db, course_id, { field: 'file_id', id: file_id }),
    )
    return serializeOneFile(db, caller, { courseId: course_id, fileId: file_id }, serializeContext)
  }),

  defineWriteRoute(
    files.create,
    async ({ params: { course_id }, body, caller, db, changed, clock, serializeContext }) => {
      await lockFilesOfClass(db, course_id)
      await requireMayPutInto(db, caller, course_id, body.parent_id)
      await incrementFilesVersion(db, course_id)
      const { parent_id, name } = body
      const creation = { created_at: new Date(clock()).toISOString(), created_by_user_id: caller.userId }
      const { id } = await db
        .insertInto('files')
        .values({ course_id, parent_id, name, is_dir: body.is_dir ? 1 : 0, ...creation })
        .returning('id')
        .executeTakeFirstOrThrow()
      const content = { field: 'file_id', id } as const
      await makeAdmin(db, content, caller.userId, creation.created_at)
      changed('file', { course_id, file_id: id })
      changed('permission', content)
      return serializeOneFile(
        db,
        caller,
        { courseId: course_id, fileId: id },
        { ...serializeContext, isRow: true },
      )
    },
  ),

  defineWriteRoute(files.change, async context => {
    const { params, body, caller, db, changed, willMove, serializeContext } = context
    const { course_id, file_id } = params
    if (file_id === topFolderId) {
      await requirePermission(db, caller, 'read', { course_id })
      throw forbidden('The topmost folder of a class keeps its name and place.')
    }
    await lockFilesOfClass(db, course_id)
    const content = await requireContentInClass(db, course_id, { field: 'file_id', id: file_id })
    await requirePermission(db, caller, 'write', content)
    const file = await db
      .selectFrom('files')
      .select(['id', 'course_id', 'parent_id', 'name'])
      .where('id', '=', file_id)
      .executeTakeFirst()
    if (!file) throw notFound()
    const { name = file.name, parent_id = file.parent_id } = body
    const isMoved = parent_id !== file.parent_id
    if (isMoved) {
      await requireMayPutInto(db, caller, course_id, parent_id)
      if (parent_id !== null) await requireNotInside(db, parent_id, file_id)
      await willMove(params)
    }
    if (isMoved || name !== file.name) {
      await requireFreeName(db, { ...file, name, parent_id })
      await incrementFilesVersion(db, course_id)
      await db.updateTable('files').set({ name, parent_id }).where('id', '=', file_id).execute()
      changed('file', params)
    }
    const ids = { courseId: course_id, fileId: file_id }
    return serializeOneFile(db, caller, ids, { ...serializeContext, isRow: true })
  }),

  defineWriteRoute(files.remove, async ({ params: { course_id, file_id }, caller, db, willDelete }) => {
    if (file_id === topFolderId) {
      await requirePermission(db, caller, 'read', { course_id })
      throw forbidden('The topmost folder of a class stays: delete what is in it.')
    }
    const content = await requireContentInClass(db, course_id, { field: 'file_id', id: file_id })
    await lockGrants(db, content)
    await requirePermission(db, caller, 'write', content)
    await deleteContent(db, content, { willDelete })
    return undefined
  }),
]

/** For new and moved files. Null is the top of the class. Throws 403, 404 and 422. */
async function requireMayPutInto(
  trx: Db,
  caller: Caller,
  course_id: number,
  parent_id: number | null,
): Promise<void> {
  if (parent_id === null) {
    return requireTeacher(trx, caller, course_id, 'Only teachers of the class put something at the top.')
  }
  const folder = await trx
    .selectFrom('files')
    .select(['id', 'is_dir'])
    .where('id', '=', Math.min(parent_id, maxId))
    .where('course_id', '=', course_id)
    .executeTakeFirst()
  if (folder) await requirePermission(trx, caller, 'write', { field: 'file_id', id: folder.id })
  else await requirePermission(trx, caller, 'read', { course_id })
  if (!folder) throw invalid({ parent_id: 'The class has no such folder.' })
  if (folder.is_dir === 0) throw invalid({ parent_id: 'This is a file: only folders have content.' })
}

/** Throws 422. The caller holds the lock on the files of the class, so that two moves can't form a cycle. */
async function requireNotInside(trx: Db, folderId: number, movedId: number): Promise<void> {
  const above = ancestorsOf(trx, folderId).select('id').where('id', '=', movedId)
  if (await above.executeTakeFirst())
    throw invalid({ parent_id: 'A folder can’t be moved into itself or into a folder in it.' })
}

type RenamedFile = { id: number; course_id: number; parent_id: number | null; name: string }

/** Names that differ in letter case are different. Throws 409. */
async function requireFreeName(trx: Db, file: RenamedFile): Promise<void> {
  const siblings = trx
    .selectFrom('files')
    .select('id')
    .where('course_id', '=', file.course_id)
    .where('parent_id', file.parent_id === null ? 'is' : '=', file.parent_id)
    .where('name', '=', file.name)
    .where('id', '!=', file.id)
  if (await siblings.executeTakeFirst())
    throw new Problem(409, 'name_taken', 'The folder already has an entry with this name.')
}

/**
 * Counts changes and depends on grants. The creation time is needed because databases repeat IDs, and the newest file
 * for rows that were inserted directly.
 */
async function computeFilesETag(
  db: Db,
  course_id: number,
  { isTeacher, grants, permitted }: FileAccess,
): Promise<string> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'created_at', 'files_version'])
    .where('id', '=', course_id)
    .executeTakeFirst()
  const newest = await db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('course_id', '=', course_id)
    .executeTakeFirst()
  return computeETag([course, newest, isTeacher, [...grants], [...permitted]])
}
