import type { DocumentStore } from './documentStore.ts'
import type { Hasher } from './hashes.ts'
import type { Db } from './schema.ts'
import {
  cleanDocumentName,
  createTypeDetector,
  type DocumentProperties,
  type PreparedDocument,
} from './storeDocument.ts'
import { claimFile } from './storedFiles.ts'

export type ReceivedFile = {
  readonly name: string
  readonly size: number
  write(chunk: Uint8Array): Promise<void>
  /** Makes the bytes durable. */
  complete(): Promise<DocumentProperties>
  /** Never rejects. */
  discard(): Promise<void>
}

type StoreContext = { db: Db; clock: () => number; documents: DocumentStore; newHasher: () => Hasher }

export function receiveFile(name: string, { db, clock, documents, newHasher }: StoreContext): ReceivedFile {
  const hasher = newHasher()
  const typeDetector = createTypeDetector()
  const incoming = documents.receive()
  let size = 0
  return {
    name,
    get size() {
      return size
    },
    async write(chunk) {
      size += chunk.byteLength
      typeDetector.update(chunk)
      hasher.update(chunk)
      await incoming.write(chunk)
    },
    async complete() {
      const { contentType, kind } = typeDetector.finish()
      const hashes = await hasher.digest()
      await claimFile(db, hashes.hash, clock())
      await incoming.put(hashes.hash)
      return {
        name: cleanDocumentName(name),
        content_type: contentType,
        type: kind,
        size,
        ...hashes,
      }
    },
    discard: incoming.discard,
  }
}

/** For made-up schools. */
export async function storeBytes(
  db: Db,
  store: DocumentStore,
  { hash, bytes }: PreparedDocument,
  now: number,
): Promise<void> {
  await claimFile(db, hash, now)
  const incoming = store.receive()
  await incoming.write(bytes)
  await incoming.put(hash).finally(incoming.discard)
}
