import { documents } from '../../contract/documents.ts'
import { documentOnWire, submissionDocumentOnWire } from '../answers/documents.ts'
import { invalid, notFound } from '../answers/problem.ts'
import { bytesOf, dropPieces, storedBytes, storePieces } from '../db/documentPieces.ts'
import { attachment, readyDocument, storeDocument } from '../db/storeDocument.ts'
import { demandDocument, demandUpload, relationOf } from '../rules/documents.ts'
import { holdFile } from '../rules/files.ts'
import { storeUnsent } from '../rules/messageFiles.ts'
import { inOneWrite, on } from './route.ts'

/** Uploads and downloads (service-facts.md; assumed). What is stored here never runs anywhere (cases 15). */
export const documentRoutes = [
  on(documents.upload, async asked => {
    const { body, caller, db, clock, showing } = asked
    const { file, related_to, message_key } = body
    const relation = relationOf(related_to)
    // Asked before the bytes are hashed, and again where nothing can change any more.
    if (relation.kind !== 'submission') await demandUpload(db, caller, relation)
    // A folder that is uploaded may well hold an empty file.
    if (file.size === 0 && relation.kind !== 'file') throw invalid({ file: 'The file is empty.' })
    const ready = await readyDocument({ name: file.name, bytes: await bytesOf(file) })
    const uploadId = await storePieces(db, ready.bytes, clock())
    const stored = inOneWrite(documents.upload, asked, async trx => {
      if (relation.kind === 'file') await holdFile(trx, relation.fileId)
      await demandUpload(trx, caller, relation)
      const how = { relation, uploadedAt: clock(), userId: caller.userId, uploadId }
      const id =
        relation.kind === 'newMessage'
          ? await storeUnsent(trx, ready, { ...how, messageKey: message_key })
          : await storeDocument(trx, ready, how)
      const row = await trx.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return relation.kind === 'submission'
        ? submissionDocumentOnWire(row, showing)
        : documentOnWire(row, showing)
    })
    return stored.finally(() => dropPieces(db, uploadId))
  }),

  on(documents.content, async ({ params: { document_id }, query, caller, db, clock }) => {
    const row = await db.selectFrom('documents').selectAll().where('id', '=', document_id).executeTakeFirst()
    if (!row) throw notFound()
    await demandDocument(db, caller, row, clock())
    if (query.preview && row.type !== 'image') throw notFound('There is no picture of this document.')
    const stored = await storedBytes(db, row.id)
    if (!stored) throw notFound()
    return new Response(stored, {
      headers: {
        'Content-Type': row.type === 'text' ? `${row.content_type}; charset=utf-8` : row.content_type,
        'Content-Length': String(row.size),
        'Content-Disposition': attachment(row.name),
        'Content-Security-Policy': "sandbox; default-src 'none'",
        ETag: `"${row.sha1}"`,
      },
    })
  }),
]
