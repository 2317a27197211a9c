/** Bytes from `start` to `end`, both inclusive and counted from 0. */
export type ByteRange = { start: number; end: number }

/** Location of the bytes of a file, for the document that refers to it (storeDocument.ts). */
export type StoredBytes =
  /** In memory: a small file, whose bytes are stored in the transaction that creates its document. */
  | { bytes: Uint8Array<ArrayBuffer> }
  /** In the database, in pieces. */
  | { uploadId: number }
  /** Outside of the database, by their SHA-256. */
  | { outside: true }

/** A file during its upload. It is not readable before a document refers to it. */
export type IncomingFile = {
  /** Waits if the store is slower than the sender. Afterwards the caller may reuse the buffer. */
  write(chunk: Uint8Array): Promise<void>
  /** Completes the file. `hash` is its SHA-256. When the promise resolves, the bytes are durable. */
  complete(hash: string): Promise<StoredBytes>
  /** Deletes the bytes unless a document refers to them. Never rejects: the sweep deletes what remains. */
  discard(): Promise<void>
}

/** Stores the bytes of documents, in the database (tableStore.ts) or outside (outsideStore.ts). */
export type DocumentStore = {
  receive(): IncomingFile
  /** Reads bytes of a document on demand. Returns undefined if they do not exist. */
  read(
    document: { id: number; hash: string; outside: number },
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined>
}

/**
 * A store does not respond, refuses or is full. The error is temporary and no bytes were stored, so the caller may try
 * again.
 */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}
