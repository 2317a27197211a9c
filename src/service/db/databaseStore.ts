import { yieldToEventLoop } from '../../lib/yieldToEventLoop.ts'
import type { ByteRange, DocumentStore, IncomingFile } from './documentStore.ts'
import type { Db } from './schema.ts'

const pieceSize = 262_144

const hourMs = 3_600_000
/** A long upload must not count as abandoned. */
const renewalIntervalMs = 600_000

export const createDatabaseStore = (db: Db, clock: () => number): DocumentStore => ({
  receive: () => receivePieces(db, clock),
  read: ({ id }, range) => readBytes(db, id, range),
})

/** Deletes uploads that were interrupted an hour ago. */
function receivePieces(db: Db, clock: () => number): IncomingFile {
  const buffer = new Uint8Array(pieceSize)
  let filled = 0
  let written = 0
  let upload: { id: number; renewedAt: number } | undefined

  async function createUpload(): Promise<{ id: number; renewedAt: number }> {
    const now = clock()
    await db
      .deleteFrom('uploads')
      .where('document_id', 'is', null)
      .where('begun_at', '<', new Date(now - hourMs).toISOString())
      .execute()
    const { id } = await db
      .insertInto('uploads')
      .values({ document_id: null, begun_at: new Date(now).toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, renewedAt: now }
  }

  async function flush(): Promise<number> {
    upload ??= await createUpload()
    await yieldToEventLoop()
    const values = { upload_id: upload.id, position: written, bytes: buffer.subarray(0, filled) }
    await db.insertInto('upload_pieces').values(values).execute()
    written += filled
    filled = 0
    const now = clock()
    if (now - upload.renewedAt > renewalIntervalMs) {
      upload.renewedAt = now
      const begun_at = new Date(now).toISOString()
      await db.updateTable('uploads').set({ begun_at }).where('id', '=', upload.id).execute()
    }
    return upload.id
  }

  return {
    async write(chunk) {
      for (let offset = 0; offset < chunk.byteLength; ) {
        if (filled === pieceSize) await flush()
        const part = chunk.subarray(offset, offset + pieceSize - filled)
        buffer.set(part, filled)
        filled += part.byteLength
        offset += part.byteLength
      }
    },
    async complete() {
      if (!upload) return { bytes: buffer.slice(0, filled) }
      return { uploadId: await flush() }
    },
    async discard() {
      if (!upload) return
      const abandoned = db.deleteFrom('uploads').where('id', '=', upload.id).where('document_id', 'is', null)
      await abandoned.execute().catch(() => undefined)
    },
  }
}

async function readBytes(
  db: Db,
  documentId: number,
  range: ByteRange,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined> {
  const content = await db
    .selectFrom('document_contents')
    .select('bytes')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (content) return new Uint8Array(content.bytes.subarray(range.start, range.end + 1))
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return upload && streamPieces(db, upload.id, range)
}

function streamPieces(db: Db, uploadId: number, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let offset = start - (start % pieceSize)
  return new ReadableStream(
    {
      async pull(controller) {
        if (offset > end) return controller.close()
        await yieldToEventLoop()
        const next = await db
          .selectFrom('upload_pieces')
          .select('bytes')
          .where('upload_id', '=', uploadId)
          .where('position', '=', offset)
          .executeTakeFirst()
        // Fail, so that a part does not look like the whole file.
        if (!next) throw new Error('the document is gone')
        const from = Math.max(start - offset, 0)
        controller.enqueue(next.bytes.subarray(from, end + 1 - offset))
        offset += pieceSize
      },
    },
    { highWaterMark: 0 },
  )
}
