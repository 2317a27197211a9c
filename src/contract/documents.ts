import { z } from 'zod/mini'
import { Document, invalidatedBy } from './document.ts'
import { bytes, endpoint, one } from './endpoint.ts'
import { files, withVersion } from './files.ts'
import { Flag } from './wire.ts'

export { Document, SubmissionDocument } from './document.ts'

/** Made by who writes a message: tells its files from those of another in a second window (assumed). */
export const MessageKey = z.uuid()

/** Beyond the largest size 413. With `message_key` a file is stored once; what no message took goes after a day. */
export const NewDocument = z.object({
  related_to: z.string().check(z.minLength(1), z.maxLength(200)),
  file: z.file(),
  message_key: z.optional(MessageKey),
})

export const documents = {
  /** A class file: create the File first, then upload with `file.<file_id>`. */
  upload: endpoint('POST /documents', 'Uploads a file and relates it to its content', {
    resource: 'document',
    encoding: 'multipart',
    body: NewDocument,
    answer: one(Document),
    invalidates: ['file', 'submission', 'homework'],
    // A class of 50,000 files is not read again for one more.
    patches: [{ into: files.list, patch: withVersion, batched: true }],
    invalidationScope: ({ related_to }: { related_to: string }) => invalidatedBy(related_to),
    assumed: 'api.md names relation labels for uploads without an endpoint',
  }),
  /**
   * Source: api.md § Document object; its tag and its parts are assumed. No write names `document`: the bytes behind an id
   * never change.
   */
  content: endpoint('GET /documents/:document_id/content', 'The bytes of a document, as an attachment', {
    resource: 'document',
    query: z.object({ preview: z._default(Flag, false) }),
    answer: bytes,
    tagged: true,
    inParts: true,
  }),
}
