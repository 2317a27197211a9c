import { z } from 'zod/mini'
import { assumed, DateTime, Id, lenient } from './wire.ts'

/**
 * A stored document (api.md § File / folder, document object). `size` in bytes. The URLs are where the service says
 * they are; those on its own host come as addresses of the gateway, others are links (`api/documentBytes.ts`).
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
