import type { DocumentStore, StoredBytes } from './documentStore.ts'
import type { Hasher } from './hashes.ts'
import { createTypeFinder, type DocumentFacts, documentName } from './storeDocument.ts'

/** A file of an upload. It is examined and stored while it arrives, so that memory contains one chunk at most. */
export type ReceivedFile = {
  readonly name: string
  /** Number of bytes received. */
  readonly size: number
  write(piece: Uint8Array): Promise<void>
  /** Makes the bytes durable, so that a document can refer to them. */
  keep(): Promise<DocumentFacts & StoredBytes>
  /** Deletes the bytes unless a document refers to them. Never rejects. */
  discard(): Promise<void>
}

export function receiveFile(name: string, store: DocumentStore, hasher: Hasher): ReceivedFile {
  const type = createTypeFinder()
  const incoming = store.receive()
  let size = 0
  return {
    name,
    get size() {
      return size
    },
    async write(piece) {
      size += piece.byteLength
      type.update(piece)
      hasher.update(piece)
      await incoming.write(piece)
    },
    async keep() {
      const { contentType, kind } = type.end()
      const hashes = await hasher.end()
      const kept = await incoming.keep(hashes.hash)
      return { name: documentName(name), content_type: contentType, type: kind, size, ...hashes, ...kept }
    },
    discard: incoming.discard,
  }
}
