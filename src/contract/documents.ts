import { z } from 'zod/mini'
import { Document, uploadInvalidation } from './document.ts'
import { bytes, endpoint, one } from './endpoint.ts'
import { files, withVersion } from './files.ts'
import { Flag } from './wire.ts'

export { Document, SubmissionDocument } from './document.ts'

/** Separates the uploads of two windows. */
export const MessageKey = z.uuid()

/** 413 if the file is too large. With `message_key` a file is stored once. Unused files are deleted after a day. */
export const NewDocument = z.object({
  related_to: z.string().check(z.minLength(1), z.maxLength(200)),
  file: z.file(),
  message_key: z.optional(MessageKey),
})

export const documents = {
  /** Create the `ClassFile` first. Its label is `file.<file_id>`. */
  upload: endpoint('POST /documents', 'Uploads a file and relates it to its content', {
    resource: 'document',
    encoding: 'multipart',
    body: NewDocument,
    response: one(Document),
    invalidates: ['file', 'submission', 'homework'],
    // The list can have 50,000 files, so it is not fetched again.
    patches: [{ target: files.list, patch: withVersion, batched: true }],
    invalidationScope: ({ related_to }: { related_to: string }) => uploadInvalidation(related_to),
    assumed: 'api.md names relation labels for uploads without an endpoint',
  }),
  /** api.md § Document object. The bytes of an ID never change. */
  content: endpoint('GET /documents/:document_id/content', 'The bytes of a document, as an attachment', {
    resource: 'document',
    query: z.object({ preview: z._default(Flag, false) }),
    response: bytes,
    hasETag: true,
    supportsRanges: true,
  }),
}
