import type { Selectable } from 'kysely'
import type { Relation } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import { invalid, notFound, Problem } from '../../http/problem.ts'
import { lockFile } from '../content/files.ts'
import { storeUnsentUpload } from '../content/messageFiles.ts'
import { lockSubmission } from '../content/submissions.ts'
import type { DocumentStore } from '../db/documentStore.ts'
import type { Documents } from '../db/homeworkSchema.ts'
import type { Db } from '../db/schema.ts'
import { contentDisposition, storeDocument } from '../db/storeDocument.ts'
import { parseRange } from '../http/byteRange.ts'
import { matchesETag, notModified } from '../http/etag.ts'
import { addContentHash } from '../idempotency.ts'
import type { ChangeLog } from '../live/changes.ts'
import { findContent } from '../policy/content.ts'
import { parseRelation, requireMayReadDocument, requireMayUpload } from '../policy/documents.ts'
import { isCorrectionReturned } from '../policy/submissions.ts'
import { serializeDocument, serializeSubmissionDocument } from '../serialize/documents.ts'
import { defineRoute, runWrite } from './route.ts'

/** service-facts.md; assumed. Documents never run in a browser (rule 15). */
export const documentRoutes = [
  defineRoute(documents.upload, async context => {
    const { body, file, caller, db, clock, serializeContext, idempotencyKeys, keyedWrite } = context
    if (!file) throw invalid({ file: 'There is no file in the form.' })
    const relation = parseRelation(body.related_to)
    // Before the bytes become durable, and again in the transaction. A repeated upload gets its response even if it is
    // no longer allowed.
    const isRepeated = keyedWrite !== undefined && (await idempotencyKeys.wasExecuted(db, keyedWrite))
    if (!isRepeated) await requireMayUpload(db, caller, relation)
    // Uploaded folders may contain empty files.
    if (file.size === 0 && relation.kind !== 'file') throw invalid({ file: 'The file is empty.' })
    const stored = await file.complete()
    const write = { ...context, keyedWrite: keyedWrite && (await addContentHash(keyedWrite, stored.hash)) }
    return runWrite(write, async (trx, { changed }) => {
      await lockTarget(trx, relation)
      await requireMayUpload(trx, caller, relation)
      const options = { relation, uploadedAt: clock(), userId: caller.userId }
      const id =
        relation.kind === 'newMessage'
          ? await storeUnsentUpload(trx, stored, { ...options, messageKey: body.message_key })
          : await storeDocument(trx, stored, options)
      await reportUpload(trx, relation, changed)
      const row = await trx.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return relation.kind === 'submission'
        ? serializeSubmissionDocument(row, serializeContext)
        : serializeDocument(row, serializeContext)
    })
  }),

  defineRoute(
    documents.content,
    async ({ params: { document_id }, query, caller, request, db, clock, documents: store }) => {
      const row = await db
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', document_id)
        .executeTakeFirst()
      if (!row) throw notFound()
      await requireMayReadDocument(db, caller, row, clock())
      if (query.preview && row.type !== 'image') throw notFound('There is no picture of this document.')
      return contentResponse(row, request, store)
    },
  ),
]

/** Locks a file against deletion, or a submission against the return of its correction. */
async function lockTarget(trx: Db, relation: Relation): Promise<void> {
  if (relation.kind === 'file') await lockFile(trx, relation.fileId)
  if (relation.kind === 'submission') await lockSubmission(trx, relation.todoId, relation.userId)
}

async function reportUpload(db: Db, relation: Relation, changed: ChangeLog['changed']): Promise<void> {
  if (relation.kind === 'file') {
    const content = await findContent(db, { field: 'file_id', id: relation.fileId })
    if (content?.courseId) changed('file', { course_id: content.courseId, file_id: relation.fileId })
  } else if (relation.kind === 'homework') {
    const content = await findContent(db, { field: 'todo_id', id: relation.todoId })
    if (content?.courseId) changed('homework', { course_id: content.courseId, todo_id: relation.todoId })
  } else if (relation.kind === 'submission' || relation.kind === 'correction') {
    const { todoId: todo_id, userId: user_id } = relation
    const isVisible = relation.kind === 'submission' || (await isCorrectionReturned(db, { todo_id, user_id }))
    changed('submission', { todo_id, ...(isVisible && { user_id }) })
  }
}

async function contentResponse(
  row: Selectable<Documents>,
  request: Request,
  store: DocumentStore,
): Promise<Response> {
  const { size } = row
  const etag = `"${row.sha1}"`
  if (matchesETag(request, etag)) return notModified(etag)
  const isGet = request.method === 'GET'
  const requestedRange = isGet ? parseRange(request, { size, etag }) : 'whole'
  if (requestedRange === 'none') {
    const headers = { 'Content-Range': `bytes */${size}` }
    throw new Problem(416, 'no_such_range', 'The document has no such bytes.', headers)
  }
  const range = requestedRange === 'whole' ? { start: 0, end: size - 1 } : requestedRange
  // An empty file has no ranges.
  const bytes = !isGet ? null : size === 0 ? new Uint8Array() : await store.read(row.hash, range)
  return new Response(bytes, {
    status: requestedRange === 'whole' ? 200 : 206,
    headers: {
      'Content-Type': row.type === 'text' ? `${row.content_type}; charset=utf-8` : row.content_type,
      'Content-Length': String(range.end + 1 - range.start),
      ...(requestedRange !== 'whole' && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
      'Accept-Ranges': 'bytes',
      'Content-Disposition': contentDisposition(row.name),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      ETag: etag,
    },
  })
}
