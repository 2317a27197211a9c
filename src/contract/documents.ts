import { z } from 'zod/mini'
import { Document, invalidatedBy } from './document.ts'
import { bytes, endpoint, one } from './endpoint.ts'
import { files, withVersion } from './files.ts'
import { Flag } from './wire.ts'

export { Document, SubmissionDocument } from './document.ts'

/**
 * UUID for the files of one message, created by the page that writes it. Separates them from files for a message in
 * another window (assumed).
 */
export const MessageKey = z.uuid()

/**
 * The service answers 413 if the file is too large. With `message_key` a file is stored only once. Files that no
 * message used are deleted after a day.
 */
export const NewDocument = z.object({
  related_to: z.string().check(z.minLength(1), z.maxLength(200)),
  file: z.file(),
  message_key: z.optional(MessageKey),
})

export const documents = {
  /** For a class file, create the `ClassFile` first, then upload with the label `file.<file_id>`. */
  upload: endpoint('POST /documents', 'Uploads a file and relates it to its content', {
    resource: 'document',
    encoding: 'multipart',
    body: NewDocument,
    answer: one(Document),
    invalidates: ['file', 'submission', 'homework'],
    // A class can have 50,000 files, so its list is not fetched again after an upload.
    patches: [{ target: files.list, patch: withVersion, batched: true }],
    invalidationScope: ({ related_to }: { related_to: string }) => invalidatedBy(related_to),
    assumed: 'api.md names relation labels for uploads without an endpoint',
  }),
  /**
   * Source: api.md § Document object. The ETag and ranges are assumed. No write invalidates `document`, because the
   * bytes of an ID never change.
   */
  content: endpoint('GET /documents/:document_id/content', 'The bytes of a document, as an attachment', {
    resource: 'document',
    query: z.object({ preview: z._default(Flag, false) }),
    answer: bytes,
    tagged: true,
    inParts: true,
  }),
}
