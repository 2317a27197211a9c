import type { Wire } from '../contract/endpoint.ts'
import type { files } from '../contract/files.ts'
import { topFolderId } from '../contract/params.ts'
import { relationLabel } from '../contract/relations.ts'
import { isoDateTime } from '../lib/schoolTime.ts'
import type { Caller } from './authenticate.ts'
import { documentOnWire, type Showing } from './documentOnWire.ts'
import { canWriteIn, type OwnFiles } from './fileAccess.ts'
import { manyTimes } from './manyTimes.ts'
import { verdict } from './policy.ts'
import { notFound } from './problem.ts'
import { roleIn } from './roleIn.ts'
import { standingIn } from './standing.ts'
import type { Db } from './store/schema.ts'

type FileOnWire = Wire<typeof files.get>
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/**
 * The stored files of a class and how each looks to who has this in them (api.md § File / folder), `created_at` in the plain
 * format. As many queries for 50,000 as for one; what it looks like is made when it is asked for.
 */
export async function filesOnWire(db: Db, own: OwnFiles, courseId: number, showing: Showing) {
  const rows = await rowsOf(db, { courseId })
  const canWrite = canWriteIn(own, rows)
  const inSchoolTime = manyTimes(showing.timeZone)
  const onWire = (row: Row) => fileOnWire(row, canWrite(row), showing, inSchoolTime)
  return { rows, onWire }
}

/**
 * One file; `created_at` in ISO 8601, or as in the list where it `isNew`: so that it can take its place there. Throws 404
 * where the class has none of this id.
 */
export async function oneFileOnWire(
  db: Db,
  caller: Caller,
  { courseId, fileId }: { courseId: number; fileId: number },
  { isNew = false, ...showing }: Showing & { isNew?: boolean },
): Promise<FileOnWire> {
  const [row] = await rowsOf(db, { courseId, fileId })
  if (!row) throw notFound()
  const standing = await standingIn(db, caller, { field: 'file_id', id: fileId })
  const file = fileOnWire(row, verdict('write', standing).allowed, showing, manyTimes(showing.timeZone))
  if (isNew) return file
  return { ...file, created_at: isoDateTime(Date.parse(row.created_at), showing.timeZone) }
}

/** The topmost folder of a class, which is stored nowhere. */
export async function topFolderOnWire(
  db: Db,
  caller: Caller,
  courseId: number,
  { timeZone }: Showing,
): Promise<FileOnWire> {
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
    can_write: (await roleIn(db, caller.userId, courseId)) === 'teacher',
  }
}

/** Files with the newest version of each, in the order they were made. */
function rowsOf(db: Db, { courseId, fileId }: { courseId: number; fileId?: number }) {
  const all = db
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
    .where('files.course_id', '=', courseId)
  return (fileId === undefined ? all : all.where('files.id', '=', fileId)).orderBy('files.id').execute()
}

function fileOnWire(
  row: Row,
  can_write: boolean,
  showing: Showing,
  inSchoolTime: (instant: string) => string,
): FileOnWire {
  return {
    id: row.id,
    name: row.name,
    is_dir: row.is_dir === 1,
    // A number when a file is made, text when it is read (api.md).
    parent_id: row.parent_id === null ? null : String(row.parent_id),
    created_at: inSchoolTime(row.created_at),
    document: newestOf(row, showing, inSchoolTime),
    can_write,
  }
}

function newestOf(row: Row, showing: Showing, inSchoolTime: (instant: string) => string) {
  const { document_id: id, document_name: name, content_type, type, size, sha1, hash, uploaded_at } = row
  // The join leaves them out together.
  if (id === null || name === null || content_type === null || type === null || size === null) return null
  if (sha1 === null || hash === null || uploaded_at === null) return null
  const related_to = relationLabel({ kind: 'file', fileId: row.id })
  const document = { id, related_to, name, content_type, type, size, sha1, hash, uploaded_at }
  return documentOnWire(document, showing, inSchoolTime)
}
