import type { DocumentStore, StoredBytes } from './documentStore.ts'
import type { Hasher } from './hashes.ts'
import { cleanDocumentName, createTypeDetector, type DocumentProperties } from './storeDocument.ts'

export type ReceivedFile = {
  readonly name: string
  readonly size: number
  write(chunk: Uint8Array): Promise<void>
  /** Makes the bytes durable. */
  complete(): Promise<DocumentProperties & StoredBytes>
  /** Never rejects. */
  discard(): Promise<void>
}

export function receiveFile(name: string, store: DocumentStore, hasher: Hasher): ReceivedFile {
  const typeDetector = createTypeDetector()
  const incoming = store.receive()
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
      const storedBytes = await incoming.complete(hashes.hash)
      return {
        name: cleanDocumentName(name),
        content_type: contentType,
        type: kind,
        size,
        ...hashes,
        ...storedBytes,
      }
    },
    discard: incoming.discard,
  }
}
