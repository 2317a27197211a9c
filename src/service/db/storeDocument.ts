import { type Relation, relationLabel } from '../../contract/document.ts'
import { takeTurns } from '../../lib/turn.ts'
import { type StoredBytes, StoreUnavailable } from './documentStore.ts'
import { hashesOf } from './hashes.ts'
import { lockObject } from './outsideStore.ts'
import type { Db } from './schema.ts'

/** What is to be known of a file: its type by its bytes, a name that is one, its hashes. */
export type DocumentFacts = {
  name: string
  content_type: string
  type: DocumentType['kind']
  size: number
  sha1: string
  hash: string
}

/** A document ready to be stored, its bytes beside it. */
export type ReadyDocument = DocumentFacts & { bytes: Uint8Array<ArrayBuffer> }

/** Finds out what is to be known of a file that is here whole. */
export async function readyDocument(given: {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}): Promise<ReadyDocument> {
  const { bytes } = given
  const { contentType, kind } = await documentType(bytes)
  return {
    bytes,
    name: documentName(given.name),
    content_type: contentType,
    type: kind,
    size: bytes.byteLength,
    ...(await hashesOf(bytes)),
  }
}

/** Stores it with its relation and answers its id. `uploadedAt` in Unix milliseconds. */
export async function storeDocument(
  db: Db,
  { name, content_type, type, size, sha1, hash, ...kept }: DocumentFacts & StoredBytes,
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
  },
): Promise<number> {
  const { id } = await db
    .insertInto('documents')
    .values({
      ...{ name, content_type, type, size, sha1, hash },
      outside: 'outside' in kept ? 1 : 0,
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
  if ('bytes' in kept) {
    await db.insertInto('document_contents').values({ document_id: id, bytes: kept.bytes }).execute()
  } else if ('uploadId' in kept) {
    const claimed = await db
      .updateTable('uploads')
      .set({ document_id: id })
      .where('id', '=', kept.uploadId)
      .executeTakeFirst()
    if (claimed.numUpdatedRows !== 1n) throw new StoreUnavailable('the upload was cleared away meanwhile')
  } else {
    await lockObject(db, hash, uploadedAt)
  }
  return id
}

/** What the bytes of a document are. `kind` is `type` on the wire, whose values api.md does not show. */
export type DocumentType = {
  contentType: string
  kind: 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'file'
}

/** How known kinds begin: bytes in Latin-1, from an offset. Only kinds that no browser runs. */
const beginnings: readonly [offset: number, bytes: string, type: DocumentType][] = [
  [0, '\xff\xd8\xff', { contentType: 'image/jpeg', kind: 'image' }],
  [0, '\x89PNG\r\n\x1a\n', { contentType: 'image/png', kind: 'image' }],
  [0, 'GIF87a', { contentType: 'image/gif', kind: 'image' }],
  [0, 'GIF89a', { contentType: 'image/gif', kind: 'image' }],
  [8, 'WEBP', { contentType: 'image/webp', kind: 'image' }],
  [0, '%PDF-', { contentType: 'application/pdf', kind: 'pdf' }],
  [0, 'ID3', { contentType: 'audio/mpeg', kind: 'audio' }],
  [0, 'OggS', { contentType: 'audio/ogg', kind: 'audio' }],
  [8, 'WAVE', { contentType: 'audio/wav', kind: 'audio' }],
  [4, 'ftypM4A', { contentType: 'audio/mp4', kind: 'audio' }],
  // Photos of phones that no browser but Safari shows: a file to download, not a picture.
  [4, 'ftyphei', { contentType: 'image/heic', kind: 'file' }],
  [4, 'ftypmif1', { contentType: 'image/heif', kind: 'file' }],
  [4, 'ftyp', { contentType: 'video/mp4', kind: 'video' }],
  [0, '\x1aE\xdf\xa3', { contentType: 'video/webm', kind: 'video' }],
  [0, 'PK\x03\x04', { contentType: 'application/zip', kind: 'file' }],
]

/**
 * Finds what a document is by its bytes alone: neither its name nor what the uploader said counts. HTML, SVG and scripts
 * are text, and everything unknown is bytes, so nothing is ever sent out as something that runs (cases 15).
 */
export function createTypeFinder(): { update(piece: Uint8Array): void; end(): DocumentType } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = ''
  let isText = true
  const decode = (piece?: Uint8Array) => {
    try {
      if (isText) decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      isText = false
    }
  }
  return {
    update(piece) {
      head += String.fromCharCode(...piece.subarray(0, Math.max(0, 16 - head.length)))
      if (isText && piece.some(isControl)) isText = false
      decode(piece)
    },
    end() {
      for (const [offset, beginning, type] of beginnings) {
        if (head.startsWith(beginning, offset)) return type
      }
      decode()
      return isText
        ? { contentType: 'text/plain', kind: 'text' }
        : { contentType: 'application/octet-stream', kind: 'file' }
    },
  }
}

/** Bytes looked through at a time: a large file must not keep everybody else waiting. */
const slice = 65_536

async function documentType(bytes: Uint8Array): Promise<DocumentType> {
  const turnIfDue = takeTurns()
  const finder = createTypeFinder()
  for (let at = 0; at < bytes.byteLength; at += slice) {
    finder.update(bytes.subarray(at, at + slice))
    await turnIfDue()
  }
  return finder.end()
}

/** Tab, line feed, form feed and carriage return are the control characters of texts. */
const isControl = (byte: number) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13

const longest = 255

/**
 * The name a document is kept under: the last part of a path, without control characters, at most 255 characters with
 * its ending kept. Characters that turn the writing direction stay: they are data, the app isolates them (cases 14).
 */
export function documentName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  if (/^\.*$/.test(clean)) return 'file'
  const characters = [...clean]
  if (characters.length <= longest) return clean
  const ending = /\.[^.\s]{1,12}$/.exec(clean)?.[0] ?? ''
  return characters.slice(0, longest - [...ending].length).join('') + ending
}

/** `Content-Disposition` that always saves, in the form of RFC 6266: any name, no way out of the header. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
