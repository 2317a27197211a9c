import type { DocumentStore, StoredBytes } from './documentStore.ts'
import type { Hasher } from './hashes.ts'
import { createTypeFinder, type DocumentFacts, documentName } from './storeDocument.ts'

/** A file of an upload: looked through and stored while it comes, so that no more than a piece of it is in memory. */
export type ReceivedFile = {
  readonly name: string
  /** Bytes so far. */
  readonly size: number
  write(piece: Uint8Array): Promise<void>
  /** Makes what came durable; a document may be made of it then. */
  keep(): Promise<DocumentFacts & StoredBytes>
  /** Takes away what no document came to have. Never rejects. */
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
