import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { originOf } from '../answers/documents.ts'
import { isHeld, notModified, tagOfContent } from '../answers/etag.ts'
import { fileReader, oneFileOnWire, topFolderOnWire } from '../answers/files.ts'
import { holdGrants, removeContent } from '../answers/permissions.ts'
import { forbidden, invalid, notFound } from '../answers/problem.ts'
import { jsonRows, pagesOf } from '../answers/streamRows.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { Db } from '../db/schema.ts'
import { filesChanged, holdFiles, type OwnFiles, ownFiles } from '../rules/files.ts'
import { demand, demandTeacher } from '../rules/policy.ts'
import { largestId } from './parse.ts'
import { on } from './route.ts'

/** Files and folders of a class (api.md § Files in a class). Each write is one transaction with the check that allows it. */
export const fileRoutes = [
  on(files.list, async ({ params: { course_id }, caller, db, timeZone, request, bigLists }) => {
    await demand(db, caller, 'read', { course_id })
    const own = await ownFiles(db, caller, course_id)
    const tag = await tagOf(db, course_id, own)
    if (isHeld(request, tag)) return notModified(tag)
    const read = fileReader(db, own, course_id, { origin: originOf(request), timeZone })
    return bigLists.answer(jsonRows(pagesOf(read)), tag)
  }),

  on(files.get, async ({ params: { course_id, file_id }, caller, db, timeZone, request }) => {
    const showing = { origin: originOf(request), timeZone }
    if (file_id === topFolderId) {
      await demand(db, caller, 'read', { course_id })
      return topFolderOnWire(db, caller, course_id, showing)
    }
    const content = await existing(db, course_id, file_id)
    await demand(db, caller, 'read', content)
    return oneFileOnWire(db, caller, { courseId: course_id, fileId: file_id }, showing)
  }),

  on(files.create, async ({ params: { course_id }, body, caller, db, clock, timeZone, request }) =>
    db.transaction().execute(async trx => {
      await holdFiles(trx, course_id)
      await demandFolder(trx, caller, course_id, body.parent_id)
      await filesChanged(trx, course_id)
      const created_at = new Date(clock()).toISOString()
      const { id } = await trx
        .insertInto('files')
        .values({
          course_id,
          parent_id: body.parent_id,
          name: body.name,
          is_dir: body.is_dir ? 1 : 0,
          created_at,
          created_by_user_id: caller.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const flags = { is_write: 1, is_admin: 1 } as const
      const given = { given_by_user_id: caller.userId, given_at: created_at }
      await trx
        .insertInto('permissions')
        .values({ resource_field: 'file_id', resource_id: id, user_id: caller.userId, ...flags, ...given })
        .execute()
      const showing = { origin: originOf(request), timeZone, isNew: true }
      return oneFileOnWire(trx, caller, { courseId: course_id, fileId: id }, showing)
    }),
  ),

  on(files.remove, async ({ params: { course_id, file_id }, caller, db }) => {
    if (file_id === topFolderId) {
      await demand(db, caller, 'read', { course_id })
      throw forbidden('The topmost folder of a class stays: delete what is in it.')
    }
    return db.transaction().execute(async trx => {
      const content = await existing(trx, course_id, file_id)
      await holdGrants(trx, content)
      await demand(trx, caller, 'write', content)
      await removeContent(trx, content)
      return undefined
    })
  }),
]

/** The file of this id in this class; of another class it is none (cases 33). */
async function existing(db: Db, course_id: number, file_id: number) {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', file_id)
    .where('course_id', '=', course_id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { field: 'file_id', id: row.id } as const
}

/** Goes on for who may make something in this folder of the class, null for the top; 422 beside the field for none. */
async function demandFolder(
  trx: Db,
  caller: Caller,
  course_id: number,
  parent_id: number | null,
): Promise<void> {
  if (parent_id === null) {
    return demandTeacher(trx, caller, course_id, 'Only teachers of the class put something at the top.')
  }
  const folder = await trx
    .selectFrom('files')
    .select(['id', 'is_dir'])
    // The store refuses to look for a larger number.
    .where('id', '=', Math.min(parent_id, largestId))
    .where('course_id', '=', course_id)
    .executeTakeFirst()
  await demand(
    trx,
    caller,
    folder ? 'write' : 'read',
    folder ? { field: 'file_id', id: folder.id } : { course_id },
  )
  if (!folder) throw invalid({ parent_id: 'The class has no such folder.' })
  if (folder.is_dir === 0) throw invalid({ parent_id: 'This is a file: only folders have content.' })
}

/**
 * Says without reading every file which files the caller would be shown: the class counts every change of them, and what
 * may be written goes by the caller's grants. The day the class was made tells it from one of a database that was made
 * anew, the last file one that was filled without asking anybody.
 */
async function tagOf(db: Db, course_id: number, { isTeacher, given }: OwnFiles): Promise<string> {
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
  return tagOfContent([course, newest, isTeacher, ...given])
}
