import type { Selectable } from 'kysely'
import type { Document, SubmissionDocument } from '../../contract/documents.ts'
import { formatSize } from '../../lib/formatSize.ts'
import { isoDateTime, plainDateTime } from '../../lib/schoolTime.ts'
import type { Documents } from '../db/homeworkSchema.ts'

export type SerializeContext = {
  origin: string
  timeZone: string
}

type DocumentColumns = Pick<
  Selectable<Documents>,
  'id' | 'related_to' | 'name' | 'content_type' | 'type' | 'size' | 'sha1' | 'hash' | 'uploaded_at'
>

/** api.md § Document object, with plain datetimes. */
export function serializeDocument(row: DocumentColumns, { origin, timeZone }: SerializeContext): Document {
  const content = `${origin}/api/v2/documents/${row.id}/content`
  return {
    id: row.id,
    hash: row.hash,
    sha1_checksum: row.sha1,
    name: row.name,
    content_type: row.content_type,
    size: row.size,
    related_to: row.related_to,
    uploaded: plainDateTime(Date.parse(row.uploaded_at), timeZone),
    url: content,
    preview_url: row.type === 'image' ? `${content}?preview=1` : null,
    download_url: content,
    can_delete: false,
    human_size: formatSize(row.size),
  }
}

/** More fields, and `uploaded` in ISO 8601 (api.md § Document object). */
export function serializeSubmissionDocument(
  row: Selectable<Documents>,
  serializeContext: SerializeContext,
): SubmissionDocument {
  const document = serializeDocument(row, serializeContext)
  return {
    ...document,
    uploaded: isoDateTime(Date.parse(row.uploaded_at), serializeContext.timeZone),
    is_public: false,
    url_by_hash: `${document.url}?hash=${row.hash}`,
    type: row.type,
    alphanumeric_id: `d${row.id.toString(36)}`,
  }
}
