import type { Db } from './schema.ts'
import { required, tableParts, within } from './tableParts.ts'

/** Large files in pieces, each written and read by itself, so that none holds up everybody (cases 43). */
export async function uploadTables(db: Db): Promise<void> {
  const { bytes, numbered, index } = tableParts(db)
  // Without a document as long as pieces are coming.
  await numbered('uploads')
    .addColumn('document_id', 'integer', column => column.references('documents.id').onDelete('cascade'))
    .addColumn('begun_at', 'text', required)
    .execute()
  await index('uploads', ['document_id'])
  await db.schema
    .createTable('upload_pieces')
    .addColumn('upload_id', 'integer', within('uploads.id'))
    .addColumn('position', 'integer', required)
    .addColumn('bytes', bytes, required)
    .addPrimaryKeyConstraint('upload_pieces_key', ['upload_id', 'position'])
    .execute()
}
