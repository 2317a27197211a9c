import { relationLabel } from '../../contract/document.ts'
import type { Wire } from '../../contract/endpoint.ts'
import type { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { notFound } from '../../http/problem.ts'
import { isoDateTime, plainDateTime } from '../../lib/schoolTime.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import { readCallerRelation } from '../policy/callerRelation.ts'
import { findRole } from '../policy/classes.ts'
import { createWriteCheck, type FileAccess } from '../policy/files.ts'
import { getVerdict } from '../policy/policy.ts'
import { type SerializeContext, serializeDocument } from './documents.ts'

type SerializedFile = Wire<typeof files.get>
type FileRow = Awaited<ReturnType<typeof selectFiles>>[number]

/** In pages, in the order of creation (api.md § File / folder). */
export function fileReader(
  db: Db,
  fileAccess: FileAccess,
  courseId: number,
  serializeContext: SerializeContext,
) {
  const parents = new Map<number, number | null>()
  const canWrite = createWriteCheck(fileAccess, parents)
  const serialize = (row: FileRow) => {
    const access = { can_write: canWrite(row), has_permission: fileAccess.permitted.has(row.id) }
    return serializeFile(row, access, serializeContext)
  }
  return async (after: number) => {
    const rows = await selectFiles(db, { courseId, after })
    if (fileAccess.grants.size > 0) await readParents(db, courseId, rows, parents)
    return { rows, serialize }
  }
}

async function readParents(
  db: Db,
  courseId: number,
  rows: readonly { parent_id: number | null }[],
  parents: Map<number, number | null>,
): Promise<void> {
  const yieldIfDue = createYielder()
  const visited = new Set<number>()
  const unknownParents = (files: readonly { parent_id: number | null }[]) => [
    ...new Set(
      files.flatMap(({ parent_id: id }) => (id === null || parents.has(id) || visited.has(id) ? [] : id)),
    ),
  ]
  for (let ids = unknownParents(rows); ids.length > 0; await yieldIfDue()) {
    for (const id of ids) visited.add(id)
    const folders = await db
      .selectFrom('files')
      .select(['id', 'parent_id'])
      .where('id', 'in', ids)
      .where('course_id', '=', courseId)
      .execute()
    for (const { id, parent_id } of folders) parents.set(id, parent_id)
    ids = unknownParents(folders)
  }
}

/** `created_at` is in ISO 8601, with `isRow` as in the list. Throws 404. */
export async function serializeOneFile(
  db: Db,
  caller: Caller,
  { courseId, fileId }: { courseId: number; fileId: number },
  { isRow = false, ...serializeContext }: SerializeContext & { isRow?: boolean },
): Promise<SerializedFile> {
  const [row] = await selectFiles(db, { courseId, fileId })
  if (!row) throw notFound()
  const relation = await readCallerRelation(db, caller, { field: 'file_id', id: fileId })
  const access = {
    can_write: getVerdict('write', relation).allowed,
    has_permission: relation.grant !== undefined,
  }
  const file = serializeFile(row, access, serializeContext)
  // Only writes return a number (api.md).
  if (isRow) return { ...file, parent_id: row.parent_id }
  return { ...file, created_at: isoDateTime(Date.parse(row.created_at), serializeContext.timeZone) }
}

/** Has no row in the database. */
export async function serializeTopFolder(
  db: Db,
  caller: Caller,
  courseId: number,
  { timeZone }: SerializeContext,
): Promise<SerializedFile> {
  const course = await db
    .selectFrom('courses')
    .select(['name', 'created_at'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) throw notFound()
  return {
    id: topFolderId,
    name: course.name,
    is_dir: true,
    parent_id: null,
    created_at: isoDateTime(Date.parse(course.created_at), timeZone),
    document: null,
    can_write: (await findRole(db, caller.userId, courseId)) === 'teacher',
  }
}

/** In the order of creation. */
function selectFiles(
  db: Db,
  selection: { courseId: number; fileId: number } | { courseId: number; after: number },
) {
  const allFiles = db
    .selectFrom('files')
    .leftJoin('documents', join =>
      join.on('documents.id', '=', ({ selectFrom }) =>
        selectFrom('documents as versions')
          .select(({ fn }) => fn.max('versions.id').as('newest'))
          .whereRef('versions.file_id', '=', 'files.id'),
      ),
    )
    .select([
      'files.id',
      'files.parent_id',
      'files.name',
      'files.is_dir',
      'files.created_at',
      'documents.id as document_id',
      'documents.name as document_name',
      'documents.content_type',
      'documents.type',
      'documents.size',
      'documents.sha1',
      'documents.hash',
      'documents.uploaded_at',
    ])
    .where('files.course_id', '=', selection.courseId)
  return 'fileId' in selection
    ? allFiles.where('files.id', '=', selection.fileId).execute()
    : allFiles.where('files.id', '>', selection.after).orderBy('files.id').limit(pageSize).execute()
}

function serializeFile(
  row: FileRow,
  access: { can_write: boolean; has_permission: boolean },
  serializeContext: SerializeContext,
): SerializedFile {
  return {
    id: row.id,
    name: row.name,
    is_dir: row.is_dir === 1,
    parent_id: row.parent_id === null ? null : String(row.parent_id),
    created_at: plainDateTime(Date.parse(row.created_at), serializeContext.timeZone),
    document: serializeNewestVersion(row, serializeContext),
    ...access,
  }
}

function serializeNewestVersion(row: FileRow, serializeContext: SerializeContext) {
  const { document_id: id, document_name: name, content_type, type, size, sha1, hash, uploaded_at } = row
  // The left join sets these to null together.
  if (id === null || name === null || content_type === null || type === null || size === null) return null
  if (sha1 === null || hash === null || uploaded_at === null) return null
  const related_to = relationLabel({ kind: 'file', fileId: row.id })
  const document = { id, related_to, name, content_type, type, size, sha1, hash, uploaded_at }
  return serializeDocument(document, serializeContext)
}
