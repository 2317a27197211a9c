import { takeTurns } from '../lib/turn.ts'

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
 * What a document is by its bytes alone: neither its name nor what the uploader said counts. HTML, SVG and scripts are
 * text, and everything unknown is bytes, so nothing is ever sent out as something that runs (cases 15).
 */
export async function documentType(bytes: Uint8Array): Promise<DocumentType> {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  for (const [offset, beginning, type] of beginnings) {
    if (head.startsWith(beginning, offset)) return type
  }
  return (await isText(bytes))
    ? { contentType: 'text/plain', kind: 'text' }
    : { contentType: 'application/octet-stream', kind: 'file' }
}

/** Bytes looked through at a time: a large file must not keep everybody else waiting. */
const slice = 65_536

async function isText(bytes: Uint8Array): Promise<boolean> {
  const turnIfDue = takeTurns()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.byteLength; at += slice) {
      const part = bytes.subarray(at, at + slice)
      if (part.some(isControl)) return false
      decoder.decode(part, { stream: true })
      await turnIfDue()
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Tab, line feed, form feed and carriage return are the control characters of texts. */
const isControl = (byte: number) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13
