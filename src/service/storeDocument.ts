import { type Relation, relationLabel } from '../contract/relations.ts'
import { turn } from '../lib/turn.ts'
import { documentName } from './documentName.ts'
import { documentType } from './documentType.ts'
import type { Db } from './store/schema.ts'

/** A document ready to be stored: hashing stays outside of the transaction that stores it. */
export type ReadyDocument = Awaited<ReturnType<typeof readyDocument>>

/** Finds out what is to be known of a file: its type by its bytes, a name that is one, its hashes. */
export async function readyDocument(given: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  const { bytes } = given
  const { contentType, kind } = await documentType(bytes)
  return {
    bytes,
    name: documentName(given.name),
    content_type: contentType,
    type: kind,
    size: bytes.byteLength,
    sha1: await hexDigest('SHA-1', bytes),
    hash: await hexDigest('SHA-256', bytes),
  }
}

/** Stores it with its relation and answers its id. `uploadedAt` in Unix milliseconds. */
export async function storeDocument(
  db: Db,
  { bytes, ...document }: ReadyDocument,
  {
    relation,
    uploadedAt,
    userId,
    ...more
  }: {
    relation: Relation
    uploadedAt: number
    userId: number
    /** Of a message that is being written, or was sent. */
    messageKey?: string | undefined
    chatId?: number
    /** Its bytes are stored already (documentPieces.ts). */
    uploadId?: number | undefined
  },
): Promise<number> {
  const { id } = await db
    .insertInto('documents')
    .values({
      ...document,
      related_to: relationLabel(relation),
      todo_id: 'todoId' in relation ? relation.todoId : null,
      message_id: 'messageId' in relation ? relation.messageId : null,
      chat_id: more.chatId ?? null,
      file_id: 'fileId' in relation ? relation.fileId : null,
      message_key: more.messageKey ?? null,
      uploaded_at: new Date(uploadedAt).toISOString(),
      uploaded_by_user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (more.uploadId === undefined) {
    await db.insertInto('document_contents').values({ document_id: id, bytes }).execute()
  } else {
    await db.updateTable('uploads').set({ document_id: id }).where('id', '=', more.uploadId).execute()
  }
  return id
}

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // The platform copies them first, which takes its time by itself.
  await turn()
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
  let text = ''
  for (const byte of digest) text += hexOfByte[byte]
  return text
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
