/** Bytes from `start` up to and including `end`, both counted from 0. */
export type ByteRange = { start: number; end: number }

/** Where the bytes of a file are, for the document that is made of it (storeDocument.ts). */
export type StoredBytes =
  /** Here still: it is small, and goes into the table with its document. */
  | { bytes: Uint8Array<ArrayBuffer> }
  /** In pieces in the table. */
  | { uploadId: number }
  /** Outside of the database, by their SHA-256. */
  | { outside: true }

/** A file that is coming. Nobody can read it before there is a document of it. */
export type Incoming = {
  /** Waits where the store is slower than the sender. The piece may be used again afterwards. */
  write(piece: Uint8Array): Promise<void>
  /** It has come whole; `hash` is its SHA-256. Once this resolves its bytes are durable, before any document is. */
  keep(hash: string): Promise<StoredBytes>
  /** Takes away what no document came to have. Never rejects: what is left the sweep takes. */
  discard(): Promise<void>
}

/** Keeps the bytes of documents: in the table (tableStore.ts), or outside of the database (outsideStore.ts). */
export type DocumentStore = {
  receive(): Incoming
  /** Some of the bytes of a document, read as they are asked for; `undefined` where there are none. */
  read(
    document: { id: number; hash: string; outside: number },
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined>
}

/** A store that does not answer, refuses or is full, for now: nothing was kept, and whoever asked may ask again. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}
