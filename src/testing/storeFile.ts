import type { DocumentStore } from '../service/db/documentStore.ts'
import { storeBytes } from '../service/db/receiveFile.ts'
import type { Db } from '../service/db/schema.ts'
import { type PreparedDocument, storeDocument } from '../service/db/storeDocument.ts'

/** Stores the bytes and the document. Returns its ID. */
export async function storeFile(
  db: Db,
  store: DocumentStore,
  document: PreparedDocument,
  options: Parameters<typeof storeDocument>[2],
): Promise<number> {
  await storeBytes(db, store, document, options.uploadedAt)
  return storeDocument(db, document, options)
}
