import { turn } from '../../lib/turn.ts'
import type { Db } from './schema.ts'

/** Bytes written, or read, at a time: a few milliseconds' work for the database, the file's sync included. */
const piece = 262_144

const hour = 3_600_000

/** The bytes of a file, taken out piece by piece: all at once they hold everybody up. */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size)
  for (let at = 0; at < file.size; at += piece) {
    bytes.set(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()), at)
    await turn()
  }
  return bytes
}

/**
 * Writes the bytes of a large file piece by piece, before there is a document of them; answers the number to give to
 * `storeDocument`, `undefined` for a file that is one piece itself. What an upload left that broke off goes after an hour.
 */
export async function storePieces(
  db: Db,
  bytes: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<number | undefined> {
  if (bytes.byteLength <= piece) return undefined
  await db
    .deleteFrom('uploads')
    .where('document_id', 'is', null)
    .where('begun_at', '<', new Date(now - hour).toISOString())
    .execute()
  const { id } = await db
    .insertInto('uploads')
    .values({ document_id: null, begun_at: new Date(now).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < bytes.byteLength; at += piece) {
    await turn()
    const values = { upload_id: id, position: at, bytes: bytes.subarray(at, at + piece) }
    await db.insertInto('upload_pieces').values(values).execute()
  }
  await turn()
  return id
}

/** Takes pieces away that no document came to have: it was refused, or was there already. */
export async function dropPieces(db: Db, uploadId: number | undefined): Promise<void> {
  if (uploadId === undefined) return
  await db.deleteFrom('uploads').where('id', '=', uploadId).where('document_id', 'is', null).execute()
}

/** The bytes of a document, read as they are asked for where there are many; `undefined` where there are none. */
export async function storedBytes(
  db: Db,
  documentId: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined> {
  const whole = await db
    .selectFrom('document_contents')
    .select('bytes')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (whole) return new Uint8Array(whole.bytes)
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return upload && piecesOf(db, upload.id)
}

function piecesOf(db: Db, uploadId: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      async pull(controller) {
        await turn()
        const next = await db
          .selectFrom('upload_pieces')
          .select('bytes')
          .where('upload_id', '=', uploadId)
          .where('position', '=', at)
          .executeTakeFirst()
        if (!next) return controller.close()
        controller.enqueue(new Uint8Array(next.bytes))
        at += piece
      },
    },
    { highWaterMark: 0 },
  )
}
