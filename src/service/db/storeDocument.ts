import { type Relation, relationLabel } from '../../contract/document.ts'
import { type FileFormat, getFormatByBytes, signatureBytes } from '../../lib/fileKinds.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { visibleCharacter } from '../../lib/visibleText.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import { computeHashes } from './hashes.ts'
import type { Db } from './schema.ts'
import { lockStoredFile } from './storedFiles.ts'

export type DocumentProperties = {
  name: string
  content_type: string
  type: DocumentType['kind']
  size: number
  sha1: string
  hash: string
}

export type PreparedDocument = DocumentProperties & { bytes: Uint8Array<ArrayBuffer> }

export async function prepareDocument(file: {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}): Promise<PreparedDocument> {
  const { bytes } = file
  const { contentType, kind } = await detectType(bytes)
  return {
    bytes,
    name: cleanDocumentName(file.name),
    content_type: contentType,
    type: kind,
    size: bytes.byteLength,
    ...(await computeHashes(bytes)),
  }
}

/** Call it in a transaction after the bytes were stored. `uploadedAt` is in Unix ms. */
export async function storeDocument(
  db: Db,
  { name, content_type, type, size, sha1, hash }: DocumentProperties,
  {
    relation,
    uploadedAt,
    userId,
    ...message
  }: {
    relation: Relation
    uploadedAt: number
    userId: number
    messageKey?: string | undefined
    chatId?: number
  },
): Promise<number> {
  await lockStoredFile(db, hash)
  const { id } = await db
    .insertInto('documents')
    .values({
      ...{ name, content_type, type, size, sha1, hash },
      related_to: relationLabel(relation),
      todo_id: 'todoId' in relation ? relation.todoId : null,
      message_id: 'messageId' in relation ? relation.messageId : null,
      chat_id: message.chatId ?? null,
      file_id: 'fileId' in relation ? relation.fileId : null,
      message_key: message.messageKey ?? null,
      uploaded_at: new Date(uploadedAt).toISOString(),
      uploaded_by_user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The field `type` of responses. api.md does not list its values. */
export type DocumentType = {
  contentType: string
  kind: 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'file'
}

/** Ignores the name and the sent type. HTML, SVG and scripts are text, so that browsers never run them (rule 15). */
export function createTypeDetector(): { update(chunk: Uint8Array): void; finish(): DocumentType } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const head = new Uint8Array(signatureBytes)
  let filled = 0
  let isText = true
  const decode = (chunk?: Uint8Array) => {
    try {
      if (isText) decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isText = false
    }
  }
  return {
    update(chunk) {
      const beginning = chunk.subarray(0, signatureBytes - filled)
      head.set(beginning, filled)
      filled += beginning.byteLength
      if (isText && chunk.some(isControl)) isText = false
      decode(chunk)
    },
    finish() {
      const format = getFormatByBytes(head.subarray(0, filled))
      if (format) return { contentType: format.type, kind: responseKind(format) }
      decode()
      return isText
        ? { contentType: 'text/plain', kind: 'text' }
        : { contentType: 'application/octet-stream', kind: 'file' }
    },
  }
}

function responseKind({ kind, view }: FileFormat): DocumentType['kind'] {
  switch (kind) {
    case 'image':
      return view === 'drawn' ? 'image' : 'file'
    case 'pdf':
    case 'audio':
    case 'video':
      return kind
    default:
      return 'file'
  }
}

/** Bytes between checks whether to yield to the event loop. */
const sliceSize = 65_536

async function detectType(bytes: Uint8Array): Promise<DocumentType> {
  const yieldIfDue = createYielder()
  const detector = createTypeDetector()
  for (let at = 0; at < bytes.byteLength; at += sliceSize) {
    detector.update(bytes.subarray(at, at + sliceSize))
    await yieldIfDue()
  }
  return detector.finish()
}

/** All except tab, line feed, form feed and carriage return. */
const isControl = (byte: number) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13

const maxNameLength = 255

/**
 * Keeps the extension. Characters that change the writing direction remain, because the app isolates them (rule 14).
 */
export function cleanDocumentName(uploadedName: string): string {
  const last = normalizeText(uploadedName.toWellFormed(), 'NFC').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  if (/^\.*$/.test(clean) || !visibleCharacter.test(clean)) return 'file'
  const characters = [...clean]
  if (characters.length <= maxNameLength) return clean
  const extension = /\.[^.\s]{1,12}$/.exec(clean)?.[0] ?? ''
  return characters.slice(0, maxNameLength - [...extension].length).join('') + extension
}

/** End the name, name a folder, or reorder and hide text. Joiners stay, because Persian and emoji need them. */
const unsafeInFileName = /["/\\]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** RFC 6266. Encodes the name, so that it can't add to the header. */
export function contentDisposition(name: string): string {
  const safe = name.toWellFormed().replace(unsafeInFileName, '_')
  const plain = safe.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
