/** Inclusive, counted from 0. */
export type ByteRange = { start: number; end: number }

export type StoredBytes =
  /** In memory. They are stored in the transaction of the document. */
  | { bytes: Uint8Array<ArrayBuffer> }
  /** In pieces in the database. */
  | { uploadId: number }
  /** Outside of the database, by their SHA-256. */
  | { outside: true }

/** Not readable before a document refers to it. */
export type IncomingFile = {
  /** Waits if the store is slower than the sender. The caller may reuse the buffer afterwards. */
  write(chunk: Uint8Array): Promise<void>
  /** `hash` is the SHA-256. The bytes are durable when the promise resolves. */
  complete(hash: string): Promise<StoredBytes>
  /** Deletes the bytes unless a document refers to them. Never rejects: the sweep deletes the rest. */
  discard(): Promise<void>
}

/** In the database (databaseStore.ts) or outside (externalStore.ts). */
export type DocumentStore = {
  receive(): IncomingFile
  /** Returns undefined if the bytes do not exist. */
  read(
    document: { id: number; hash: string; outside: number },
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined>
}

/** Temporary error. No bytes were stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}
