import { z } from 'zod/mini'
import { bytes, endpoint, one } from './endpoint.ts'
import { touchedBy } from './relations.ts'
import { assumed, DateTime, Flag, Id, lenient } from './wire.ts'

/**
 * A stored document (api.md § File / folder, document object). `size` in bytes. The URLs are where the service says
 * they are: load one only through `session.fetch`, and only on the service's own host (service-facts.md).
 */
export const Document = z.looseObject({
  id: Id,
  name: z.string(),
  content_type: lenient(z.string(), 'application/octet-stream'),
  size: lenient(z.int().check(z.nonnegative()), 0),
  /** A relation label, see relations.ts. */
  related_to: lenient(z.string(), ''),
  uploaded: lenient(z.nullable(DateTime), null),
  url: lenient(z.string(), ''),
  preview_url: lenient(z.nullable(z.string()), null),
  download_url: lenient(z.string(), ''),
  can_delete: lenient(z.boolean(), false),
  hash: lenient(z.string(), ''),
  sha1_checksum: lenient(z.string(), ''),
  human_size: lenient(z.string(), ''),
  alphanumeric_id: assumed(z.string()),
})
export type Document = z.output<typeof Document>

/** A document of a submission: what api.md says it additionally carries. */
export const SubmissionDocument = z.extend(Document, {
  is_public: lenient(z.boolean(), false),
  url_by_hash: lenient(z.string(), ''),
  /** File kind, e.g. `image`; the values are not shown in api.md. */
  type: lenient(z.string(), ''),
  alphanumeric_id: lenient(z.string(), ''),
})
export type SubmissionDocument = z.output<typeof SubmissionDocument>

/**
 * Made by who writes a message: tells the files of this one from those of another that is being written, say in a second
 * window (assumed).
 */
export const MessageKey = z.uuid()

/**
 * One file and what it belongs to. The largest size is a setting of the service: beyond it 413. `message_key` goes with
 * `chat-message-file-new` only: the same file under the same key is stored once. What no message took goes after a day.
 */
export const NewDocument = z.object({
  related_to: z.string().check(z.minLength(1), z.maxLength(200)),
  file: z.file(),
  message_key: z.optional(MessageKey),
})

export const documents = {
  /** A class file: create the File first, then upload with `file.<file_id>`. */
  upload: endpoint({
    method: 'POST',
    path: '/documents',
    resource: 'document',
    summary: 'Uploads a file and relates it to its content',
    encoding: 'multipart',
    body: NewDocument,
    answer: one(Document),
    touches: ['file', 'submission', 'homework'],
    narrows: ({ related_to }: { related_to: string }) => touchedBy(related_to),
    assumed: 'api.md names relation labels for uploads without an endpoint',
  }),
  /**
   * `preview`: a picture of it instead of the bytes. The bytes behind an id never change, and nobody asks for an id
   * that is gone: no write names `document`, so that one deletion does not load every open preview again.
   */
  content: endpoint({
    method: 'GET',
    path: '/documents/:document_id/content',
    resource: 'document',
    summary: 'The bytes of a document, as an attachment',
    query: z.object({ preview: z._default(Flag, false) }),
    answer: bytes,
    assumed: 'api.md gives documents URLs without saying what answers there',
  }),
}
